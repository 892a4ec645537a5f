import Foundation
import ParlayAPI
import Testing

@Suite struct JSONWriterTests {
    private func text(_ value: some JSONWritable) -> String {
        String(decoding: value.jsonBytes(), as: UTF8.self)
    }

    @Test func `commas are only between members and elements`() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", [1, 2, 3])
            writer.member("b", [Int]())
            writer.key("c")
            writer.array { writer in
                writer.object { _ in }
                writer.object { $0.member("d", String?.none) }
            }
            writer.member("e", true)
        }
        let written = String(decoding: writer.bytes, as: UTF8.self)
        #expect(written == #"{"a":[1,2,3],"b":[],"c":[{},{"d":null}],"e":true}"#)
    }

    @Test func `every control character is escaped and comes back`() throws {
        for scalar in (1...0x1FF).compactMap(Unicode.Scalar.init) {
            let value = "a\(scalar)b"
            #expect(try JSONDecoder().decode(String.self, from: Data(value.jsonBytes())) == value)
            #expect(try JSONParser.parse(value.jsonBytes()) == .string(value))
        }
        #expect(text("\u{0}\u{1F}\u{8}\t\n\u{C}\r\"\\/é") == #""\u0000\u001f\b\t\n\f\r\"\\/é""#)
    }

    @Test func `numbers are written in their shortest form`() throws {
        #expect(text(4.0) == "4.0")
        #expect(text(0.1) == "0.1")
        #expect(text(Int64.min) == "-9223372036854775808")
        #expect(text(Double.infinity) == "null")
        #expect(text(Double.nan) == "null")
        for value in [1e-7, 1e300, Double.leastNonzeroMagnitude, -2.5, 1e16, .greatestFiniteMagnitude] {
            #expect(try JSONDecoder().decode(Double.self, from: Data(value.jsonBytes())) == value)
        }
        #expect(try text(JSONParser.parse(Array("[1.50,1e3]".utf8))) == "[1.50,1e3]")
    }

    @Test func `a time is a string`() {
        #expect(text(Timestamp(milliseconds: 0)) == #""1970-01-01T00:00:00.000Z""#)
    }

    @Test func `values pass through Codable`() throws {
        let value: JSONValue = [
            "a": [1, true, nil, "x"], "b": ["c": .number(try #require(JSONNumber(1.5)))],
        ]
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(value.jsonBytes())) == value)
    }
}
