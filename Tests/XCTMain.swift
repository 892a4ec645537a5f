import Testing

/// Where the program of the tests begins; `scripts/test` runs it. Without this file SwiftPM reads an index of all sources to find
/// tests of XCTest, of which there are none.
@main struct Runner {
    static func main() async {
        // What `swift test --filter` asks first.
        if CommandLine.arguments.contains("--dump-tests-json") {
            print(#"{"tests": []}"#)
        } else {
            await Testing.__swiftPMEntryPoint() as Never
        }
    }
}
