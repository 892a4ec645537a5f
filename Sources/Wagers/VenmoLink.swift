internal import Localization
package import ParlayAPI

/// Links that open Venmo with a payment filled in. Venmo does not document them; their form is that of its own old
/// library and of links in use: the username without `@`, the amount in dollars with two decimals, spaces as `%20`.
package enum VenmoLink {
    /// Every value is percent-encoded except for the unreserved characters of RFC 3986, so that neither `&`, `#`, `+`
    /// nor an emoji in a wager's name changes the link.
    package static func guide(to username: String, amountCents: Int64, wager name: String) -> PaymentGuide {
        let user = encode(username.hasPrefix("@") ? String(username.dropFirst()) : username)
        let note = note(of: name)
        let query = "amount=\(amount(amountCents))&note=\(encode(note))"
        return PaymentGuide(
            method: .venmo,
            appURL: "venmo://paycharge?txn=pay&recipients=\(user)&\(query)",
            webURL: "https://venmo.com/\(user)?txn=pay&\(query)",
            amountCents: amountCents,
            note: note
        )
    }

    /// The text of the payment. A line break would also appear in Venmo's form.
    package static func note(of name: String) -> String {
        let line = String(
            String.UnicodeScalarView(name.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 })
        )
        return "\(line) (Parlay)"
    }

    /// `12.34`
    static func amount(_ cents: Int64) -> String {
        Localizer.hundredths(cents)
    }

    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
