/// A value with the version that was read. Its members are the value's own:
///
///     let me = try await parlay.profiles.me()
///     print(me.bio)
///     try await parlay.profiles.update(ifUnchanged: me) { $0.bio = .set("Hi") }
@dynamicMemberLookup
public struct Versioned<Value: Sendable>: Sendable {
    /// As it was read.
    public var value: Value
    /// `nil` if the server sent none.
    public let version: EntityTag?

    /// - Parameter version: `nil` if the server sent none; `ifUnchanged` then has no effect.
    public init(_ value: Value, version: EntityTag?) {
        self.value = value
        self.version = version
    }

    /// A member of the value.
    public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}

extension Versioned: Equatable where Value: Equatable {}
extension Versioned: Hashable where Value: Hashable {}

extension Versioned: Identifiable where Value: Identifiable {
    public var id: Value.ID { value.id }
}

/// The version of a resource: the content of `ETag` and `If-Match`, including quotes.
public struct EntityTag: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
