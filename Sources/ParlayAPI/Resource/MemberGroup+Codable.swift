// For clients: the declaration that writes a server's answer also reads it, and that of a body encodes it.

extension MemberGroup {
    public init(from decoder: any Decoder) throws {
        // Every member is replaced, or decoding fails.
        self = Self.example
        var visitor = MemberDecoder(decoder, container: try decoder.container(keyedBy: JSONKey.self))
        members(&visitor)
        if let error = visitor.error { throw error }
    }

    public func encode(to encoder: any Encoder) throws {
        var visitor = MemberEncoder(encoder)
        var copy = self
        copy.members(&visitor)
        if let error = visitor.error { throw error }
    }
}

/// Sets each member from a decoder. Unknown members are ignored.
private struct MemberDecoder: MemberVisitor {
    private let decoder: any Decoder
    private let container: KeyedDecodingContainer<JSONKey>
    /// The first one; what follows it is not read.
    private(set) var error: (any Error)?

    init(_ decoder: any Decoder, container: KeyedDecodingContainer<JSONKey>) {
        self.decoder = decoder
        self.container = container
    }

    mutating func visit<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value,
        _ note: MemberNote
    ) { read("\(name)", &value) }

    mutating func visitIfPresent<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value?,
        _ note: MemberNote
    ) { read("\(name)", &value) }

    mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ value: inout Value) {
        guard error == nil else { return }
        let key = JSONKey(field.name)
        if let absent = field.absent, !container.contains(key) {
            value = absent
        } else {
            do { value = try container.decode(Value.self, forKey: key) } catch { self.error = error }
        }
    }

    mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ change: inout Change<Value>) {
        change = .keep
        let key = JSONKey(field.name)
        guard error == nil, container.contains(key) else { return }
        do { change = .set(try container.decode(Value.self, forKey: key)) } catch { self.error = error }
    }

    mutating func members<Group: MemberGroup>(of group: inout Group) {
        guard error == nil else { return }
        do { group = try Group(from: decoder) } catch { self.error = error }
    }

    mutating func members<Group: MemberGroup>(of group: inout Group?, in module: Module) {
        guard error == nil else { return }
        let isThere = Group.memberFields.contains { container.contains(JSONKey($0.name)) }
        do { group = isThere ? try Group(from: decoder) : nil } catch { self.error = error }
    }

    private mutating func read<Value: MemberValue>(_ name: String, _ value: inout Value) {
        guard error == nil else { return }
        do { value = try member(JSONKey(name)) } catch { self.error = error }
    }

    private func member<Value: MemberValue>(_ key: JSONKey) throws -> Value {
        if let absent = Value.whenAbsent, try !container.contains(key) || container.decodeNil(forKey: key) {
            return absent
        }
        return try container.decode(Value.self, forKey: key)
    }
}

private struct MemberEncoder: MemberVisitor {
    private let encoder: any Encoder
    private var container: KeyedEncodingContainer<JSONKey>
    private(set) var error: (any Error)?

    init(_ encoder: any Encoder) {
        self.encoder = encoder
        container = encoder.container(keyedBy: JSONKey.self)
    }

    mutating func visit<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value,
        _ note: MemberNote
    ) { write("\(name)", value) }

    mutating func visitIfPresent<Value: MemberValue>(
        _ name: StaticString,
        _ value: inout Value?,
        _ note: MemberNote
    ) {
        if let value { write("\(name)", value) }
    }

    mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ value: inout Value) {
        if (value as? any OptionalValue)?.isNil != true { write(field.name, value) }
    }

    mutating func field<Value: BodyValue>(_ field: BodyField<Value>, _ change: inout Change<Value>) {
        if case .set(let value) = change { write(field.name, value) }
    }

    mutating func members(of group: inout some MemberGroup) { group.members(&self) }

    mutating func members<Group: MemberGroup>(of group: inout Group?, in module: Module) {
        group?.members(&self)
    }

    private mutating func write(_ name: String, _ value: some Encodable) {
        guard error == nil else { return }
        do { try container.encode(value, forKey: JSONKey(name)) } catch { self.error = error }
    }
}

private protocol OptionalValue {
    var isNil: Bool { get }
}

extension Optional: OptionalValue {
    fileprivate var isNil: Bool { self == nil }
}
