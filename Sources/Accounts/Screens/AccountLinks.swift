internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Visit {
    /// The address of signing in, which leads back to a page.
    ///
    /// - Parameter next: a whole path; `nil` to keep where this page leads to.
    func signInLink(next: String? = nil) -> String { link("sign-in", [("next", next ?? query("next"))]) }

    func registerLink(next: String? = nil) -> String {
        link("register", [("next", next ?? query("next")), ("invite", query("invite"))])
    }

    var meLink: (text: String, href: String) { (text(AccountText.me), link("me")) }
}

/// What an answer says of the fields of a form, as their inputs show it.
struct FieldValues {
    private let answer: JSONValue

    init(_ answer: some JSONWritable) { self.answer = JSONValue(written: answer) }

    /// - Parameter name: of the field; dotted inside an object.
    subscript(name: String) -> String? {
        var value: JSONValue? = answer
        for part in name.split(separator: ".") {
            guard case .object(let object)? = value else { return nil }
            value = object[String(part)]
        }
        return value?.inputText
    }
}
