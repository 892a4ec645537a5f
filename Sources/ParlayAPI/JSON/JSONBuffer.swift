/// The bytes that a `JSONWriter` writes. A comma follows every value; the end of an object or array, or of the document,
/// replaces it, so that nothing must be remembered between two values.
///
/// The array has room after what is written, filled with zeros, because appending to an array checks more than writing
/// to one that is long enough. All unsafe code of the writer is here.
struct JSONBuffer: Sendable {
    private var bytes: [UInt8]
    /// The number of bytes written.
    private(set) var count = 0
    /// The key that is written with the next value, in one step with it; empty if there is none.
    private var key: StaticString = ""

    init(capacity: Int) {
        bytes = [UInt8](repeating: 0, count: max(capacity, 16))
    }

    /// Makes room for so many more bytes, so that they are not moved while they are written.
    mutating func reserve(_ room: Int) {
        if bytes.count - count < room { grow(room) }
    }

    /// The document alone, without the comma after it.
    var document: [UInt8] { Array(bytes[..<documentCount]) }

    /// Takes the document out: the array that was written, without a copy.
    mutating func takeDocument() -> [UInt8] {
        let unused = bytes.count - documentCount
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        count = 0
        taken.removeLast(unused)
        return taken
    }

    private var documentCount: Int {
        count > 0 && bytes[count - 1] == UInt8(ascii: ",") ? count - 1 : count
    }

    @inline(never)
    private mutating func grow(_ room: Int) {
        var larger = [UInt8](repeating: 0, count: max(2 * bytes.count, count + room))
        unsafe larger.withUnsafeMutableBytes { larger in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
        }
        bytes = larger
    }

