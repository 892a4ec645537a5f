package import HTTPServer
package import Localization
package import ParlayAPI
package import Tenancy

/// A page of a component, below the tenant's address: where it is, who may see it, what it shows, and what its forms do.
///
///     static let friend = Screen("friends/{id:id}", "A friend", writes: [ScreenWrite(FriendCalls.remove)]) { visit in
///         let friend = try await visit.read(FriendCalls.show, visit.id())
///         return Document(visit.text(.friend, ["name": .text(friend.person.displayName)]), "…")
///     }
///
/// It reads and writes by declared calls, in process, and so has no rules and no rights of its own (decision 189).
package struct Screen: Sendable {
    package enum Access: Sendable, Equatable {
        /// Everybody; who is signed in does not matter. For signing in itself.
        case guest
        /// Everybody; a member sees more.
        case anyone
        case member
        case role(Role)
    }

    /// Below the app's address, without leading and trailing slashes; see `Router`.
    package let pattern: String
    /// For the log and the route matrix: `A match`.
    package let summary: String
    package let module: Module?
    package let access: Access
    /// The calls that its forms may make.
    package let writes: [ScreenWrite]
    /// Bytes of the largest file that its forms send; 0 if they send none.
    package let upload: Int
    /// What the browser keeps for it.
    package let keeps: [Kept]
    /// Whether people see it who can only set up a second factor, because the tenant requires one.
    package let isForSetUp: Bool
    package let load: @Sendable (Visit) async throws -> Document

    package init(
        _ pattern: String,
        _ summary: String,
        module: Module? = nil,
        for access: Access = .member,
        writes: [ScreenWrite] = [],
        upload: Int = 0,
        keeps: [Kept] = [],
        isForSetUp: Bool = false,
        load: @escaping @Sendable (Visit) async throws -> Document
    ) {
        self.pattern = pattern
        self.summary = summary
        self.module = module
        self.access = access
        self.writes = writes
        self.upload = upload
        self.keeps = keeps
        self.isForSetUp = isForSetUp
        self.load = load
    }
}

/// A call that a form of a screen may make, and where its success leads.
package struct ScreenWrite: Sendable {
    /// Of the call, in the reference.
    package let name: String
    /// A path below the app's address, perhaps with a query; `nil` for the page itself.
    let next: @Sendable (Visit, Response) -> String?
    /// What becomes of the browser's session.
    let session: SessionChange
    /// What the browser gets of the call's answer.
    let answer: AnswerUse
    /// Where a form leads that says nothing new, such as a proposal of what is proposed already: a path as `next`, and the call is
    /// not made. `nil` for every other form.
    let skip: @Sendable (Visit, FormInput) -> String?
    /// Whether somebody who sends this form gives the password first, if they signed in a while ago.
    let needsRecentSignIn: @Sendable (FormInput) -> Bool

    enum AnswerUse: Sendable {
        /// Nothing: it is led to another page.
        case leads
        /// The page, which shows it.
        case shows
        /// The answer itself, a file.
        case downloads
    }

    package enum SessionChange: Sendable {
        case kept
        /// The answer is `SignedIn`.
        case signsIn
        case signsOut
    }

    /// - Parameters:
    ///   - needsRecentSignIn: for money, roles, keys, erasure, and how people sign in, unless the call asks for the password itself.
    ///   - next, skip: see `ScreenWrite`.
    package init<Target, Body, Answer>(
        _ endpoint: Endpoint<Target, Body, Answer>,
        session: SessionChange = .kept,
        needsRecentSignIn: Bool = false,
        then next: @escaping @Sendable (Visit, Response) -> String? = { _, _ in nil },
        insteadOf skip: @escaping @Sendable (Visit, FormInput) -> String? = { _, _ in nil }
    ) {
        name = endpoint.callName
        self.session = session
        self.needsRecentSignIn = { _ in needsRecentSignIn }
        self.skip = skip
        self.next = next
        answer = .leads
    }

    /// - Parameter condition: for a call of which only some forms matter: one that pays or takes back money, for example.
    package init<Target, Body, Answer>(
        _ endpoint: Endpoint<Target, Body, Answer>,
        needsRecentSignInIf condition: @escaping @Sendable (FormInput) -> Bool,
        then next: @escaping @Sendable (Visit, Response) -> String? = { _, _ in nil }
    ) {
        name = endpoint.callName
        session = .kept
        needsRecentSignIn = condition
        skip = { _, _ in nil }
        self.next = next
        answer = .leads
    }

    /// A call with an answer that is nowhere else, such as a report: the page shows it by `Visit.answer(of:)`. Sending the form
    /// again, by loading the page again, does nothing twice.
    package init<Target, Body, Answer>(
        showing endpoint: Endpoint<Target, Body, Answer>,
        needsRecentSignIn: Bool = false
    ) {
        self.init(endpoint, .shows, needsRecentSignIn)
    }

    /// A call that answers a file and is not harmless enough for a link, such as somebody else's data.
    package init<Target, Body>(
        downloading endpoint: Endpoint<Target, Body, File>,
        needsRecentSignIn: Bool = false
    ) {
        self.init(endpoint, .downloads, needsRecentSignIn)
    }

    private init<Target, Body, Answer>(
        _ endpoint: Endpoint<Target, Body, Answer>,
        _ answer: AnswerUse,
        _ needsRecentSignIn: Bool
    ) {
        name = endpoint.callName
        session = .kept
        self.needsRecentSignIn = { _ in needsRecentSignIn }
        skip = { _, _ in nil }
        next = { _, _ in nil }
        self.answer = answer
    }
}

