internal import CMicroHTTPD
internal import Glibc
internal import ParlayAPI

/// The head of a request in the daemon's buffer.
///
/// libmicrohttpd 0.9.75 accepts bare line feeds, joins folded lines to the field's name, ends a value at a NUL and
/// keeps spaces before a colon in the name. Other programs read each of these differently. The daemon hides the
/// bytes, but not where the parts are: if the request line and the fields follow one another without a gap, they were
/// written as RFC 9112 demands.
@safe struct RawHead {
    private(set) var headers = Headers(capacity: 8)
    private(set) var isWellFormed = true
    /// Where the next field must begin.
    private var expected: UInt = 0

    /// - Parameter target: the position and length of the request target.
    init(
        of connection: OpaquePointer,
        method: UnsafePointer<CChar>,
        target: (start: UInt, count: Int),
        version: UnsafePointer<CChar>
    ) {
        let methodName = unsafe UnsafeRawBufferPointer(start: method, count: strlen(method))
        let versionStart = UInt(bitPattern: version)
        isWellFormed =
            unsafe methodName.allSatisfy(Self.isToken) && !methodName.isEmpty
            && target.start == UInt(bitPattern: method) + UInt(methodName.count) + 1
            && versionStart == target.start + UInt(target.count) + 1
        expected = versionStart + 8 + 2
        unsafe withUnsafeMutablePointer(to: &self) { pointer in
            _ = unsafe MHD_get_connection_values_n(
                connection,
                .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    guard let context = unsafe context, let name = unsafe name else { return .YES }
                    let head = unsafe context.assumingMemoryBound(to: RawHead.self)
                    unsafe head.pointee.add(
                        UnsafeRawBufferPointer(start: name, count: nameSize),
                        UnsafeRawBufferPointer(start: value, count: unsafe value == nil ? 0 : valueSize)
                    )
                    return .YES
                },
                pointer
            )
        }
        // The empty line ends what the daemon counts as the head.
        let size = unsafe parlay_mhd_header_size(connection)
        if expected + 2 != UInt(bitPattern: method) + UInt(size) { isWellFormed = false }
    }

    private mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let (nameStart, valueStart) = (
            UInt(bitPattern: name.baseAddress), UInt(bitPattern: value.baseAddress)
        )
        let nameEnd = nameStart + UInt(name.count)
        // The daemon omits a colon, the spaces after it, and the end of the line.
        let isInPlace = unsafe nameStart == expected && valueStart > nameEnd && !name.isEmpty
        if unsafe !isInPlace || !name.allSatisfy(Self.isToken) || !value.allSatisfy(Self.isText) {
            isWellFormed = false
        }
        expected = valueStart + UInt(value.count) + 2
        let end = unsafe value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
        let field = unsafe String(decoding: name, as: UTF8.self)
        // The daemon recognizes "chunked" only without trailing spaces, and would otherwise take everything that
        // follows as the body.
        if end < value.count, Headers.equal(field, "Transfer-Encoding") { isWellFormed = false }
        let text = unsafe String(decoding: UnsafeRawBufferPointer(rebasing: value[..<end]), as: UTF8.self)
        guard !MarkRun.isTooLong(in: text) else { return isWellFormed = false }
        headers.add(field, text)
    }

    /// RFC 9110, 5.6.2.
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
}
