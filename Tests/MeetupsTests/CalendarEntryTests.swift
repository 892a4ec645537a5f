import ParlayAPI
import Testing

@testable import Meetups

@Suite struct CalendarEntryTests {
    private func entry(summary: String = "Meetup with Ben", location: String = "Café") -> CalendarEntry {
        CalendarEntry(
            uid: "match-1@wordup.parlay",
            sequence: 3,
            stamp: Timestamp(milliseconds: 1_779_301_800_000),
            start: Timestamp(milliseconds: 1_779_301_800_000),
            summary: summary,
            location: location
        )
    }

    @Test func `it lasts an hour and counts plans`() throws {
        let lines = try CalendarLines(entry().text)
        #expect(lines["DTSTART"] == "20260520T183000Z")
        #expect(lines["DTEND"] == "20260520T193000Z")
        #expect(lines["DTSTAMP"] == "20260520T183000Z")
        #expect(lines["SEQUENCE"] == "3")
        #expect(lines["UID"] == "match-1@wordup.parlay")
    }

    @Test(arguments: [
        "Back\\slash; semi, comma", "two\nlines\r\nand\rmore", "tab\there", "BEGIN:VEVENT\r\nEND:VCALENDAR",
        String(repeating: "é", count: 200), String(repeating: "漢字", count: 100),
        String(repeating: "👩‍👩‍👧‍👦", count: 30), String(repeating: ",", count: 200),
    ])
    func `hostile text stays one property`(_ text: String) throws {
        let lines = try CalendarLines(entry(location: text).text)
        var expected = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        expected = expected.replacing("\t", with: " ")
        #expect(CalendarLines.unescaped(lines["LOCATION"] ?? "") == expected)
        #expect(lines.names.count == 16)
    }

    @Test func `lines of every length near the limit fold at 75 octets`() throws {
        for count in 55...180 {
            for letter in ["a", "é", "漢", "😀"] {
                let text = String(repeating: letter, count: count)
                #expect(try CalendarLines(entry(location: text).text)["LOCATION"] == text)
            }
        }
    }
}

/// Reads iCalendar text strictly (RFC 5545, 3.1): CRLF, 75 octets a line, whole characters, no control characters.
struct CalendarLines {
    enum Malformed: Error, Equatable {
        case bareLineBreak
        case lineTooLong(Int)
        case cutCharacter
        case controlCharacter
        case noFinalBreak
        case noColon(String)
        case structure
    }

    private(set) var properties: [(name: String, value: String)] = []

    var names: [String] { properties.map(\.name) }
    subscript(name: String) -> String? { properties.first { $0.name == name }?.value }

    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        var lines: [[UInt8]] = [[]]
        var index = 0
        while index < bytes.count {
            if bytes[index] == 13 {
                guard index + 1 < bytes.count, bytes[index + 1] == 10 else { throw Malformed.bareLineBreak }
                lines.append([])
                index += 2
                continue
            }
            guard bytes[index] != 10 else { throw Malformed.bareLineBreak }
            guard bytes[index] >= 32, bytes[index] != 127 else { throw Malformed.controlCharacter }
            lines[lines.count - 1].append(bytes[index])
            index += 1
        }
        guard lines.popLast() == [] else { throw Malformed.noFinalBreak }
        var unfolded: [[UInt8]] = []
        for line in lines {
            guard line.count <= 75 else { throw Malformed.lineTooLong(line.count) }
            guard String(validating: line, as: UTF8.self) != nil else { throw Malformed.cutCharacter }
            if line.first == 32, !unfolded.isEmpty {
                unfolded[unfolded.count - 1] += line.dropFirst()
            } else {
                unfolded.append(line)
            }
        }
        for line in unfolded {
            let text = String(decoding: line, as: UTF8.self)
            guard let colon = text.firstIndex(of: ":") else { throw Malformed.noColon(text) }
            properties.append((String(text[..<colon]), String(text[text.index(after: colon)...])))
        }
        let frame = [properties.first?.value, properties.last?.value]
        guard names.first == "BEGIN", names.last == "END", frame == ["VCALENDAR", "VCALENDAR"],
            ["VERSION", "PRODID", "UID", "DTSTAMP"].allSatisfy({ name in names.count { $0 == name } == 1 })
        else { throw Malformed.structure }
    }

    static func unescaped(_ text: String) -> String {
        var result = ""
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
