/// A value that writes itself as JSON. Resources always write every field, `null` if it is empty.
public protocol JSONWritable {
    func write(to writer: inout JSONWriter)
}

extension JSONWritable {
    /// The value as a whole document.
    public func jsonBytes() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

/// Writes compact JSON, front to back. It adds the commas; the caller pairs keys with values.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    public init(capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "{"))
        members(&self)
        end(UInt8(ascii: "}"))
    }

    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "["))
        elements(&self)
        end(UInt8(ascii: "]"))
    }

    /// The key of the value that is written next.
    public mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// The key of the value that is written next, which needs no escapes.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        unsafe bytes.append(
            contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        )
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    @inlinable
    public mutating func member(_ name: String, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    @inlinable
    public mutating func member(_ name: some CodingKey, _ value: some JSONWritable) {
        key(name.stringValue)
        value.write(to: &self)
    }

    public mutating func null() {
        literal("null")
    }

    public mutating func bool(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    public mutating func integer(_ value: Int64) {
        literal(value.description)
    }

    /// The shortest form that reads back as the same number; `null` for infinities and NaN, which JSON does not have.
    public mutating func double(_ value: Double) {
        if value.isFinite { literal(value.description) } else { null() }
    }

    public mutating func number(_ value: JSONNumber) {
        literal(value.text)
    }

    public mutating func timestamp(_ value: Timestamp) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        value.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { utf8 in
            var start = 0
            for position in 0..<utf8.count {
                let byte = unsafe utf8[position]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                    continue
                }
                unsafe bytes.append(contentsOf: utf8[start..<position])
                escape(byte)
                start = position + 1
            }
            unsafe bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 0x0F)])
        }
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes the comma before a value if needed, and remembers that the next value needs one.
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }
}

// MARK: - Values of the standard library

extension String: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Int64: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Double: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    @inlinable
    public func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.null() }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    @inlinable
    public func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for element in self { element.write(to: &writer) }
        }
    }
}

/// An enumeration writes its raw value.
extension JSONWritable where Self: RawRepresentable, RawValue: JSONWritable {
    @inlinable
    public func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }
}
