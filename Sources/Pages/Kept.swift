package import HTTPServer
internal import Tenancy

/// Something small that a browser keeps from page to page, in a cookie below the app: what a person picked and has not sent yet,
/// or how they like to read. Guests have it too. Anybody can change it, so a screen trusts it no more than a query.
///
/// A button of any form changes it: it is called `_keep`, and its value is the name, a colon and what is to be done. The page is shown
/// again afterwards; a script does that without leaving it.
package struct Kept: Sendable {
    /// Longer values are not kept.
    package static let limit = 2_000
    package static let week = 604_800
    package static let year = 31_536_000

    package struct Change {
        let value: String
        let place: String?

        /// - Parameters:
        ///   - value: empty to keep nothing.
        ///   - place: the id of the element at which the page is shown again; `nil` for its top.
        package init(_ value: String, at place: String? = nil) {
            self.value = value
            self.place = place
        }
    }

    let name: String
    private let life: Int
    private let isGuarded: Bool
    let change: @Sendable (Visit, String, FormInput) -> Change
    let settle: @Sendable (Visit, Response) -> String?

    /// - Parameters:
    ///   - life: in seconds, since its last change.
    ///   - isGuarded: nobody but the app sets it, and it comes along with nothing that other sites send. Over https its name has the
    ///     prefix `__Host-`, so that no other host of the domain can set it (RFC 6265bis, 4.1.3.2).
    ///   - change: what comes of such a button, of which it gets what is to be done and the form.
    ///   - settle: the value after a call of the screen succeeded; `nil` leaves it as it is.
    package init(
        _ name: String,
        life: Int = Kept.week,
        isGuarded: Bool = false,
        change: @escaping @Sendable (Visit, String, FormInput) -> Change = { _, _, _ in Change("") },
        settle: @escaping @Sendable (Visit, Response) -> String? = { _, _ in nil }
    ) {
        self.name = name
        self.life = life
        self.isGuarded = isGuarded
        self.change = change
        self.settle = settle
    }

    private static func cookie(_ name: String, of visit: Visit) -> String {
        "parlay-\(name)-\(visit.tenant.slug)"
    }

    static func value(_ name: String, of visit: Visit) -> String {
        let cookie = cookie(name, of: visit)
        let pair = BrowserCookie.pairs(in: visit.call.request.head).last { $0.name == cookie }
        return String(pair?.value ?? "")
    }

    /// What the browser keeps; empty if it keeps nothing.
    package func value(in visit: Visit) -> String {
        let cookie = cookie(of: visit)
        let pair = BrowserCookie.pairs(in: visit.call.request.head).last { $0.name == cookie }
        return String(pair?.value ?? "")
    }

    /// The value of `Set-Cookie`.
    ///
    /// - Parameter value: empty to keep nothing.
    package func field(_ value: String, of visit: Visit) -> String {
        let isFit = value.utf8.count <= Self.limit && value.utf8.allSatisfy(Self.isPlain)
        let secure = visit.site.isSecure(visit.call.request.head) ? "; Secure" : ""
        return "\(cookie(of: visit))=\(isFit ? value : ""); Path=\(isGuarded ? "/" : visit.base); "
            + "Max-Age=\(isFit && !value.isEmpty ? life : 0); HttpOnly; "
            + "SameSite=\(isGuarded ? "Strict" : "Lax")\(secure)"
    }

    /// A name with an underscore is never that of a session, which ends in a tenant's slug too.
    private func cookie(of visit: Visit) -> String {
        guard isGuarded else { return Self.cookie(name, of: visit) }
        let prefix = visit.site.isSecure(visit.call.request.head) ? "__Host-" : ""
        return "\(prefix)parlay_\(name)-\(visit.tenant.slug)"
    }

    /// What a cookie can hold as it is (RFC 6265, 4.1.1).
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "+-._~!".utf8.contains(byte)
        }
    }

    /// The answer to a form whose button changes it; `nil` for another form.
    func answer(_ input: FormInput, _ visit: Visit) -> Response? {
        guard let button = input["_keep"], button.hasPrefix(name + ":") else { return nil }
        let change = change(visit, String(button.dropFirst(name.count + 1)), input)
        let target = visit.address + (change.place.map { "#\($0)" } ?? "")
        return Response(status: 303).with("Location", target).with("Cache-Control", "no-store")
            .with("Set-Cookie", field(change.value, of: visit))
    }
}

extension Visit {
    /// What the browser keeps under this name; empty if it keeps nothing. See `Kept`.
    package func kept(_ name: String) -> String { Kept.value(name, of: self) }
}
