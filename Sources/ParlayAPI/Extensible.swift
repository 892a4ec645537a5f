/// A value of an enumeration in an answer, or a newer server's value that this program does not know.
///
/// Apps are older than their server: an answer with a new value must stay readable. So answers have
/// `Extensible<NoticeKind>` where the server itself has `NoticeKind`:
///
///     if notice.kind == .meetupReminder { … }
///     switch notice.kind.known {
///     case .matchMade?: …
///     case nil: show(notice.title)  // notice.kind.rawValue is what the server said
///     default: …
///     }
///
/// `Known` lists its cases, which keeps an `Extensible` from being one and `==` from being ambiguous.
public enum Extensible<Known: RawRepresentable & CaseIterable & Hashable & Sendable>: RawRepresentable,
    Hashable, Sendable
where Known.RawValue: Hashable & Sendable {
    case known(Known)
    case unknown(Known.RawValue)

    /// A value that this program knows.
    @inlinable public init(_ value: Known) { self = .known(value) }

    @inlinable public init(rawValue: Known.RawValue) {
        self = Known(rawValue: rawValue).map { .known($0) } ?? .unknown(rawValue)
    }

    @inlinable public var rawValue: Known.RawValue {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let rawValue): rawValue
        }
    }

    /// `nil` if this program does not know the value.
    @inlinable public var known: Known? {
        switch self {
        case .known(let value): value
        case .unknown: nil
        }
    }

    @inlinable public static func == (left: Extensible, right: Known) -> Bool { left.known == right }
    @inlinable public static func != (left: Extensible, right: Known) -> Bool { left.known != right }
    @inlinable public static func == (left: Known, right: Extensible) -> Bool { left == right.known }
    @inlinable public static func != (left: Known, right: Extensible) -> Bool { left != right.known }

    /// Allows `case .scheduled:` in a `switch` over an `Extensible`.
    @inlinable public static func ~= (pattern: Known, value: Extensible) -> Bool { value.known == pattern }
}

/// Whether there is a value and it equals this one: `wager.winner == .challenger`.
@inlinable public func == <Known>(left: Extensible<Known>?, right: Known) -> Bool { left?.known == right }
/// Whether there is no value or another one.
@inlinable public func != <Known>(left: Extensible<Known>?, right: Known) -> Bool { left?.known != right }

extension Extensible: Codable where Known.RawValue: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(Known.RawValue.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Extensible: JSONWritable where Known.RawValue: JSONWritable {}

extension Extensible: CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}

extension Sequence {
    /// Whether one of the elements is this value.
    @inlinable public func contains<Known>(_ value: Known) -> Bool where Element == Extensible<Known> {
        contains { $0.known == value }
    }
}
