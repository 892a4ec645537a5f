internal import ParlayAPI

/// Larger towns of the world by their names, so that people without a position can say where they are, and to name the place
/// of a wager. Data © GeoNames, CC BY 4.0.
struct Towns: Sendable {
    struct Town: Sendable, Equatable {
        let name: String
        /// Without accents, in small letters.
        let key: String
        /// The country by ISO 3166-1, in the United States after the state: `TX US`.
        let region: String
        let place: Place

        /// `Austin, TX`, `Sevilla, ES`
        var label: String { "\(name), \(region.hasSuffix(" US") ? String(region.dropLast(3)) : region)" }
    }

    static let shared = Towns(PackageResources.towns_csv)

    /// The largest first.
    let all: [Town]

    init(_ bytes: [UInt8]) {
        all = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard cells.count == 5, let lat = Double(cells[3]), let lon = Double(cells[4]) else { return nil }
            return Town(
                name: cells[0],
                key: cells[1].isEmpty ? cells[0].lowercased() : cells[1],
                region: cells[2],
                place: Place(lat: lat, lon: lon)
            )
        }
    }

    /// The largest town of that name; a region after a comma decides between several. A name that only begins like it comes
    /// after one that is it.
    func named(_ text: String) -> Town? {
        let halves = text.split(separator: ",", maxSplits: 1).map { $0.trimmed.lowercased() }
        guard let name = halves.first, name.utf8.count >= 2 else { return nil }
        let region = halves.count > 1 ? halves[1] : ""
        func fits(_ town: Town) -> Bool {
            region.isEmpty || town.region.lowercased().split(separator: " ").contains(Substring(region))
        }
        let exact = all.first { ($0.key == name || $0.name.lowercased() == name) && fits($0) }
        return exact
            ?? all.first { ($0.key.hasPrefix(name) || $0.name.lowercased().hasPrefix(name)) && fits($0) }
    }

    /// The nearest town within 60 km.
    func around(_ place: Place) -> Town? {
        var best: (town: Town, distance: Double)?
        for town in all where abs(town.place.lat - place.lat) < 0.6 && abs(town.place.lon - place.lon) < 1.2 {
            let (lat, lon) = (town.place.lat - place.lat, (town.place.lon - place.lon) * 0.7)
            let distance = lat * lat + lon * lon
            if distance < (best?.distance ?? .infinity) { best = (town, distance) }
        }
        return best?.town
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

/// Where the person said to be: a town, or a position from the browser.
struct Whereabouts: Equatable {
    let place: Place
    /// `nil` for a position.
    let town: Towns.Town?

    /// - Parameter text: `30.2672,-97.7431`, or the name of a town.
    /// - Returns: `nil` if it is neither.
    init?(_ text: String) {
        let halves = text.split(separator: ",", omittingEmptySubsequences: false)
        if halves.count == 2, let lat = Double(halves[0]), let lon = Double(halves[1]) {
            guard abs(lat) <= 90, abs(lon) <= 180 else { return nil }
            place = Place(lat: lat, lon: lon)
            town = nil
        } else if let found = Towns.shared.named(text) {
            place = found.place
            town = found
        } else {
            return nil
        }
    }

    /// As the call takes it.
    var query: String { "\(place.lat),\(place.lon)" }
}
