/// In JSON, an absent key means keep. Synthesized conformances use these overloads for a field that is a `Change`.
extension Change: Codable where Value: Codable {
    public init(from decoder: any Decoder) throws {
        self = .set(try Value(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        if case .set(let value) = self { try value.encode(to: encoder) }
    }
}

extension KeyedDecodingContainer {
    func decode<Value: Codable>(_ type: Change<Value>.Type, forKey key: Key) throws -> Change<Value> {
        contains(key) ? .set(try decode(Value.self, forKey: key)) : .keep
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Codable>(_ change: Change<Value>, forKey key: Key) throws {
        if case .set(let value) = change { try encode(value, forKey: key) }
    }
}
