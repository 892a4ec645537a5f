import Glibc
import Testing

@testable import App
@testable import Console

/// `docs/errors.md` lists the codes of problems that exist, and no others.
@Suite struct ErrorListTests {
    /// The checkout, found from this file.
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test func `every code of the sources is listed, and every listed code exists`() throws {
        let listed = try Self.listedCodes()
        #expect(listed.count == Set(listed).count, "a code is listed twice")
        let used = try Self.usedCodes()
        #expect(used.count > 20)
        #expect(used.subtracting(listed).sorted() == [], "codes that docs/errors.md lacks")
        #expect(Set(listed).subtracting(used).sorted() == [], "codes that no source has")
    }

    /// The first cell of each row, in backticks.
    private static func listedCodes() throws -> [String] {
        try TextFile.read("\(root)/docs/errors.md").split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            return line.dropFirst(3).split(separator: "`").first.map(String.init)
        }
    }

    private static func usedCodes() throws -> Set<String> {
        var codes: Set<String> = []
        // Its example holds the code of a language.
        for file in try swiftFiles("\(root)/Sources")
        where !file.hasSuffix("/ParlayAPI/Meetups/Language.swift") {
            let text = try TextFile.read(file)
            for rest in text.split(separator: "code: \"", omittingEmptySubsequences: false).dropFirst() {
                let code = rest.prefix { $0 != "\"" }
                if !code.isEmpty && code.allSatisfy({ $0.isLowercase || $0 == "_" }) {
                    codes.insert(String(code))
                }
            }
        }
        return codes
    }

    private static func swiftFiles(_ directory: String) throws -> [String] {
        guard let handle = unsafe opendir(directory) else {
            throw TextFile.Unreadable(description: directory)
        }
        defer { unsafe closedir(handle) }
        var files: [String] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            let path = "\(directory)/\(name)"
            if name.hasSuffix(".swift") {
                files.append(path)
            } else if unsafe entry.pointee.d_type == UInt8(DT_DIR) {
                files += try swiftFiles(path)
            }
        }
        return files
    }
}
