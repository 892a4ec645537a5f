internal import CFIDO2

/// What an authenticator gives with a new credential (WebAuthn Level 3, section 6.5), read by libcbor.
struct AttestationObject: Sendable {
    let format: String
    let authenticatorData: [UInt8]
    /// As CBOR.
    let statement: [UInt8]
    let hasStatement: Bool
    /// With which the statement says that it is signed, as COSE numbers it; `nil` if it does not say.
    let algorithm: Int64?

    /// Longer than any that an authenticator makes.
    private static let longest = 16 * 1024

    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard !bytes.isEmpty, bytes.count <= Self.longest, unsafe parlay_cbor_is_plausible(bytes, bytes.count)
        else { throw .malformed }
        var result = cbor_load_result()
        var item = unsafe cbor_load(bytes, bytes.count, &result)
        guard let whole = unsafe item else { throw .malformed }
        defer { unsafe cbor_decref(&item) }
        guard result.read == bytes.count, unsafe cbor_isa_map(whole),
            unsafe cbor_map_size(whole) == 3, let pairs = unsafe cbor_map_handle(whole)
        else { throw .malformed }
        var format: String?
        var data: [UInt8]?
        var statement: UnsafeMutablePointer<cbor_item_t>?
        for place in 0..<3 {
            guard let key = unsafe pairs[place].key, let value = unsafe pairs[place].value else {
                throw .malformed
            }
            switch unsafe Self.text(key) {
            case "fmt": format = unsafe Self.text(value)
            case "authData": data = unsafe Self.bytes(value)
            case "attStmt": unsafe statement = value
            default: throw .malformed
            }
        }
        guard let format, let data, let statement = unsafe statement, unsafe cbor_isa_map(statement) else {
            throw .malformed
        }
        self.format = format
        authenticatorData = data
        hasStatement = unsafe cbor_map_size(statement) > 0
        algorithm = unsafe Self.algorithm(statement)
        var written = [UInt8](repeating: 0, count: bytes.count)
        let count = unsafe cbor_serialize(statement, &written, written.count)
        guard count > 0 else { throw .malformed }
        self.statement = Array(written.prefix(count))
    }

    private static func algorithm(_ statement: UnsafeMutablePointer<cbor_item_t>) -> Int64? {
        guard let pairs = unsafe cbor_map_handle(statement) else { return nil }
        for place in unsafe 0..<cbor_map_size(statement) {
            guard let key = unsafe pairs[place].key, let value = unsafe pairs[place].value,
                unsafe text(key) == "alg", unsafe cbor_isa_negint(value)
            else { continue }
            return unsafe Int64(exactly: cbor_get_int(value)).map { -1 - $0 }
        }
        return nil
    }

    /// `nil` for what is no text in one piece.
    private static func text(_ item: UnsafeMutablePointer<cbor_item_t>) -> String? {
        guard unsafe cbor_isa_string(item), unsafe cbor_string_is_definite(item),
            let start = unsafe cbor_string_handle(item)
        else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: cbor_string_length(item))
        return unsafe String(validating: bytes, as: UTF8.self)
    }

    private static func bytes(_ item: UnsafeMutablePointer<cbor_item_t>) -> [UInt8]? {
        guard unsafe cbor_isa_bytestring(item), unsafe cbor_bytestring_is_definite(item),
            let start = unsafe cbor_bytestring_handle(item)
        else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start, count: cbor_bytestring_length(item)))
    }
}
