extension Language {
    /// The region of a tag such as `de-AT`, if it has formats of its own in this language. ICU keeps memory for each locale that it is
    /// ever asked for, so what a client names is not passed on: other regions read English as the world does (`001`), and other
    /// languages without a region.
    func region(ofTag tag: String) -> String? {
        let parts = tag.prefix(35).split(whereSeparator: { $0 == "-" || $0 == "_" })
            // A single letter begins an extension. A script may stand before the region.
            .dropFirst().prefix(2).prefix { $0.utf8.count > 1 }
        guard let part = parts.first(where: Self.isRegion) else { return nil }
        let region = part.uppercased()
        if Self.regions[self]?.contains(region) == true { return region }
        return self == .en && !Self.likeUnitedStates.contains(region) ? "001" : nil
    }

    private static func isRegion(_ part: Substring) -> Bool {
        part.utf8.count == 2 && part.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 }
            || part.utf8.count == 3 && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// In Spanish and German the regions of ICU 72, in English those that many people live in.
    private static let regions: [Language: Set<String>] = [
        .en: set("001 150 AT AU BE CA CH DE DK FI GB HK IE IL IN KE MT NG NL NZ PH PK SE SG US ZA"),
        .es: set("419 AR BO BR BZ CL CO CR CU DO EA EC ES GQ GT HN IC MX NI PA PE PH PR PY SV US UY VE"),
        .de: set("AT BE CH DE IT LI LU"),
    ]

    /// English without a region is that of the United States.
    private static let likeUnitedStates = set("AS BI GU MH MP PR UM VI")

    private static func set(_ list: String) -> Set<String> {
        Set(list.split(separator: " ").map(String.init))
    }
}
