/// Digits, capitals and small letters, in ASCII's order, as GitHub's tokens use them.
enum Base62 {
    static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// The digit of a number below 62.
    static func digit(_ number: UInt32) -> UInt8 {
        let number = UInt8(truncatingIfNeeded: number)
        if number < 10 { return UInt8(ascii: "0") + number }
        return number < 36 ? UInt8(ascii: "A") + number - 10 : UInt8(ascii: "a") + number - 36
    }

    static func contains(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// The number's last `width` digits, most significant first, with leading zeros.
    static func encode(_ number: UInt32, width: Int) -> [UInt8] {
        var rest = Int(number)
        var digits = [UInt8](repeating: alphabet[0], count: width)
        for index in digits.indices.reversed() {
            digits[index] = alphabet[rest % alphabet.count]
            rest /= alphabet.count
        }
        return digits
    }
}
