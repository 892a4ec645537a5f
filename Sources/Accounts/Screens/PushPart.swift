internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The browsers that show somebody's notices, and the button that makes this one do so. A script asks the browser.
struct PushPart: Part {
    private let visit: Visit
    private let push: PushDevices

    init(_ visit: Visit) async throws {
        self.visit = visit
        push = try await visit.read(PushCalls.list)
    }

    var html: HTML {
        let title = visit.text(AccountText.push)
        let list: HTML = push.devices.isEmpty ? .none : "\(List(push.devices.map(row), label: title))"
        let button: HTML = push.devices.contains { $0.current } ? .none : adding
        return """
            <section class="stack"><h2>\(title)</h2>
            <p class="soft">\(visit.text(AccountText.pushLead))</p>
            \(list)\(button)</section>
            """
    }

    private var adding: HTML {
        let form = ScreenForm(visit, PushCalls.add)
        let content = form(
            """
            \(form.alert)\(form.hidden("label", visit.browserName), if: !visit.browserName.isEmpty)
            \(form.submit(visit.text(AccountText.pushAdd), icon: .bell))
            """
        )
        return """
            <div hidden data-push="\(push.publicKey)" data-failed="\(visit.text(AccountText.pushFailed))" \
            data-denied="\(visit.text(AccountText.pushDenied))">\(content)</div>
            <p class="soft" data-no-push>\(visit.text(AccountText.pushUnsupported))</p>
            """
    }

    private func row(_ device: PushDevice) -> ListRow {
        let since = visit.text(AccountText.pushSince, ["date": .text(visit.date(device.createdAt, .day))])
        return ListRow(
            device.label.isEmpty ? device.service : device.label,
            leading: "\(Icon.screen)",
            badge: device.current ? "\(Badge(visit.text(AccountText.thisDevice), .accent))" : .none,
            detail: "\(since)",
            trailing: ScreenForm(visit, PushCalls.delete, device.id)
                .button(visit.text(AccountText.pushDelete), .plain),
            id: "push-\(device.id)"
        )
    }
}

extension ScreenForm {
    /// The kinds of notices that can happen here, and those that are left out all the same.
    private func kinds(_ settings: AccountSettings) -> HTML {
        let kinds = NoticeKind.allCases.filter { kind in
            let isHere = kind.module.map(visit.tenant.modules.contains) ?? true
            // Only admins hear of feeds.
            return settings.pushMuted.contains(kind.rawValue)
                || isHere && (kind != .feedFailed || visit.role == .admin)
        }
        let options = kinds.map { kind in
            Field.Option(
                kind.rawValue,
                visit.site.notices.text("kind_\(kind.rawValue)", visit.localizer) ?? kind.rawValue
            )
        }
        let boxes = field(
            "push_muted",
            visit.text(AccountText.pushMuted),
            .checkboxes(options),
            value: settings.pushMuted.joined(separator: ","),
            hint: visit.text(AccountText.pushMutedHint)
        )
        let isOpen = !settings.pushMuted.isEmpty || refusal != nil
        return "\(Disclosure(visit.text(AccountText.pushKinds), isOpen: isOpen, boxes))"
    }

    /// What is pushed, and when.
    func pushFields(_ settings: AccountSettings) -> HTML {
        var hours = [Field.Option("", visit.text(AccountText.quietNever))]
        let usual = ["21:00-07:00", "22:00-07:00", "22:00-08:00", "23:00-07:00", "00:00-08:00"]
        let own: [String] = settings.quietHours.map { usual.contains($0) ? [] : [$0] } ?? []
        hours += (own + usual).map { Field.Option($0, $0.replacing("-", with: " – ")) }
        return """
            \(field(
                "push_notices",
                visit.text(AccountText.pushNotices),
                value: settings.pushNotices ? "true" : "false",
                hint: visit.text(AccountText.pushNoticesHint)
            ))
            \(kinds(settings))
            \(field(
                "push_text",
                visit.text(AccountText.pushText),
                value: settings.pushText ? "true" : "false",
                hint: visit.text(AccountText.pushTextHint)
            ))
            \(field(
                "quiet_hours",
                visit.text(AccountText.quietHours),
                .select(hours),
                value: settings.quietHours ?? "",
                hint: visit.text(AccountText.quietHoursHint)
            ))
            """
    }
}
