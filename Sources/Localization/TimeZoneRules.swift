internal import ParlayAPI
internal import Synchronization

/// A time zone as the system knows it (RFC 9636), from the files that PostgreSQL reads too. ICU brings zones of its own, which
/// are as old as its release.
final class TimeZoneRules: Sendable {
    /// What clocks show during a time.
    struct Offset: Hashable {
        /// East of Greenwich.
        var seconds: Int64
        /// `CEST`, or `+03` where there is none.
        var abbreviation: String
    }

    let name: String
    private let file: TimeZoneFile
    private let rule: TimeZoneRule?

    /// Nil if the system has no such zone.
    private init?(reading name: String) {
        guard Self.isName(name), let bytes = zoneFile("/usr/share/zoneinfo/\(name)"),
            let file = TimeZoneFile(bytes)
        else { return nil }
        self.name = name
        self.file = file
        rule = TimeZoneRule(file.footer)
    }

    /// UTC without a file.
    private init() {
        name = "UTC"
        file = TimeZoneFile.utc
        rule = nil
    }

    static let utc = TimeZoneRules()

    /// The zones that were asked for last.
    private static let known = Mutex<[String: TimeZoneRules]>([:])

    static func named(_ name: String) -> TimeZoneRules? {
        if name == utc.name { return utc }
        return known.withLock { known in
            if let found = known[name] { return found }
            guard let read = TimeZoneRules(reading: name) else { return nil }
            if known.count >= 128 { known.removeAll() }
            known[name] = read
            return read
        }
    }

    /// No path leaves the folder.
    private static func isName(_ name: String) -> Bool {
        let isPlain = name.utf8.allSatisfy { byte in
            0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || [0x2B, 0x2D, 0x2F, 0x5F].contains(byte)
        }
        // The folders `posix` and `right` and the file `localtime` are the system's own.
        return isPlain && 1...64 ~= name.utf8.count && !name.hasPrefix("/")
            && 0x41...0x5A ~= name.utf8.first ?? 0
    }

    func offset(at seconds: Int64) -> Offset {
        if let rule, seconds >= file.lastTransition ?? .min { return rule.offset(at: seconds) }
        return file.offset(at: seconds)
    }

    /// The moment at which clocks show the time: the earlier of two, nil if they skip it.
    func seconds(showing civil: Int64) -> Int64? {
        let day: Int64 = 86_400
        return [civil - day, civil, civil + day]
            .map { civil - offset(at: $0).seconds }
            .filter { $0 + offset(at: $0).seconds == civil }
            .min()
    }
}

/// The part of a TZif file with times of 64 bits. It stays in its bytes: a zone has hundreds of transitions.
struct TimeZoneFile: Sendable {
    private let bytes: [UInt8]
    private let transitions: Int
    private let types: Int
    /// Where the parts begin.
    private let indexes: Int
    private let infos: Int
    private let abbreviations: Int
    /// A rule of POSIX for the time after the last transition.
    let footer: String

    static let utc = TimeZoneFile()

    private init() {
        (bytes, transitions, types, indexes, infos, abbreviations) = (
            [0, 0, 0, 0, 0, 0] + "UTC\0".utf8, 0, 1, 0, 0, 6
        )
        footer = ""
    }

    init?(_ file: [UInt8]) {
        guard let first = Header(file, at: 0), first.version >= 0x32,
            let second = Header(file, at: 44 + first.size(ofTime: 4))
        else { return nil }
        let start = 44 + first.size(ofTime: 4) + 44
        let end = start + second.size(ofTime: 8)
        guard second.types > 0, second.letters > 0, end <= file.count else { return nil }
        bytes = Array(file[start..<end])
        (transitions, types) = (second.transitions, second.types)
        indexes = transitions * 8
        infos = indexes + transitions
        abbreviations = infos + types * 6
        footer = String(decoding: file[end...].drop { $0 == 0x0A }.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    private struct Header {
        var version: UInt8
        var utcFlags, standardFlags, leaps, transitions, types, letters: Int

        init?(_ file: [UInt8], at start: Int) {
            guard start + 44 <= file.count, file[start..<start + 4].elementsEqual("TZif".utf8) else {
                return nil
            }
            version = file[start + 4]
            let counts = (0..<6).map { TimeZoneFile.number(file, at: start + 20 + $0 * 4, bytes: 4) }
            // A file has at most 64 KiB.
            guard counts.allSatisfy({ 0...65_536 ~= $0 }) else { return nil }
            (utcFlags, standardFlags, leaps) = (Int(counts[0]), Int(counts[1]), Int(counts[2]))
            (transitions, types, letters) = (Int(counts[3]), Int(counts[4]), Int(counts[5]))
        }

        func size(ofTime time: Int) -> Int {
            transitions * (time + 1) + types * 6 + letters + leaps * (time + 4) + standardFlags + utcFlags
        }
    }

    var lastTransition: Int64? {
        transitions == 0 ? nil : time(transitions - 1)
    }

    func offset(at seconds: Int64) -> TimeZoneRules.Offset {
        // The number of transitions up to then.
        var (low, high) = (0, transitions)
        while low < high {
            let middle = (low + high) / 2
            if time(middle) <= seconds { low = middle + 1 } else { high = middle }
        }
        let type = low == 0 ? 0 : Int(bytes[indexes + low - 1])
        let info = infos + min(type, types - 1) * 6
        let letters = bytes[min(abbreviations + Int(bytes[info + 5]), bytes.count)...].prefix { $0 != 0 }
        return TimeZoneRules.Offset(
            seconds: Self.number(bytes, at: info, bytes: 4),
            abbreviation: String(decoding: letters, as: UTF8.self)
        )
    }

    private func time(_ index: Int) -> Int64 {
        Self.number(bytes, at: index * 8, bytes: 8)
    }

    /// Big-endian, in two's complement.
    private static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> Int64 {
        var value: Int64 = bytes[start] >= 0x80 ? -1 : 0
        for byte in bytes[start..<start + count] { value = value << 8 | Int64(byte) }
        return value
    }
}
