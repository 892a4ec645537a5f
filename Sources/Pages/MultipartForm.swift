internal import HTTPServer

/// A form with a file (RFC 7578). Strict where browsers agree: each part has a name, lines end in CR LF, the last boundary is
/// there. At most one file.
struct MultipartForm {
    private(set) var pairs: [(name: String, value: String)] = []
    private(set) var file: (name: String, mediaType: String, bytes: [UInt8])?
    private static let maximumParts = 200

    init?(_ request: Request) {
        guard let boundary = Self.boundary(request.head.headers["Content-Type"] ?? "") else { return nil }
        self.init(request.body, boundary: boundary)
    }

    init?(_ body: [UInt8], boundary: String) {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter has no line before it.
        let opening = delimiter[2...]
        guard body.starts(with: opening) else { return nil }
        var position = opening.count
        var count = 0
        while true {
            let rest = body[position...]
            if rest.starts(with: Array("--".utf8)) { return }
            guard rest.starts(with: Array("\r\n".utf8)), count < Self.maximumParts else { return nil }
            count += 1
            guard let end = Self.position(of: delimiter, in: body, from: position) else { return nil }
            guard add(body[(position + 2)..<max(position + 2, end)]) else { return nil }
            position = end + delimiter.count
        }
    }

    private mutating func add(_ part: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(part)
        guard let head = Self.position(of: Array("\r\n\r\n".utf8), in: bytes, from: 0),
            let text = String(validating: bytes[..<head], as: UTF8.self)
        else { return false }
        let content = Array(bytes[(head + 4)...])
        var name: String?
        var fileName: String?
        var mediaType = "application/octet-stream"
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { return false }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            switch line[..<colon].lowercased() {
            case "content-disposition":
                name = Self.parameter("name", of: value)
                fileName = Self.parameter("filename", of: value)
            case "content-type":
                mediaType = String(value.prefix { $0 != ";" }).lowercased().filter { $0 != " " }
            default: break
            }
        }
        guard let name else { return false }
        if let fileName {
            guard !fileName.isEmpty || !content.isEmpty else { return true }
            guard file == nil else { return false }
            file = (name, mediaType, content)
        } else {
            guard let value = String(validating: content, as: UTF8.self) else { return false }
            pairs.append((name, value))
        }
        return true
    }

    /// A parameter in quotes. Browsers write `"` in names as `%22` (HTML, 4.10.21.8).
    private static func parameter(_ name: String, of field: Substring) -> String? {
        for piece in field.split(separator: ";").dropFirst() {
            let halves = piece.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0] == name else { continue }
            let value = halves[1]
            guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
            return String(value.dropFirst().dropLast())
        }
        return nil
    }

    private static func boundary(_ field: String) -> String? {
        guard let found = parameter("boundary", of: field[...]), (1...70).contains(found.utf8.count) else {
            return nil
        }
        return found
    }

    private static func position(of needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= needle.count, let first = needle.first else { return nil }
        var index = start
        while index <= bytes.count - needle.count {
            if bytes[index] == first, bytes[index..<(index + needle.count)].elementsEqual(needle) {
                return index
            }
            index += 1
        }
        return nil
    }
}
