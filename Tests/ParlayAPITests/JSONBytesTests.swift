import Foundation
import ParlayAPI
import Testing

/// What the writer writes, byte for byte, against slow ways to write the same.
@Suite struct JSONBytesTests {
    private func text(_ value: some JSONWritable) -> String {
        String(decoding: value.jsonBytes(), as: UTF8.self)
    }

    /// Escaped scalar by scalar.
    private func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{8}": quoted += "\\b"
            case "\t": quoted += "\\t"
            case "\n": quoted += "\\n"
            case "\u{C}": quoted += "\\f"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    // MARK: Strings

    @Test func `a character is escaped wherever it is in words of eight bytes`() {
        let scalars: [Unicode.Scalar] =
            (0...0x22).compactMap(Unicode.Scalar.init)
            + [
                "\\", "[", "]", "\u{7F}", "\u{80}", "\u{A2}", "\u{DC}", "é", "\u{2028}", "\u{2029}",
                "\u{FFFF}", "😀",
            ]
        for length in 0...26 {
            for position in 0...length {
                for scalar in scalars {
                    var value = String(repeating: "a", count: position)
                    value.unicodeScalars.append(scalar)
                    value += String(repeating: "z", count: length - position)
                    let written = text(value)
                    if written != quoted(value) {
                        Issue.record("\(scalar.value) at \(position) of \(length)")
                    }
                }
            }
        }
    }

    @Test func `two escapes beside and far from each other`() {
        for distance in 0...40 {
            let between = String(repeating: "é", count: distance)
            for value in ["\"\(between)\\", "x\n\(between)\u{1}y", "\(between)\"\"\(between)"] {
                #expect(text(value) == quoted(value))
            }
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 255, 256, 257, 511, 513, 959, 960, 961, 5_000])
    func `long strings, with nothing and with everything to escape`(length: Int) throws {
        for piece in ["a", "\u{1}", "\"", "é", "😀"] {
            let value = String(repeating: piece, count: length)
            #expect(text(value) == quoted(value))
            #expect(try JSONParser.parse(value.jsonBytes()) == .string(value))
            #expect(text([value, "", value]) == "[\(quoted(value)),\"\",\(quoted(value))]")
        }
    }

    @Test func `keys are written whole, whatever their length`() {
        var writer = JSONWriter(capacity: 0)
        writer.object { writer in
            writer.key("")
            writer.integer(0)
            writer.key("a")
            writer.string("b")
            writer.key("ab")
            writer.string("\n")
            writer.key("abc")
            writer.null()
            writer.key("abcd")
            writer.bool(true)
            writer.key("abcdefg")
            writer.array { _ in }
            writer.key("abcdefgh")
            writer.object { _ in }
            writer.key("abcdefghi")
            writer.double(1.5)
            writer.key("abcdefghijklmnop")
            writer.timestamp(Timestamp(milliseconds: 0))
            writer.key("abcdefghijklmnopq")
            writer.string("")
            writer.key(String("\"dynamic\""))
            writer.bool(false)
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == """
                {"":0,"a":"b","ab":"\\n","abc":null,"abcd":true,"abcdefg":[],"abcdefgh":{},"abcdefghi":1.5,\
                "abcdefghijklmnop":"1970-01-01T00:00:00.000Z","abcdefghijklmnopq":"","\\"dynamic\\"":false}
                """
        )
    }

    // MARK: Numbers and times

    @Test func `integers of every length`() {
        var power: Int64 = 1
        for _ in 0...18 {
            for value in [power - 1, power, power + 1, -power + 1, -power, -power - 1] {
                #expect(text(value) == value.description)
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        for value in [Int64.min, .min + 1, .max - 1, .max, 0] { #expect(text(value) == value.description) }
        #expect(text([Int64.min, .max]) == "[-9223372036854775808,9223372036854775807]")
    }

    @Test func `times at the ends of their range, and digit by digit`() {
        let ends: [(Int64, String)] = [
            (.min, "0000-01-01T00:00:00.000Z"), (.max, "9999-12-31T23:59:59.999Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (-62_167_219_200_001, "0000-01-01T00:00:00.000Z"),
            (-62_167_219_199_999, "0000-01-01T00:00:00.001Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "9999-12-31T23:59:59.999Z"), (-1, "1969-12-31T23:59:59.999Z"),
        ]
        for (milliseconds, expected) in ends {
            let time = Timestamp(milliseconds: milliseconds)
            #expect(text(time) == "\"\(expected)\"")
            #expect(time.description == expected)
        }
        func digits(_ value: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - "\(value)".count)) + "\(value)"
        }
        var milliseconds: Int64 = -62_167_219_200_000
        while milliseconds < 253_402_300_800_000 {
            let time = Timestamp(milliseconds: milliseconds)
            let civil = time.civil
            let rest = Int((milliseconds % 1_000 + 1_000) % 1_000)
            let expected =
                "\(digits(civil.year, 4))-\(digits(civil.month, 2))-\(digits(civil.day, 2))T"
                + "\(digits(civil.hour, 2)):\(digits(civil.minute, 2)):\(digits(civil.second, 2)).\(digits(rest, 3))Z"
            if time.description != expected { Issue.record("\(milliseconds): \(time.description)") }
            milliseconds += 31_556_952_123 * 3 + 86_399_999
        }
    }

    // MARK: Structure

    @Test func `nested lists, empty ones and absent members`() {
        #expect(text([[Int]]()) == "[]")
        #expect(text([[], [1], [], [2, 3], []]) == "[[],[1],[],[2,3],[]]")
        #expect(text([[[String]]]([[], [[]], [["", "a"], []]])) == #"[[],[[]],[["","a"],[]]]"#)
        #expect(text([Int?.none, 1, nil]) == "[null,1,null]")
        var writer = JSONWriter()
        writer.array { writer in
            writer.object { $0.member("a", [Int]()) }
            writer.array { $0.array { $0.null() } }
            writer.string(",")
        }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"[{"a":[]},[[null]],","]"#)
        #expect(text(",") == #"",""#)
    }

    @Test func `a list is its elements`() {
        let long = Person(
            id: .max,
            username: String(repeating: "ü", count: 700),
            firstName: "\"",
            lastName: "",
            photo: String(repeating: "p", count: 3_000)
        )
        for people in [
            [], [Person.example], [Person.example, long, .example], Array(repeating: long, count: 90),
        ] {
            #expect(text(people) == "[\(people.map { text($0) }.joined(separator: ","))]")
            let page = ListPage(items: people, nextCursor: "c")
            #expect(text(page) == #"{"items":\#(text(people)),"next_cursor":"c"}"#)
        }
        let profiles = [
            Profile.example, Profile(person: long, bio: "", createdAt: .example, lastActiveAt: .example),
        ]
        #expect(text(profiles) == "[\(profiles.map { text($0) }.joined(separator: ","))]")
        let values: [JSONValue] = [1, "a", [nil, ["b": []]], true]
        #expect(text(values) == #"[1,"a",[null,{"b":[]}],true]"#)
    }

    @Test func `what was written can be read on the way, copied and taken`() {
        var writer = JSONWriter(capacity: 1)
        #expect(writer.bytes.isEmpty)
        writer.string("a")
        #expect(writer.bytes == Array(#""a""#.utf8))
        let copy = writer
        #expect(writer.takeBytes() == Array(#""a""#.utf8))
        #expect(writer.bytes.isEmpty)
        #expect(writer.takeBytes().isEmpty)
        writer.integer(5)
        #expect(writer.takeBytes() == Array("5".utf8))
        #expect(copy.bytes == Array(#""a""#.utf8))
    }
}
