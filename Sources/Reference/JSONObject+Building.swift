internal import ParlayAPI

extension JSONObject {
    /// With the members of another object; members of this one have precedence.
    func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for member in other.members { merged.add(member.key, member.value) }
        return merged
    }

    /// With another value of a member that is there.
    func replacing(_ key: String, with value: JSONValue) -> JSONObject {
        JSONObject(members.map { ($0.key, $0.key == key ? value : $0.value) })
    }

    init(_ pairs: some Sequence<(String, JSONValue)>) {
        self.init()
        for (key, value) in pairs { add(key, value) }
    }
}

extension JSONValue {
    var asObject: JSONObject? { if case .object(let object) = self { object } else { nil } }

    static func reference(_ kind: String, _ name: String) -> JSONValue {
        ["$ref": .string("#/components/\(kind)/\(name)")]
    }
}
