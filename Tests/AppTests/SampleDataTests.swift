import Testing

@testable import Console

@Suite struct SampleDataTests {
    private static let checkout = "\(#filePath)".split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

    @Test func `the files are looked for beside the program, above it, and where packages install them`() {
        #expect(
            SampleData.usualDirectories(program: "/usr/local/bin/parlay")
                == [
                    "/usr/local/bin/data", "/usr/local/data", "/usr/data", "/data", "/usr/local/share/parlay",
                ]
        )
        let build = SampleData.usualDirectories(program: "\(Self.checkout)/.build/x86_64/release/parlay")
        #expect(build.contains("\(Self.checkout)/data"))
    }

    @Test func `only a directory with the files is found`() throws {
        let data = "\(Self.checkout)/data"
        #expect(SampleData(lookingIn: ["/absent", data])?.directory == data)
        #expect(SampleData(lookingIn: ["/absent", Self.checkout]) == nil)
        #expect(SampleData(lookingIn: [data])?.path(of: "x.csv") == "\(data)/x.csv")
    }

    @Test func `a setting replaces the search`() throws {
        func found(_ directory: String) throws -> String? {
            let environment = ["PARLAY_SHARE": directory]
            let read = try Configuration.read(environment: environment, flags: [:]) { _ in "" }
            return SampleData(read.configuration)?.directory
        }
        #expect(try found("/absent") == nil)
        #expect(try found("\(Self.checkout)/data") == "\(Self.checkout)/data")
    }
}
