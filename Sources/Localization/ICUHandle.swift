internal import CICU

/// Why ICU did not do what it was asked: the number of a `UErrorCode`.
struct ICUError: Error, Hashable {
    let code: Int32
}

/// What ICU makes an object of. Also the key by which the objects are kept.
enum ICURecipe: Hashable {
    case message(String)
    /// A skeleton of numbers: `currency/USD`.
    case numbers(String)
    /// A skeleton of dates: `MMMEd`.
    case dates(String)
    case relative
    case list
    case languages
}

/// A value of a message, by its name.
struct NamedArgument: Hashable {
    let name: String
    let value: TextArgument
}

/// An object of ICU. It serves one thread at a time.
@safe final class ICUHandle {
    private let raw: OpaquePointer
    private let recipe: ICURecipe

    init(_ recipe: ICURecipe, locale: String) throws(ICUError) {
        var error: Int32 = 0
        let made =
            switch recipe {
            case .message(let pattern):
                unsafe parlay_icu_message(locale, pattern, Int32(clamping: pattern.utf8.count), &error)
            case .numbers(let skeleton): unsafe parlay_icu_numbers(locale, skeleton, &error)
            case .dates(let skeleton): unsafe parlay_icu_dates(locale, skeleton, &error)
            case .relative: unsafe parlay_icu_relative(locale, &error)
            case .list: unsafe parlay_icu_list(locale, &error)
            case .languages: unsafe parlay_icu_languages(locale, &error)
            }
        guard let made = unsafe made else { throw ICUError(code: -error) }
        unsafe raw = made
        self.recipe = recipe
    }

    deinit { unsafe parlay_icu_close(raw) }

    func message(_ arguments: [NamedArgument]) throws(ICUError) -> String {
        guard case .message = recipe else { throw .misused }
        var bytes: [UInt8] = []
        let places = arguments.map { argument in
            var place = parlay_icu_argument()
            place.name_start = Int32(clamping: bytes.count)
            bytes += argument.name.utf8
            place.name_length = Int32(clamping: bytes.count) - place.name_start
            place.text_start = Int32(clamping: bytes.count)
            switch argument.value {
            case .text(let text):
                bytes += text.utf8
                place.text_length = Int32(clamping: bytes.count) - place.text_start
            case .number(let number):
                place.text_length = -1
                place.number = number
            }
            return place
        }
        return try unsafe ICUText.read { out, capacity in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe places.withUnsafeBufferPointer { places in
                    unsafe parlay_icu_message_format(
                        raw,
                        bytes.assumingMemoryBound(to: CChar.self).baseAddress,
                        places.baseAddress,
                        Int32(clamping: places.count),
                        out,
                        capacity
                    )
                }
            }
        }
    }

    /// The number is a decimal such as `-12.50`.
    func number(_ decimal: String) throws(ICUError) -> String {
        guard case .numbers = recipe else { throw .misused }
        return try unsafe ICUText.read { out, capacity in
            unsafe parlay_icu_numbers_format(raw, decimal, Int32(clamping: decimal.utf8.count), out, capacity)
        }
    }

    /// Milliseconds of the reader's local time.
    func date(_ milliseconds: Int64) throws(ICUError) -> String {
        guard case .dates = recipe else { throw .misused }
        return try unsafe ICUText.read { out, capacity in
            unsafe parlay_icu_dates_format(raw, milliseconds, out, capacity)
        }
    }

    func relative(_ count: Int32, _ unit: RelativeUnit) throws(ICUError) -> String {
        guard case .relative = recipe else { throw .misused }
        return try unsafe ICUText.read { out, capacity in
            unsafe parlay_icu_relative_format(raw, unit.rawValue, count, out, capacity)
        }
    }

    /// - Parameter code: of ISO 639-1.
    func language(_ code: String) throws(ICUError) -> String {
        guard case .languages = recipe else { throw .misused }
        return try unsafe ICUText.read { out, capacity in
            unsafe parlay_icu_languages_name(raw, code, out, capacity)
        }
    }

    func list(_ items: [String]) throws(ICUError) -> String {
        guard case .list = recipe else { throw .misused }
        let bytes = items.flatMap { Array($0.utf8) }
        let lengths = items.map { Int32(clamping: $0.utf8.count) }
        return try unsafe ICUText.read { out, capacity in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe parlay_icu_list_format(
                        raw,
                        bytes.assumingMemoryBound(to: CChar.self).baseAddress,
                        lengths.baseAddress,
                        Int32(clamping: lengths.count),
                        out,
                        capacity
                    )
                }
            }
        }
    }
}

/// The order is that of the header.
enum RelativeUnit: Int32 {
    case year, month, week, day, hour, minute, second
}

extension ICUError {
    /// A handle of another kind, or more bytes than ICU counts: a bug.
    static let misused = ICUError(code: 1)
}

/// Texts that C functions write, and what ICU knows of patterns and plurals.
enum ICUText {
    /// Calls with a buffer that is larger the second time if need be.
    static func read(_ write: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) throws(ICUError) -> String {
        var capacity = 256
        for _ in 0..<2 {
            var length: Int32 = 0
            let text = unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
                length = unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
                    unsafe write(buffer.baseAddress, Int32(clamping: buffer.count))
                }
                return Int(length) <= capacity ? max(0, Int(length)) : 0
            }
            guard length >= 0 else { throw ICUError(code: -length) }
            if Int(length) <= capacity { return text }
            capacity = Int(length)
        }
        throw .misused
    }

    /// Lines of `parlay_icu_message_arguments`.
    static func arguments(of pattern: String) throws(ICUError) -> String {
        try unsafe read { out, capacity in
            unsafe parlay_icu_message_arguments(pattern, Int32(clamping: pattern.utf8.count), out, capacity)
        }
    }

    /// The plural categories of the numbers from 0 to 200.
    static func plurals(_ locale: String, ordinal: Bool) throws(ICUError) -> [String] {
        try unsafe read { out, capacity in
            unsafe parlay_icu_plurals(locale, ordinal ? 1 : 0, 200, out, capacity)
        }
        .split(separator: ",").map(String.init)
    }
}

/// The bytes of a file below 64 KiB; nil if it cannot be read.
func zoneFile(_ path: String) -> [UInt8]? {
    let limit = 65_536
    var length: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        length = unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
            unsafe parlay_zone_file(path, buffer.baseAddress, Int32(limit))
        }
        count = max(0, Int(length))
    }
    return length < 0 || bytes.count == limit ? nil : Array(bytes[...])
}
