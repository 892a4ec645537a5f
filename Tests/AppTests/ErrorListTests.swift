import Testing

@testable import App
@testable import Console

/// `docs/errors.md` lists the codes of problems that exist, and no others.
@Suite struct ErrorListTests {
    @Test func `every code of the sources is listed, and every listed code exists`() throws {
        let listed = try Checkout.problemCodes()
        #expect(listed.count == Set(listed).count, "a code is listed twice")
        let used = try Self.usedCodes()
        #expect(used.count > 20)
        #expect(used.subtracting(listed).sorted() == [], "codes that docs/errors.md lacks")
        #expect(Set(listed).subtracting(used).sorted() == [], "codes that no source has")
    }

    private static func usedCodes() throws -> Set<String> {
        var codes: Set<String> = []
        // Its example holds the code of a language.
        for file in try Checkout.swiftFiles()
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
}
