/// The parts of a stored hash, `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`: the PHC string format in the
/// one form that libargon2 writes. Salt and tag are base64 without padding.
struct Argon2Hash {
    let cost: Argon2Cost
    let salt: String
    let tag: String

    init(cost: Argon2Cost, salt: String, tag: String) {
        self.cost = cost
        self.salt = salt
        self.tag = tag
    }

    var text: String {
        "$argon2id$v=19$m=\(cost.memoryKiB),t=\(cost.iterations),p=\(cost.parallelism)$\(salt)$\(tag)"
    }

    /// `nil` for another algorithm or version, a missing or unknown part, a number that is not plainly
    /// written, a cost out of bounds, or a salt or tag shorter than 11 characters (8 bytes) or longer than 86
    /// (64 bytes).
    init?(parsing text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].isEmpty,
            parts[1].elementsEqual("argon2id".utf8), parts[2].elementsEqual("v=19".utf8),
            let cost = Self.cost(parts[3]),
            let salt = Self.base64(parts[4]),
            let tag = Self.base64(parts[5])
        else { return nil }
        self.init(cost: cost, salt: salt, tag: tag)
    }

    private static func cost(_ text: Substring.UTF8View) -> Argon2Cost? {
        let fields = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard fields.count == 3,
            let memoryKiB = number(fields[0], named: "m="),
            let iterations = number(fields[1], named: "t="),
            let parallelism = number(fields[2], named: "p=")
        else { return nil }
        return try? Argon2Cost(memoryKiB: memoryKiB, iterations: iterations, parallelism: parallelism)
    }

    private static func number(_ field: Substring.UTF8View, named name: String) -> Int? {
        guard field.starts(with: name.utf8) else { return nil }
        let digits = Substring(field.dropFirst(name.utf8.count))
        // Comparing back refuses a sign and leading zeros.
        guard let number = Int(digits), String(number) == digits else { return nil }
        return number
    }

    private static func base64(_ text: Substring.UTF8View) -> String? {
        let isBase64 = text.allSatisfy { character in
            Base62.contains(character) || character == UInt8(ascii: "+") || character == UInt8(ascii: "/")
        }
        return isBase64 && (11...86).contains(text.count) ? String(Substring(text)) : nil
    }
}
