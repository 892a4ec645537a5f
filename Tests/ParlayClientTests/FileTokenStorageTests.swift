import Foundation
import ParlayClient
import Testing

@Suite struct FileTokenStorageTests {
    private let directory: URL
    private let signIn = SavedSignIn(
        base: ClientWorld.base,
        accountID: 1,
        token: "parlay_ann",
        expiresAt: Samples.moment
    )

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(
            path: "parlay-client-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    }

    private func withStorage(_ body: (FileTokenStorage, URL) async throws -> Void) async throws {
        let file = directory.appending(path: "sign-in.json")
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(FileTokenStorage(file), file)
    }

    @Test func `what is saved is there for the next start, and for nobody else`() async throws {
        try await withStorage { storage, file in
            #expect(try await storage.load() == nil)
            try await storage.save(signIn)
            #expect(try await FileTokenStorage(file).load() == signIn)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["sign-in.json"])
        }
    }

    @Test func `a file that others could read is replaced by one that they cannot`() async throws {
        try await withStorage { storage, file in
            try Data("old".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            try await storage.save(signIn)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try await storage.load() == signIn)
        }
    }

    @Test func `clearing removes it, twice too`() async throws {
        try await withStorage { storage, file in
            try await storage.save(signIn)
            try await storage.clear()
            try await storage.clear()
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(try await storage.load() == nil)
        }
    }

    @Test func `a directory that is not there is an error that names it`() async throws {
        let storage = FileTokenStorage(URL(filePath: "/nowhere/at/all/sign-in.json"))
        let error = try await #require(throws: FileTokenStorage.Failure.self) {
            try await storage.save(signIn)
        }
        #expect(error.localizedDescription.contains("/nowhere/at/all/sign-in.json"))
        #expect(error.localizedDescription.contains("No such file"))
    }

    @Test func `what is no sign-in is an error, not nobody`() async throws {
        try await withStorage { storage, file in
            try Data("{}".utf8).write(to: file)
            await #expect(throws: DecodingError.self) { try await storage.load() }
        }
    }
}