/// A file for the browser that a call answers: a photo, a calendar entry, an export.
package struct Download: Sendable {
    package let pattern: String
    let name: String
    package let module: Module?
    package let access: CallAccess

    /// - Parameter pattern: below the app's address, with the parameters of the call's path; its own pattern if `nil`.
    package init<Target, Answer>(_ endpoint: Endpoint<Target, Never, Answer>, at pattern: String? = nil) {
        self.pattern = pattern ?? endpoint.pattern
        name = endpoint.callName
        module = endpoint.module
        access = endpoint.access
    }
}

/// A place of the app that its navigation shows.
package struct Section: Sendable {
    /// Below the app's address; also known by it.
    package let path: String
    package let icon: Icon
    package let module: Module?
    /// Further screens that go when a tenant hides the section, by their patterns. Pages of a single thing stay: lists of other
    /// sections, notices and shared links lead there.
    package let others: [String]
    /// Whether guests see it.
    package let isPublic: Bool
    /// Whom it is shown to, at least.
    package let role: Role
    /// Sections stand in this order.
    package let place: Int
    package let title: @Sendable (Localizer) -> String

    /// Whether it belongs to the tenant's console.
    package var isOfConsole: Bool { Visit.isOfConsole(path) }

    /// - Parameter path: below the app's address; sections of the console begin with `admin`.
    package init<Key: TextKey>(
        _ path: String,
        _ key: Key,
        icon: Icon,
        module: Module? = nil,
        with others: [String] = [],
        isPublic: Bool = false,
        role: Role = .member,
        place: Int = 50
    ) {
        self.path = path
        self.icon = icon
        self.module = module
        self.others = others
        self.isPublic = isPublic
        self.role = role
        self.place = place
        title = { $0.text(key) }
    }
}

/// An entry of the person's menu.
package struct MenuEntry: Sendable {
    /// Entries stand in this order.
    let place: Int
    package let html: @Sendable (Visit) -> HTML

    package init(place: Int, html: @escaping @Sendable (Visit) -> HTML) {
        self.place = place
        self.html = html
    }

    package init<Key: TextKey>(_ path: String, _ key: Key, icon: Icon, place: Int) {
        self.init(place: place) { visit in
            visit.shows(path) ? Frame.item(visit.text(key), icon, href: visit.link(path)) : .none
        }
    }
}
