internal import ParlayAPI

extension JSONObject {
    /// With the members of another object; members of this one have precedence.
    func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for member in other.members { merged.add(member.key, member.value) }
        return merged
    }

    init(_ pairs: some Sequence<(String, JSONValue)>) {
        self.init()
        for (key, value) in pairs { add(key, value) }
    }
}

extension JSONValue {
    static func reference(_ kind: String, _ name: String) -> JSONValue {
        ["$ref": .string("#/components/\(kind)/\(name)")]
    }
}
