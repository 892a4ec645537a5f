import ParlayAPI
import Security

/// Credentials that differ from a valid one in one of their parts.
struct Mutations {
    private let credential: JSONValue
    private let fields: [String]
    private var random: UInt64

    init(of credential: JSONValue, seed: UInt64) {
        self.credential = credential
        random = seed
        fields =
            ["clientDataJSON", "authenticatorData", "signature", "userHandle", "attestationObject"].filter {
                name in
                guard case .object(let object) = credential, case .object(let response)? = object["response"]
                else {
                    return false
                }
                return response[name] != nil
            } + ["id"]
    }

    /// xorshift64*
    private mutating func number(below limit: Int) -> Int {
        random ^= random >> 12
        random ^= random << 25
        random ^= random >> 27
        return Int((random &* 0x2545_F491_4F6C_DD1D) >> 33) % max(1, limit)
    }

    mutating func next() -> JSONValue {
        let name = fields[number(below: fields.count)]
        guard case .object(let object) = credential else { return .null }
        var changed = JSONObject()
        for member in object.members {
            switch (member.key, member.value) {
            case ("id", .string(let text)) where name == "id",
                ("rawId", .string(let text)) where name == "id":
                changed.add(member.key, .string(mutated(text)))
            case ("response", .object(let response)):
                var inner = JSONObject()
                for member in response.members {
                    if member.key == name, case .string(let text) = member.value {
                        inner.add(member.key, .string(mutated(text)))
                    } else {
                        inner.add(member.key, member.value)
                    }
                }
                changed.add(member.key, .object(inner))
            default: changed.add(member.key, member.value)
            }
        }
        return .object(changed)
    }

    private mutating func mutated(_ text: String) -> String {
        guard let bytes = Base64URL.decode(text) else { return "" }
        while true {
            var new = bytes
            let place = number(below: bytes.count)
            switch number(below: 6) {
            case 0, 1: new[place] ^= 1 << UInt8(number(below: 8))
            case 2: new[place] = UInt8(number(below: 256))
            case 3: new.remove(at: place)
            case 4: new.insert(UInt8(number(below: 256)), at: place)
            default: new.removeLast(number(below: new.count))
            }
            if new != bytes { return Base64URL.encode(new) }
        }
    }
}
