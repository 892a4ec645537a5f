import Glibc
import ParlayAPI
import Testing

@testable import Sportsbook

/// The files of the repository. Numbers come from them.
@Suite struct RealFilesTests {
    @Test func `every season of the NFL file is read`() throws {
        let bytes = try #require(RealFiles.read("data/nfl-games.csv"))
        let file = try NFLFile.read(bytes, badLineLimit: 100)
        let lines = bytes.count { $0 == UInt8(ascii: "\n") }
        #expect(file.games.count == lines - 1)
        #expect(file.games.contains { $0.markets.contains { $0.origin == .assumed } })
        #expect(Set(file.games.map(\.home)).allSatisfy { $0.count > 3 }, "every code is known")
    }

    @Test func `the football file has no prices`() throws {
        let bytes = try #require(RealFiles.read("data/football.json"))
        let file = try TreeFile.read(bytes, badLineLimit: 100)
        #expect(!file.games.isEmpty)
        #expect(file.games.allSatisfy { $0.markets.isEmpty })
        #expect(file.warnings.count == 2)
    }
}

enum RealFiles {
    /// `nil` if there is no such file. The path is relative to the package.
    static func read(_ path: String) -> [UInt8]? {
        let root = "\(#filePath)".split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
        guard let file = unsafe fopen("\(root)/\(path)", "r") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}
