internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Language, time zone and what modules let people set. Its fields are those that the call declares.
    static let settings = Screen(
        "me/settings",
        "Your settings",
        writes: [ScreenWrite(SettingsCalls.change) { _, _ in "me/settings?done=saved" }]
    ) { visit in
        let (settings, tag) = try await visit.readTagged(SettingsCalls.show)
        if visit.viewer == nil { _ = try await visit.call.session.principal() }
        let form = ScreenForm(visit, SettingsCalls.change, tag: tag)
        let values = FieldValues(settings)
        // Before anything was chosen, the page is in the browser's language.
        let locale = visit.viewer?.locale ?? visit.localizer.language.rawValue
        let zone = visit.viewer?.timeZone ?? visit.localizer.timeZone
        let fields = form.fields.map { field -> HTML in
            switch field.name {
            case "locale":
                return form.field(
                    field.name,
                    visit.text(AccountText.locale),
                    value: locale,
                    options: SettingChoices.locales(with: locale),
                    hint: visit.text(AccountText.localeHint),
                    isRequired: true
                )
            case "time_zone":
                return form.field(
                    field.name,
                    visit.text(AccountText.timeZone),
                    value: zone,
                    options: SettingChoices.zones(with: zone),
                    hint: visit.text(AccountText.timeZoneHint),
                    isRequired: true
                )
            case "searchable":
                return form.field(
                    field.name,
                    visit.text(AccountText.searchable),
                    value: values[field.name],
                    hint: visit.text(AccountText.searchableHint)
                )
            default: return form.part(field.name, value: values[field.name], isRequired: true) ?? .none
            }
        }
        return Document(
            visit.text(AccountText.settings),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.settings), back: visit.meLink))
            \(visit.flash("saved", AccountText.saved))
            \(form("\(form.alert)\(each(fields) { $0 })\(form.submit(visit.text(PageText.save), isWide: true))"))
            """
        )
    }

    /// What a person hears outside of the app.
    static let notifications = Screen(
        "me/notifications",
        "Your notifications",
        writes: [
            ScreenWrite(SettingsCalls.change) { _, _ in "me/notifications?done=saved" },
            ScreenWrite(PushCalls.add) { _, _ in "me/notifications?done=push" },
            ScreenWrite(PushCalls.delete) { _, _ in "me/notifications?done=no-push" },
        ]
    ) { visit in
        let (settings, tag) = try await visit.readTagged(SettingsCalls.show)
        let profile = try await visit.read(ProfileCalls.showOwn)
        let form = ScreenForm(visit, SettingsCalls.change, tag: tag)
        let add: HTML =
            "<p><a href=\"\(visit.link("me/security"))\">\(visit.text(AccountText.addEmail))</a></p>"
        let address: HTML =
            profile.email.map { address in
                "<p class=\"soft\">\(visit.text(AccountText.mailTo, ["address": .text(address)]))</p>"
            } ?? "\(Alert(.info, visit.text(AccountText.mailNowhere), actions: add))"
        let push = try await PushPart(visit)
        let box = form.field(
            "mail_notices",
            visit.text(AccountText.mailNotices),
            value: settings.mailNotices ? "true" : "false",
            hint: visit.text(AccountText.mailNoticesHint)
        )
        return Document(
            visit.text(AccountText.notifications),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.notifications), back: visit.meLink))
            \(visit.flash("saved", AccountText.saved))\(visit.flash("push", AccountText.pushAdded))\
            \(visit.flash("no-push", AccountText.pushDeleted))\(address)
            \(form("\(form.alert)\(box)\(form.pushFields(settings))\(form.submit(visit.text(PageText.save), isWide: true))"))
            \(push)
            """
        )
    }
}

/// What people choose from. The value that they have is always among it.
private enum SettingChoices {
    /// Each language in its own words.
    static func locales(with current: String) -> [Field.Option] {
        options(
            [
                ("en", "English"), ("en-AU", "English (Australia)"), ("en-CA", "English (Canada)"),
                ("en-GB", "English (United Kingdom)"), ("en-IE", "English (Ireland)"), ("es", "Español"),
                ("es-AR", "Español (Argentina)"), ("es-CL", "Español (Chile)"),
                ("es-CO", "Español (Colombia)"), ("es-MX", "Español (México)"),
                ("es-US", "Español (Estados Unidos)"), ("de", "Deutsch"), ("de-AT", "Deutsch (Österreich)"),
                ("de-CH", "Deutsch (Schweiz)"),
            ],
            current
        )
    }

    /// As the database of time zones names them.
    static func zones(with current: String) -> [Field.Option] {
        options(
            names.split(separator: " ").map { (String($0), String($0).replacing("_", with: " ")) },
            current
        )
    }

    private static func options(_ all: [(String, String)], _ current: String) -> [Field.Option] {
        let isThere = all.contains { $0.0 == current }
        return ((isThere ? [] : [(current, current.replacing("_", with: " "))]) + all).map {
            Field.Option($0.0, $0.1)
        }
    }

    private static let names: String = """
        UTC Africa/Abidjan Africa/Accra Africa/Addis_Ababa Africa/Algiers Africa/Cairo Africa/Casablanca Africa/Dakar \
        Africa/Johannesburg Africa/Kinshasa Africa/Lagos Africa/Nairobi Africa/Tunis America/Anchorage \
        America/Argentina/Buenos_Aires America/Asuncion America/Bogota America/Caracas America/Chicago \
        America/Costa_Rica America/Denver America/Edmonton America/El_Salvador America/Guatemala America/Guayaquil \
        America/Halifax America/Havana America/Jamaica America/La_Paz America/Lima America/Los_Angeles \
        America/Managua America/Mexico_City America/Monterrey America/Montevideo America/New_York America/Panama \
        America/Phoenix America/Puerto_Rico America/Santiago America/Santo_Domingo America/Sao_Paulo \
        America/St_Johns America/Tegucigalpa America/Tijuana America/Toronto America/Vancouver America/Winnipeg \
        Asia/Almaty Asia/Amman Asia/Baghdad Asia/Baku Asia/Bangkok Asia/Beirut Asia/Colombo Asia/Dhaka Asia/Dubai \
        Asia/Ho_Chi_Minh Asia/Hong_Kong Asia/Jakarta Asia/Jerusalem Asia/Kabul Asia/Karachi Asia/Kathmandu \
        Asia/Kolkata Asia/Kuala_Lumpur Asia/Manila Asia/Riyadh Asia/Seoul Asia/Shanghai Asia/Singapore Asia/Taipei \
        Asia/Tashkent Asia/Tbilisi Asia/Tehran Asia/Tokyo Asia/Yangon Asia/Yerevan Atlantic/Azores Atlantic/Canary \
        Atlantic/Reykjavik Australia/Adelaide Australia/Brisbane Australia/Darwin Australia/Hobart \
        Australia/Melbourne Australia/Perth Australia/Sydney Europe/Amsterdam Europe/Athens Europe/Belgrade \
        Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Bucharest Europe/Budapest Europe/Copenhagen \
        Europe/Dublin Europe/Helsinki Europe/Istanbul Europe/Kyiv Europe/Lisbon Europe/Ljubljana Europe/London \
        Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Moscow Europe/Oslo Europe/Paris Europe/Prague \
        Europe/Riga Europe/Rome Europe/Sofia Europe/Stockholm Europe/Tallinn Europe/Vienna Europe/Vilnius \
        Europe/Warsaw Europe/Zagreb Europe/Zurich Pacific/Auckland Pacific/Fiji Pacific/Guam Pacific/Honolulu
        """
}
