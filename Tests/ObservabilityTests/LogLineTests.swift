import Foundation
import Reactor
import TestSupport
import Testing

@testable import Observability

@Suite struct LogLineTests {
    /// Values that try to end the line, the string or the field, or to drive a terminal.
    static let hostile = [
        "a\nlevel=error message=forged", "a\r\nb", "say \"hi\"", "back\\slash\\", "\\", "\"", "\u{0}",
        "\u{1B}[31mred",
        "\u{7F}", "\u{9B}31m", "\u{85}next", "one\u{2028}two\u{2029}", "\u{202E}desrever", "\u{2066}isolate",
        "a=b", "a b", "",
        "\",\"level\":\"error", "}\n{\"level\":\"error\"}", "zażółć 🎲", "\t", "plain",
        "\u{2027}\u{202F}\u{2065}\u{A0}",
    ]

    static func object(_ line: some StringProtocol) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    static func quotedValue(_ line: String, after key: String) throws -> String {
        let start = try #require(line.range(of: key)).upperBound
        return String(line[start...].dropLast())  // without the newline
    }

    @Test(arguments: hostile) func `a JSON line carries any text unchanged and is one line`(value: String)
        throws
    {
        let text = try logged(.json) { $0.info("hello", [.text("value", value), .integer("after", 1)]) }
        #expect(text.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        #expect(text.hasSuffix("}\n"))
        let object = try Self.object(text)
        #expect(object["value"] as? String == value)
        #expect(object["level"] as? String == "info")
        #expect(object["after"] as? Int == 1)
        #expect(object.count == 5)
    }

    @Test(arguments: hostile) func `a logfmt value is bare or a JSON string`(value: String) throws {
        let text = try logged(.logfmt) { $0.info("hello", [.text("value", value)]) }
        let shown = try Self.quotedValue(text, after: " value=")
        if shown.hasPrefix("\"") {
            let array = try #require(JSONSerialization.jsonObject(with: Data("[\(shown)]".utf8)) as? [String])
            #expect(array == [value])
        } else {
            #expect(shown == value)
            #expect(!shown.isEmpty && !shown.contains { $0 == " " || $0 == "=" || $0 == "\"" || $0 == "\\" })
        }
    }

    @Test(arguments: [LogFormat.logfmt, .json, .short])
    func `no control character, separator or direction mark reaches the output`(format: LogFormat) throws {
        for value in Self.hostile {
            let text = try logged(format) { $0.info(value, [.text("value", value)]) }
            for scalar in text.dropLast().unicodeScalars {
                #expect(scalar.properties.generalCategory != .control)
                #expect(
                    !(0x2028...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
                )
            }
        }
    }

    @Test func `bytes that are not UTF-8 are replaced`() throws {
        let bytes: [UInt8] = [0x61, 0xFF, 0xC2, 0x0A, 0xE2, 0x80, 0x62, 0xED, 0xA0, 0x80]
        let text = try logged(.json) {
            $0.info("hello", [.text("path", String(decoding: bytes, as: UTF8.self))])
        }
        let path = try #require(try Self.object(text)["path"] as? String)
        #expect(path == String(decoding: bytes, as: UTF8.self))
        #expect(path.contains("\u{FFFD}"))
    }

    @Test func `a long text is cut between characters`() throws {
        let value = "a" + String(repeating: "é", count: 5000)
        let text = try logged(.json) { $0.info("hello", [.text("value", value)]) }
        let shown = try #require(try Self.object(text)["value"] as? String)
        #expect(shown == "a" + String(repeating: "é", count: 4095) + "…")
        let exact = String(repeating: "b", count: longestLogText)
        #expect(
            try logged(.logfmt) { $0.info("hello", [.text("value", exact)]) }.hasSuffix("value=\(exact)\n")
        )
    }

    @Test func `every kind of value has its form`() throws {
        let fields: [LogField] = [
            .integer("least", Int64.min), .integer("huge", UInt64.max), .bool("yes", true),
            .bool("no", false),
            .duration("short_ms", .nanoseconds(1_999)), .duration("long_ms", .seconds(61)),
            .duration("back_ms", .nanoseconds(-2_500_000)),
            .duration("endless_ms", .seconds(Int64.max)),
            .text("token", "<redacted>"),
        ]
        let logfmt = try logged(.logfmt) { $0.notice("all of them", fields) }
        let expected =
            " level=notice message=\"all of them\" least=-9223372036854775808 huge=9223372036854775807 yes=true no=false"
            + " short_ms=0.001 long_ms=61000.000 back_ms=-2.500 endless_ms=9223372036854.775 token=<redacted>\n"
        #expect(logfmt.hasSuffix(expected))
        let object = try Self.object(try logged(.json) { $0.notice("all of them", fields) })
        #expect(object["least"] as? Int64 == Int64.min)
        #expect(object["yes"] as? Bool == true)
        #expect(object["long_ms"] as? Double == 61_000)
        #expect(object["token"] as? String == "<redacted>")
    }

    @Test func `a logger leaves out lower levels without evaluating their fields`() throws {
        var evaluations = 0
        func count() -> [LogField] {
            evaluations += 1
            return [.text("component", "jobs"), .integer("n", evaluations)]
        }
        let text = try logged(.logfmt, level: .warning) { logger in
            logger.info("no", count())
            logger.warning("yes", count())
            logger.error("also", count())
        }
        #expect(evaluations == 2)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix(" level=warning message=yes component=jobs n=1"))
        #expect(lines[1].hasSuffix(" level=error message=also component=jobs n=2"))
        Logger.silent.error("nowhere", count())
        #expect(evaluations == 2)
    }

    @Test func `times are those of ISO 8601, also before 1970 and on leap days`() {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        var samples: [Int64] = [
            0, 1, 999, 1000, -1, -1000, 951_782_399_999, 951_782_400_000, 1_709_164_800_007,
            4_102_444_799_999,
        ]
        var generator = SystemRandomNumberGenerator()
        samples += (0..<500).map { _ in
            Int64.random(in: -2_208_988_800_000...7_258_118_400_000, using: &generator)
        }
        for milliseconds in samples {
            var encoder = LogEncoder(format: .logfmt)
            encoder.append(.info, milliseconds: milliseconds, "hello", [])
            let seconds = Int64((Double(milliseconds) / 1000).rounded(.down))
            let whole = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(seconds))).dropLast(4)
            let fraction = String(1000 + milliseconds - seconds * 1000).dropFirst()
            let line = String(decoding: encoder.bytes, as: UTF8.self)
            #expect(line == "time=\(whole)\(fraction)Z level=info message=hello\n")
        }
    }

    @Test func `at a terminal a line begins with the time of day`() throws {
        let line = try logged(.short) { $0.warning("the feed is late", [.text("source", "two words")]) }
        #expect(line.prefix(9).map { $0.isNumber ? "0" : $0 } == Array("00:00:00 "), "\(line)")
        #expect(line.dropFirst(9) == "warning the feed is late source=\"two words\"\n")
    }

    @Test func `colors are around the level and the keys, and text cannot bring its own`() throws {
        let text = try logged(.colored) { $0.error("red \u{1B}[31m", [.text("key", "\u{1B}[0m")]) }
        #expect(
            text.dropFirst(9)
                == "\u{1B}[31merror\u{1B}[0m   red \\u001b[31m \u{1B}[2mkey=\u{1B}[0m\"\\u001b[0m\"\n"
        )
    }
}
