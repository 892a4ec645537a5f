import CSV
import Markup
import ParlayAPI
import Security

@testable import HTTPServer
@testable import Shelf
@testable import Sportsbook
@testable import Wagers

/// What reads bytes from outside, by name. Each stops the program if a promise about the bytes does not hold.
let parsers: [String: @Sendable ([UInt8]) -> Void] = [
    "http": http, "frames": frames, "target": target, "json": json, "csv": csv, "id-token": idToken,
    "page": page,
    "shelf-file": { _ = try? ShelfFile.read($0) },
    "nfl-file": { _ = try? NFLFile.read($0, badLineLimit: 10) },
    "tree-file": { _ = try? TreeFile.read($0, badLineLimit: 10) }, "venmo": venmo,
]

/// All at once, byte by byte and in two pieces: the same requests. Which refusal it is may depend on the pieces.
private func http(_ bytes: [UInt8]) {
    let limits =
        bytes.count % 4 == 0
        ? RequestParser.Limits(head: 64, parts: 4, trailer: 16, trailers: 2, extensions: 8, emptyLines: 2)
        : RequestParser.Limits(head: 1024)
    let whole = reading(of: bytes, cuts: [], limits: limits)
    for cuts in [Array(1..<max(1, bytes.count)), [bytes.count / 2]] {
        require(
            reading(of: bytes, cuts: cuts, limits: limits).withoutKind == whole.withoutKind,
            "pieces are read differently"
        )
    }
}

/// The same events, however the bytes are cut.
private func frames(_ bytes: [UInt8]) {
    func events(_ pieces: [ArraySlice<UInt8>]) -> [MessageReader.Event] {
        guard let reader = FrameReader() else { return [] }
        var messages = MessageReader(limit: 4096)
        var events: [MessageReader.Event] = []
        for piece in pieces {
            var isOver = false
            let outcome = Array(piece).withUnsafeBufferPointer { bytes in
                reader.read(bytes) { head, place, payload in
                    if let event = messages.receive(head, place, payload) {
                        events.append(event)
                        if case .failure = event { isOver = true }
                        if case .close = event { isOver = true }
                    }
                    return !isOver
                }
            }
            if isOver || outcome == .violation { break }
        }
        return events
    }
    require(
        events([bytes[...]]) == events(bytes.indices.map { bytes[$0...$0] }),
        "pieces are read differently"
    )
}

private func target(_ bytes: [UInt8]) {
    let (path, query) = RequestTarget.parts(of: RequestTarget.origin(String(decoding: bytes, as: UTF8.self)))
    _ = RequestTarget.segments(path)
    _ = RequestTarget.pairs(query)
}

/// What was read is written as the same value.
private func json(_ bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes, within: .requestBody) else { return }
    require((try? JSONParser.parse(value.jsonBytes())) == value, "the value is written differently")
}

/// What was read is written as the same fields.
private func csv(_ bytes: [UInt8]) {
    func records(_ bytes: [UInt8]) -> [[String]]? {
        var reader = CSVReader(bytes)
        var records: [[String]] = []
        while true {
            do {
                guard let record = try reader.next() else { return records }
                records.append(record.fields)
            } catch {
                return nil
            }
        }
    }
    guard let read = records(bytes) else { return }
    var writer = CSVWriter()
    for record in read { writer.record(record) }
    require(records(writer.bytes) == read, "the records are written differently")
}

private func idToken(_ bytes: [UInt8]) { _ = try? IDToken(String(decoding: bytes, as: UTF8.self)) }

/// The first line is an expression, the rest a page.
private func page(_ bytes: [UInt8]) {
    let end = bytes.firstIndex(of: 10) ?? bytes.count
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    guard let page = try? HTMLPage(Array(bytes[end...])) else { return }
    guard let rows = try? XPath("//tr"), let nodes = try? page.nodes(rows, limit: 100),
        let expression = try? XPath(text)
    else { return }
    _ = try? page.texts(expression, at: nodes)
}

/// Both links have the same fields, which need no further encoding.
private func venmo(_ bytes: [UInt8]) {
    let guide = VenmoLink.guide(to: "ben", amountCents: 1234, wager: String(decoding: bytes, as: UTF8.self))
    for link in [guide.appURL, guide.webURL] {
        guard let fields = link?.split(separator: "?").last?.split(separator: "&") else { continue }
        require(fields.count == (link == guide.appURL ? 4 : 3), "a name adds a field")
        require(fields.allSatisfy { $0.utf8.allSatisfy { $0 > 32 && $0 < 127 } }, "a byte is not encoded")
    }
}

private func require(_ holds: Bool, _ sentence: StaticString) {
    if !holds { fatalError("\(sentence)") }
}
