package import HTTPServer
internal import Tenancy

/// Something small that a browser keeps from page to page, in a cookie below the app: what a person picked and has not sent yet,
/// or how they like to read. Guests have it too. Anybody can change it, so a screen trusts it no more than a query.
///
/// A button of any form changes it: it is called `_keep`, and its value is the name, a colon and what is to be done. The page is shown
/// again afterwards; a script does that without leaving it.
package struct Kept: Sendable {
    /// Longer values are not kept.
    private static let limit = 2_000
    /// In seconds.
    package enum Life: Int, Sendable { case week = 604_800, year = 31_536_000 }

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
    let life: Life
    let change: @Sendable (Visit, String, FormInput) -> Change
    let settle: @Sendable (Visit, Response) -> String?

    /// - Parameters:
    ///   - life: since its last change.
    ///   - change: what comes of such a button, of which it gets what is to be done and the form.
    ///   - settle: the value after a call of the screen succeeded; `nil` leaves it as it is.
    package init(
        _ name: String,
        for life: Life = .week,
        change: @escaping @Sendable (Visit, String, FormInput) -> Change,
        settle: @escaping @Sendable (Visit, Response) -> String? = { _, _ in nil }
    ) {
        self.name = name
        self.life = life
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

    /// The value of `Set-Cookie`.
    func field(_ value: String, of visit: Visit) -> String {
        let isFit = value.utf8.count <= Self.limit && value.utf8.allSatisfy(Self.isPlain)
        let secure = visit.site.isSecure(visit.call.request.head) ? "; Secure" : ""
        return "\(Self.cookie(name, of: visit))=\(isFit ? value : ""); Path=\(visit.base); "
            + "Max-Age=\(isFit && !value.isEmpty ? life.rawValue : 0); HttpOnly; SameSite=Lax\(secure)"
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