    /// Appends the key of the value, if it has one, and the bytes that `fill` writes and counts, which are at most `room`.
    @inline(__always)
    private mutating func append(_ room: Int, _ fill: (UnsafeMutableRawPointer) -> Int) {
        let key = key
        let length = key.utf8CodeUnitCount
        let start = count
        if bytes.count - start < room + length + 3 { grow(room + length + 3) }
        count += unsafe bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            let target = unsafe base + start
            guard length > 0 else { return unsafe fill(target) }
            unsafe target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            unsafe Self.copy(key.utf8Start, length, to: target + 1)
            unsafe target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length + 1, as: UInt8.self)
            unsafe target.storeBytes(of: UInt8(ascii: ":"), toByteOffset: length + 2, as: UInt8.self)
            return unsafe length + 3 + fill(target + (length + 3))
        }
        if length > 0 { self.key = "" }
    }

    // MARK: Structure

    mutating func begin(_ bracket: UInt8) {
        unsafe append(1) { target in
            unsafe target.storeBytes(of: bracket, as: UInt8.self)
            return 1
        }
    }

    mutating func end(_ bracket: UInt8) {
        if count > 0, bytes[count - 1] == UInt8(ascii: ",") { count -= 1 }
        unsafe append(2) { target in
            unsafe target.storeBytes(of: bracket, as: UInt8.self)
            unsafe target.storeBytes(of: UInt8(ascii: ","), toByteOffset: 1, as: UInt8.self)
            return 2
        }
    }

    /// The key of the next value, which needs no escapes.
    @inline(__always)
    mutating func append(key: StaticString) {
        if key.utf8CodeUnitCount > 0 {
            self.key = key
        } else {
            append(key: String())
        }
    }

    mutating func append(key: String) {
        append(quoting: key)
        endKey()
    }

    /// Makes the string that was written last a key.
    private mutating func endKey() {
        guard count > 0 else { return }
        bytes[count - 1] = UInt8(ascii: ":")
    }

    // MARK: Values

    /// A value that is written as it is, such as a number.
    mutating func append(literal text: String) {
        let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe append(literal: $0)
        }
        if isWritten == nil { append(literal: String(decoding: Array(text.utf8), as: UTF8.self)) }
    }

    private mutating func append(literal text: UnsafeBufferPointer<UInt8>) {
        unsafe append(text.count + 1) { target in
            if let start = text.baseAddress { unsafe Self.copy(start, text.count, to: target) }
            unsafe target.storeBytes(of: UInt8(ascii: ","), toByteOffset: text.count, as: UInt8.self)
            return text.count + 1
        }
    }

    mutating func append(literal text: StaticString) {
        let length = text.utf8CodeUnitCount
        unsafe append(length + 1) { target in
            unsafe Self.copy(text.utf8Start, length, to: target)
            unsafe target.storeBytes(of: UInt8(ascii: ","), toByteOffset: length, as: UInt8.self)
            return length + 1
        }
    }

    mutating func append(_ value: Int64) {
        unsafe append(21) { target in
            var rest = value.magnitude
            var length = value < 0 ? 2 : 1
            var limit: UInt64 = 10
            while rest >= limit {
                length += 1
                limit *= 10
            }
            if value < 0 { unsafe target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self) }
            var position = length
            repeat {
                position -= 1
                let digit = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                unsafe target.storeBytes(of: digit, toByteOffset: position, as: UInt8.self)
                rest /= 10
            } while rest > 0
            unsafe target.storeBytes(of: UInt8(ascii: ","), toByteOffset: length, as: UInt8.self)
            return length + 1
        }
    }

    mutating func append(_ time: Timestamp) {
        let words = time.words
        unsafe append(27) { target in
            unsafe target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            unsafe target.storeBytes(of: words.0.littleEndian, toByteOffset: 1, as: UInt64.self)
            unsafe target.storeBytes(of: words.1.littleEndian, toByteOffset: 9, as: UInt64.self)
            unsafe target.storeBytes(of: words.2.littleEndian, toByteOffset: 17, as: UInt64.self)
            unsafe target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 25, as: UInt8.self)
            unsafe target.storeBytes(of: UInt8(ascii: ","), toByteOffset: 26, as: UInt8.self)
            return 27
        }
    }

    mutating func append(quoting text: String) {
        let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe append(quoting: $0)
        }
        // On Apple's systems a string can be one of Foundation.
        if isWritten == nil { append(quoting: String(decoding: Array(text.utf8), as: UTF8.self)) }
    }

    private mutating func append(quoting text: UnsafeBufferPointer<UInt8>) {
        guard let source = unsafe UnsafeRawPointer(text.baseAddress), !text.isEmpty else {
            return append(literal: "\"\"")
        }
        let length = text.count
        var isPlain = true
        unsafe append(length + 3) { target in
            isPlain = unsafe Self.copyPlain(source, length, to: target + 1)
            guard isPlain else { return 0 }
            unsafe target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            unsafe target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length + 1, as: UInt8.self)
            unsafe target.storeBytes(of: UInt8(ascii: ","), toByteOffset: length + 2, as: UInt8.self)
            return length + 3
        }
        if !isPlain { unsafe append(escaping: text) }
    }

    // MARK: Copying

    /// Copies bytes. Short ones, as most are, without a call: two words that may overlap cover them.
    @inline(__always)
    private static func copy(_ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutableRawPointer)
    {
        let source = unsafe UnsafeRawPointer(source)
        switch count {
        case 8...16:
            unsafe copy(UInt64.self, source, to: target)
            unsafe copy(UInt64.self, source + (count - 8), to: target + (count - 8))
        case 4...7:
            unsafe copy(UInt32.self, source, to: target)
            unsafe copy(UInt32.self, source + (count - 4), to: target + (count - 4))
        case 2...3:
            unsafe copy(UInt16.self, source, to: target)
            unsafe copy(UInt16.self, source + (count - 2), to: target + (count - 2))
        default: unsafe target.copyMemory(from: source, byteCount: count)
        }
    }

    @inline(__always)
    private static func copy<Word: BitwiseCopyable>(
        _ type: Word.Type,
        _ source: UnsafeRawPointer,
        to target: UnsafeMutableRawPointer
    ) {
        unsafe target.storeBytes(of: source.loadUnaligned(as: Word.self), as: Word.self)
    }

    /// Copies text, eight bytes at a time; false if it needs escapes, and then the copy is not complete.
    @inline(__always)
    private static func copyPlain(
        _ source: UnsafeRawPointer,
        _ count: Int,
        to target: UnsafeMutableRawPointer
    ) -> Bool {
        guard count >= 8 else { return unsafe copyShort(source, count, to: target) }
        var position = 0
        while position <= count - 8 {
            let word = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            if needsEscapes(word) { return false }
            unsafe target.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
            position += 8
        }
        // The last eight bytes, some of which are copied again.
        let word = unsafe source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        if needsEscapes(word) { return false }
        unsafe target.storeBytes(of: word, toByteOffset: count - 8, as: UInt64.self)
        return true
    }

    /// The same for one to seven bytes.
    @inline(__always)
    private static func copyShort(
        _ source: UnsafeRawPointer,
        _ count: Int,
        to target: UnsafeMutableRawPointer
    ) -> Bool {
        if count >= 4 {
            let first = unsafe source.loadUnaligned(as: UInt32.self)
            let last = unsafe source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            if needsEscapes(UInt64(first) | UInt64(last) << 32) { return false }
            unsafe target.storeBytes(of: first, as: UInt32.self)
            unsafe target.storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
            return true
        }
        for position in 0..<count {
            let byte = unsafe source.load(fromByteOffset: position, as: UInt8.self)
            if needsEscape(byte) { return false }
            unsafe target.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
        }
        return true
    }

    /// Whether any of eight bytes is a control character, a quote or a backslash: subtracting borrows from the highest
    /// bit of a byte that was too small, and bytes that had this bit set are not such characters.
    @inline(__always)
    private static func needsEscapes(_ word: UInt64) -> Bool {
        let quote = word ^ 0x2222_2222_2222_2222
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let control = (word &- 0x2020_2020_2020_2020) & ~word
        let equal =
            ((quote &- 0x0101_0101_0101_0101) & ~quote)
            | ((backslash &- 0x0101_0101_0101_0101) & ~backslash)
        return (control | equal) & 0x8080_8080_8080_8080 != 0
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    // MARK: Escaping

    /// A string with escapes; each byte can become six.
    @inline(never)
    private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
        begin(UInt8(ascii: "\""))
        var start = 0
        while start < text.count {
            // Some at a time, because the room is for the longest that they can become.
            let end = min(start + 256, text.count)
            unsafe append(6 * (end - start)) { target in
                var length = 0
                for position in start..<end {
                    length += unsafe Self.escape(text[position], to: target + length)
                }
                return length
            }
            start = end
        }
        unsafe append(2) { target in
            unsafe target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            unsafe target.storeBytes(of: UInt8(ascii: ","), toByteOffset: 1, as: UInt8.self)
            return 2
        }
    }

    /// Writes a byte of a string, escaped if needed, and returns how many bytes it became.
    @inline(__always)
    private static func escape(_ byte: UInt8, to target: UnsafeMutableRawPointer) -> Int {
        guard needsEscape(byte) else {
            unsafe target.storeBytes(of: byte, as: UInt8.self)
            return 1
        }
        unsafe target.storeBytes(of: UInt8(ascii: "\\"), as: UInt8.self)
        let letter =
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0A: UInt8(ascii: "n")
            case 0x0C: UInt8(ascii: "f")
            case 0x0D: UInt8(ascii: "r")
            default: UInt8(ascii: "u")
            }
        unsafe target.storeBytes(of: letter, toByteOffset: 1, as: UInt8.self)
        guard letter == UInt8(ascii: "u") else { return 2 }
        let low = byte & 0x0F
        unsafe target.storeBytes(of: 0x3030, toByteOffset: 2, as: UInt16.self)
        unsafe target.storeBytes(of: UInt8(ascii: "0") + byte >> 4, toByteOffset: 4, as: UInt8.self)
        let digit = low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10
        unsafe target.storeBytes(of: digit, toByteOffset: 5, as: UInt8.self)
        return 6
    }
}
