internal import ParlayAPI
internal import Security

/// The lines of an exported file, with their checksum.
struct ImportFile {
    private let reader: GzipReader
    private let digest = SHA256Stream()
    /// A line that was read and belongs to what comes next.
    private var held: [UInt8]?

    init(_ path: String) throws(TransferError) { reader = try GzipReader(path) }

    var number: Int { reader.number }
    var size: Int64 { reader.size }
    var position: Int64 { reader.position }

    func bad(_ what: String) -> TransferError { .badFile(what, line: max(1, number)) }

    /// The next row's line; `nil` if the next line is none.
    mutating func row() throws(TransferError) -> [UInt8]? {
        let line = try line("a row")
        guard line.first == UInt8(ascii: "[") else {
            held = line
            return nil
        }
        digest.append(line + [0x0A])
        return line
    }

    /// The next line, a JSON object.
    mutating func control(isHashed: Bool = true) throws(TransferError) -> JSONObject {
        let line = try line("a table")
        if isHashed { digest.append(line + [0x0A]) }
        do {
            return try JSONParser.parseObject(line)
        } catch {
            throw bad("it is neither a row nor a JSON object")
        }
    }

    private mutating func line(_ expected: String) throws(TransferError) -> [UInt8] {
        if let held {
            self.held = nil
            return held
        }
        guard let line = try reader.next() else {
            throw .badFile("the file ends where \(expected) is expected", line: number + 1)
        }
        return line
    }

    /// Checks the last line, and that nothing comes after it; returns the checksum.
    mutating func end() throws(TransferError) -> String {
        let computed = digest.finish().hex
        let last = try control(isHashed: false)
        guard last.keys == ["sha256"], case .string(let written) = last["sha256"] else {
            throw bad("the checksum is missing")
        }
        guard written == computed else { throw bad("the checksum is wrong: the file was changed or damaged") }
        guard try reader.next() == nil else { throw bad("there is more after the checksum") }
        return computed
    }
}
