/// A value that writes itself as JSON. Resources always write every field, `null` if it is empty.
package protocol JSONWritable: Sendable {
    func write(to writer: inout JSONWriter)

    /// Writes each of an array's elements. A requirement, so that each type has code of its own: then a list is written
    /// without looking up what its elements are. There is nothing to implement.
    static func write(elements: [Self], to writer: inout JSONWriter)
}

extension JSONWritable {
    /// The value as a whole document.
    package func jsonBytes() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.takeBytes()
    }

    package static func write(elements: [Self], to writer: inout JSONWriter) {
        guard let first = elements.first else { return }
        let start = writer.count
        first.write(to: &writer)
        writer.reserve(for: elements.count - 1, like: writer.count - start)
        for index in 1..<elements.count { elements[index].write(to: &writer) }
    }
}

/// Writes compact JSON, front to back. It adds the commas; the caller pairs keys with values.
package struct JSONWriter: Sendable {
    private var buffer: JSONBuffer

    /// - Parameter capacity: in bytes. More are possible, at the price of a copy.
    package init(capacity: Int = 960) {
        buffer = JSONBuffer(capacity: capacity)
    }

    /// What was written.
    package var bytes: [UInt8] { buffer.document }

    /// The number of bytes written, with the comma after the last value.
    var count: Int { buffer.count }

    /// What was written, without a copy. The writer is empty then.
    package mutating func takeBytes() -> [UInt8] { buffer.takeDocument() }

    /// Makes room for values of about this size.
    mutating func reserve(for values: Int, like size: Int) {
        // Not for very many: the first may be much longer than the others.
        buffer.reserve(min(values * (size + size / 8), 256 * 1024))
    }

    @inlinable
    package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        begin(UInt8(ascii: "{"))
        try members(&self)
        end(UInt8(ascii: "}"))
    }

    @inlinable
    package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        begin(UInt8(ascii: "["))
        elements(&self)
        end(UInt8(ascii: "]"))
    }

    /// The key of the value that is written next.
    package mutating func key(_ name: String) { buffer.append(key: name) }

    /// The key of the value that is written next, which needs no escapes.
    package mutating func key(_ name: StaticString) { buffer.append(key: name) }

    @inlinable
    package mutating func member(_ name: String, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    @inlinable
    package mutating func member(_ name: some CodingKey, _ value: some JSONWritable) {
        key(name.stringValue)
        value.write(to: &self)
    }

    package mutating func null() { buffer.append(literal: "null") }

    package mutating func bool(_ value: Bool) {
        if value { buffer.append(literal: "true") } else { buffer.append(literal: "false") }
    }

    package mutating func integer(_ value: Int64) { buffer.append(value) }

    /// The shortest form that reads back as the same number; `null` for infinities and NaN, which JSON does not have.
    package mutating func double(_ value: Double) {
        if value.isFinite { buffer.append(literal: value.description) } else { null() }
    }

    package mutating func number(_ value: JSONNumber) { buffer.append(literal: value.text) }

    package mutating func timestamp(_ value: Timestamp) { buffer.append(value) }

    package mutating func string(_ value: String) { buffer.append(quoting: value) }

    @usableFromInline mutating func begin(_ bracket: UInt8) { buffer.begin(bracket) }

    @usableFromInline mutating func end(_ bracket: UInt8) { buffer.end(bracket) }
}

// MARK: - Values of the standard library

extension String: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Int64: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Double: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.null() }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.array { writer in Element.write(elements: self, to: &writer) }
    }
}

/// An enumeration writes its raw value.
extension JSONWritable where Self: RawRepresentable, RawValue: JSONWritable {
    @inlinable
    package func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }
}

extension JSONValue {
    /// A value as it writes itself, which parses.
    package init(written value: some JSONWritable) {
        self = (try? JSONParser.parse(value.jsonBytes())) ?? .null
    }
}
