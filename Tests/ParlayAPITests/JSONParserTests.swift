import Foundation
import ParlayAPI
import Testing

@Suite struct JSONParserTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

    @Test func `values of each kind are read`() throws {
        let text = #" { "a" : [ 1 , -2.50, true, false, null, "x\u00e9\ud83d\ude00\n\/" ], "b": {} } "#
        let number = try parse("-2.50")
        #expect(
            try parse(text) == ["a": [1, number, true, false, nil, "xé😀\n/"], "b": .object(JSONObject())]
        )
    }

    @Test func `integers and other numbers are told apart`() throws {
        #expect(try parse("1") == .integer(1))
        #expect(try parse("-0") == .integer(0))
        #expect(try parse("9223372036854775807") == .integer(.max))
        #expect(try parse("-9223372036854775808") == .integer(.min))
        for text in ["1.0", "1e3", "1E-2", "9223372036854775808", "-9223372036854775809", "1e999", "-0.0"] {
            guard case .number(let number) = try parse(text) else {
                Issue.record("\(text) is not a number with its text")
                continue
            }
            #expect(number.text == text)
        }
    }

    @Test func `keys keep their order and are found among many`() throws {
        let names = (0..<100).map { "key\(99 - $0)" }
        let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
        guard case .object(let object) = try parse(text) else { throw CocoaError(.coderReadCorrupt) }
        #expect(object.keys == names)
        #expect(object["key0"] == .integer(99))
        #expect(object["key100"] == nil)
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}",
        "{a:1}",
        "{'a':1}", "[1 2]", "{\"a\" 1}", "01", "-01", "1.", ".5", "1e", "1e+", "-", "+1", "0x10", "NaN",
        "Infinity",
        "tru", "True", "nul", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\t\"", "\"\n\"",
        "\"\u{0}\"",
        "1 2", "{} {}", "[] x", "\u{FEFF}{}", "//c\n1", "{\"a\":1,\"a\":2}",
        "[{\"b\":{\"a\":1,\"\\u0061\":2}}]",
        "\"\\u0000\"", "{\"\\u0000\":1}", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\ud800x\"",
        "\"\\ud83d\\n\"",
        "]", "}", ":", ",", "[,1]", "{\"a\":,}", "1\u{0}", "\u{0}", "[1\u{0}]", "\u{A0}1",
    ])
    func `what is not JSON, or is read in two ways, is refused`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try parse(text) }
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xE2, 0x82],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0xF0, 0x9F, 0x98],
        ] as [[UInt8]]
    )
    func `bad UTF-8 is refused`(bytes: [UInt8]) {
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22] + bytes + [0x22]) }
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parse([0x22] + bytes) }
    }

    @Test(arguments: ["\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\u{D7FF}\u{E000}", "日本語", "👩‍👩‍👧"])
    func `good UTF-8 is taken`(text: String) throws {
        #expect(try parse("\"\(text)\"") == .string(text))
    }

    @Test func `thirty-two levels are taken, one more is refused`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try parse(nested(32))
        #expect(throws: JSONSyntaxError.self) { try parse(nested(33)) }
        #expect(throws: JSONSyntaxError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONSyntaxError.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
    }

    @Test func `the place of an error is said`() {
        let error = #expect(throws: JSONSyntaxError.self) { try parse("{\n  \"é\": tru\n}") }
        #expect(error?.line == 2)
        #expect(error?.column == 11)
        let twice = #expect(throws: JSONSyntaxError.self) { try parse("{\"a\":1,\n\"a\":2}") }
        #expect(twice?.description == "The key is in the object twice. (line 2, column 1)")
    }

    @Test func `a body must be an object`() throws {
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parseObject(Array("[]".utf8)) }
        #expect(throws: JSONSyntaxError.self) { try JSONParser.parseObject([]) }
        #expect(try JSONParser.parseObject(Array("{}".utf8)).members.isEmpty)
    }

    @Test func `a hundred thousand keys take linear time`() throws {
        let text = "{" + (0..<100_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        guard case .object(let object) = try parse(text) else { throw CocoaError(.coderReadCorrupt) }
        #expect(object.members.count == 100_000)
    }

    private let sample =
        #"{"name":"Zoë \"q\" \\ \u00e9\ud83d\ude00","list":[1,-2.5e-3,0,true,false,null,{"deep":[[]]}],"é":"𝄞"}"#

    @Test func `every truncation of a document is refused`() throws {
        let bytes = Array(sample.utf8)
        _ = try JSONParser.parse(bytes)
        for count in 0..<bytes.count {
            #expect(throws: JSONSyntaxError.self) { try JSONParser.parse(Array(bytes.prefix(count))) }
        }
    }

    @Test func `every mutation of one byte is read when Foundation reads it, and refused otherwise`() {
        let bytes = Array(sample.utf8)
        for position in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var mutated = bytes
                mutated[position] = byte
                let value = try? JSONParser.parse(mutated)
                let foundation = try? JSONSerialization.jsonObject(
                    with: Data(mutated),
                    options: .fragmentsAllowed
                )
                #expect((value == nil) == (foundation == nil), "\(String(decoding: mutated, as: UTF8.self))")
                if let value { #expect((try? JSONParser.parse(value.jsonBytes())) == value) }
            }
        }
    }

    @Test(arguments: [
        "{}", "[]", "0", "-1", "1.5", "1e10", "1E+2", "\"\"", "\"a\\u0041\\/\\b\\f\\n\\r\\t\"", "true",
        "null",
        "[[],{},[{}]]", " [ 1 , 2 ] ", "{\"a\":{\"b\":[1,2,{\"c\":null}]}}", "\"\u{7F}\"", "\"\u{2028}\"",
        "\r\n\t 1",
    ])
    func `valid documents mean what Foundation takes them for`(text: String) throws {
        let ours = try parse(text).jsonBytes()
        let options: JSONSerialization.ReadingOptions = .fragmentsAllowed
        let original = try JSONSerialization.jsonObject(with: Data(text.utf8), options: options) as? NSObject
        let again = try JSONSerialization.jsonObject(with: Data(ours), options: options) as? NSObject
        #expect(original == again)
    }
}
