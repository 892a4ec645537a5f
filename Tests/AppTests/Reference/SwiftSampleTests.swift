import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Reference

/// The Swift samples are code that compiles, by the client library wherever it has the call.
@Suite struct SwiftSampleTests {
    /// All samples as functions of one file.
    private static func source() throws -> String {
        let calls = try TestReference.routes().handbook.calls
        let functions = calls.map { call in
            let lines = Samples(call: call).swift.split(separator: "\n", omittingEmptySubsequences: false)
            return """
                func \(call.name)(\(Samples.swiftGiven)) async throws {
                #sourceLocation(file: "\(call.name)", line: 1)
                \(lines.joined(separator: "\n"))
                #sourceLocation()
                }
                """
        }
        return """
            import Foundation
            #if canImport(FoundationNetworking)
            import FoundationNetworking
            #endif
            import ParlayClient

            \(functions.joined(separator: "\n"))
            """
    }

    @Test func `every sample compiles`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "parlay-samples-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "samples.swift")
        try Self.source().write(to: file, atomically: true, encoding: .utf8)
        let modules = URL(filePath: TestProgram.path).deletingLastPathComponent().appending(path: "Modules")
        // ParlayClient needs them on Linux; the package manager finds them by itself.
        let libraries = URL(filePath: #filePath).appending(path: "../../../../Sources/C").standardized
        // That of the build has what the samples import.
        let cache = modules.deletingLastPathComponent().appending(path: "ModuleCache")
        let (status, text) = try await blocking {
            let compiler = Process()
            compiler.executableURL = URL(filePath: "/usr/bin/env")
            compiler.arguments = [
                "swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", "-parse-as-library",
                "-module-cache-path", cache.path, "-I", modules.path,
                "-I", libraries.appending(path: "COpenSSL").path,
                "-I", libraries.appending(path: "CWslay").path, file.path,
            ]
            let output = Pipe()
            compiler.standardError = output
            compiler.standardOutput = output
            try compiler.run()
            let text = String(
                decoding: try output.fileHandleForReading.readToEnd() ?? Data(),
                as: UTF8.self
            )
            compiler.waitUntilExit()
            return (compiler.terminationStatus, text)
        }
        #expect(status == 0, "\(text)")
    }

    @Test func `calls of the client library are shown through it`() throws {
        let calls = try TestReference.routes().handbook.calls
        let paths = try Self.clientCalls()
        #expect(paths.count > 100)
        for path in paths {
            let call = calls.first {
                Self.shape("\($0.method.rawValue) \(CallArticle.shortPath($0.path))") == path
            }
            guard let call else {
                Issue.record("the client has \(path), which the server does not describe")
                continue
            }
            #expect(!Samples(call: call).isBare, "\(call.name) (\(path)) is in the client library")
        }
    }

    @Test func `no sample is of a call that is gone`() throws {
        let handbook = try TestReference.routes().handbook
        let names = Set(handbook.calls.map(\.name))
        #expect(Set(handbook.contents.samples.keys).subtracting(names).sorted() == [])
    }

    /// The endpoints that the sources of the client call: `GET /profiles/{}/photo/`.
    private static func clientCalls() throws -> Set<String> {
        var endpoints: [String: String] = [:]
        let declaration =
            /package enum (\w+Calls)|static let (\w+) = Endpoint<[^(]*>\(\s*\.(\w+),\s*"([^"]*)"/
        for text in try sources(of: "ParlayAPI") {
            var family: Substring = ""
            for match in text.matches(of: declaration) {
                family = match.1 ?? family
                guard let name = match.2, let method = match.3, let pattern = match.4 else { continue }
                let path = CallDescription.path("/", String(pattern))
                endpoints["\(family).\(name)"] = shape("\(method.uppercased()) \(path)")
            }
        }
        let named = try sources(of: "ParlayClient").flatMap { text in
            text.matches(of: /\w+Calls\.\w+/).map { String($0.0) }
        }
        // Other names are fields of queries.
        return Set(named.compactMap { endpoints[$0] })
    }

    private static func sources(of target: String) throws -> [String] {
        let root = URL(filePath: #filePath).appending(path: "../../../../Sources/\(target)")
            .standardizedFileURL
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var texts: [String] = []
        while let file = files?.nextObject() as? URL {
            if file.pathExtension == "swift" { texts.append(try String(contentsOf: file, encoding: .utf8)) }
        }
        return texts
    }

    /// With every parameter as `{}`.
    private static func shape(_ call: String) -> String {
        call.replacing(/\{[^}]*\}/, with: "{}")
    }
}
