internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// What the console shows and does about a person.
struct PersonCase {
    private let profile: Profile
    /// `nil` for a moderator.
    private let factor: SecondFactor?
    private let visit: Visit

    init(_ profile: Profile, _ factor: SecondFactor?, _ visit: Visit) {
        self.profile = profile
        self.factor = factor
        self.visit = visit
    }

    var facts: Card {
        var facts: [(word: String, value: HTML)] = [
            (visit.text(AdminText.username), "@\(profile.person.username)"),
            (visit.text(AdminText.number), "\(profile.person.id)"),
        ]
        if let email = profile.email {
            let state =
                profile.emailVerified == true
                ? Badge(visit.text(AdminText.confirmed), .good)
                : Badge(visit.text(AdminText.unconfirmed), .warning)
            facts.append(
                (
                    visit.text(AdminText.email),
                    "\(email) \(profile.emailVerified == nil ? HTML.none : state.html)"
                )
            )
        }
        facts.append((visit.text(AdminText.joined), visit.time(profile.createdAt)))
        facts.append((visit.text(AdminText.lastActive), visit.time(profile.lastActiveAt)))
        return Card(
            nil,
            """
            <div class="person-head">\(Avatar(profile.person, visit, .large))<div>\(visit.badges(of: profile))\
            <p>\(profile.bio)</p><p><a href="\(visit.personLink(profile.person.id))">\(visit.text(AdminText.asOthers))</a></p></div></div>
            \(Facts(facts))
            """
        )
    }

    var moves: HTML {
        guard profile.person.id != visit.accountID else {
            return Alert(.info, visit.text(AdminText.thatIsYou)).html
        }
        guard let factor else { return "\(content)" }
        return "\(state)\(role)\(content)\(PersonAccess(profile, factor, visit).html)"
    }

    /// Keeps the person out, or ends that.
    var state: Card {
        let isSuspended = profile.status == .suspended
        let form = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "state")
        let reason = form.field(
            "reason",
            visit.text(AdminText.suspendReason),
            .textarea(rows: 2),
            hint: visit.text(AdminText.suspendReasonHint),
            marksOptional: true
        )
        return Card(
            visit.text(isSuspended ? AdminText.suspended : .suspend),
            """
            <p class="soft">\(visit.text(isSuspended ? AdminText.resumeText : .suspendText))</p>
            \(form(
                """
                \(form.alert)\(reason, if: !isSuspended)\(form.hidden("status", isSuspended ? "active" : "suspended"))
                \(form.submit(visit.text(isSuspended ? AdminText.resume : .suspend), isSuspended ? .primary : .danger))
                """,
                confirm: visit.text(
                    isSuspended ? AdminText.resumeSure : .suspendSure,
                    ["name": .text(profile.person.fullName)]
                )
            ))
            """
        )
    }

    private var role: Card {
        let form = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "role")
        let roles: [(Profile.Role, AdminText, AdminText)] = [
            (.member, .member, .memberText), (.moderator, .moderator, .moderatorText),
            (.admin, .admin, .adminText),
        ]
        let options = roles.map { Field.Option($0.rawValue, visit.text($1), detail: visit.text($2)) }
        return Card(
            visit.text(AdminText.role),
            form(
                """
                \(form.alert)
                \(form.field("role", visit.text(AdminText.role), .choices(options), value: profile.role.rawValue))
                \(form.submit(visit.text(PageText.save), .quiet))
                """
            )
        )
    }

    /// What moderators change of what somebody wrote. The person reads the reason.
    private var content: Card {
        let form = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "name")
        let bio = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "bio")
        let photo = ScreenForm(visit, AccountAdminCalls.change, profile.person.id, part: "photo")
        func removal(_ form: ScreenForm, _ field: String, _ word: AdminText, _ sure: AdminText) -> HTML {
            form.button(
                visit.text(word),
                .quiet,
                confirm: visit.text(sure),
                fields: form.hidden(field, "")
            )
        }
        let rename = form(
            """
            \(form.alert)
            \(form.field("username", visit.text(AdminText.username), value: profile.person.username, isRequired: true))
            \(form.field("reason", visit.text(AdminText.reason), .textarea(rows: 2), hint: visit.text(AdminText.reasonHint), marksOptional: true))
            \(form.submit(visit.text(PageText.save), .quiet))
            """
        )
        return Card(
            visit.text(AdminText.content),
            """
            <p class="soft">\(visit.text(AdminText.contentText))</p>
            <div class="buttons">\(profile.bio.isEmpty ? .none : removal(bio, "bio", .removeBio, .removeBioSure))\
            \(profile.person.photo == nil ? .none : removal(photo, "photo", .removePhoto, .removePhotoSure))</div>
            \(Disclosure(visit.text(AdminText.rename), isOpen: form.refusal != nil, rename))
            """
        )
    }
}
