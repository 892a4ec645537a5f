/// The content coding that a client prefers (RFC 9110, 12.5.3).
package enum AcceptEncoding {
    /// Whether the client accepts gzip and prefers nothing else. Without the header nothing is encoded; malformed
    /// parts are ignored.
    package static func prefersGzip(_ values: [String]) -> Bool {
        var gzip: Int?
        var identity: Int?
        var any: Int?
        for element in values.lazy.flatMap({ $0.split(separator: ",") }) {
            let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let name = parts.first, let weight = weight(parts.dropFirst()) else { continue }
            switch name.lowercased() {
            case "gzip", "x-gzip": gzip = max(gzip ?? 0, weight)
            case "identity": identity = weight
            case "*": any = weight
            default: break
            }
        }
        let wanted = gzip ?? any ?? 0
        return wanted > 0 && wanted >= identity ?? 0
    }

    /// In thousandths; 1000 without a parameter, `nil` if it is malformed (RFC 9110, 12.4.2).
    private static func weight(_ parameters: ArraySlice<String>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        guard parameters.count == 1, parameter.lowercased().hasPrefix("q=") else { return nil }
        let digits = parameter.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(digits.count), let whole = Int(digits[0]), digits[0].count == 1, whole <= 1
        else {
            return nil
        }
        let fraction = digits.count > 1 ? digits[1] : ""
        guard fraction.count <= 3, fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let thousandths = Int(fraction + String(repeating: "0", count: 3 - fraction.count)) ?? 0
        let weight = whole * 1000 + thousandths
        return weight <= 1000 ? weight : nil
    }
}
