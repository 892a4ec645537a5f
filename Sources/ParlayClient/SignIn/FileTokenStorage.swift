public import Foundation

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Stores the sign-in in a file that only its owner can read (mode 0600).
public actor FileTokenStorage: TokenStorage {
    /// Why the file could not be written.
    public struct Failure: Error, Hashable, LocalizedError {
        /// The file that could not be written.
        public var path: String
        /// The system's `errno`.
        public var code: Int32

        public var errorDescription: String? {
            "\(path) could not be written: \(unsafe String(cString: strerror(code)))."
        }
    }

    private let url: URL

    /// - Parameter url: a file in an existing directory.
    public init(_ url: URL) { self.url = url }

    /// `nil` if there is no file.
    public func load() throws -> SavedSignIn? {
        do {
            return try JSONDecoder().decode(SavedSignIn.self, from: Data(contentsOf: url))
        } catch let error as CocoaError
            where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile
        {
            return nil
        }
    }

    /// Replaces the file atomically: a reader sees either the old sign-in or the new one.
    public func save(_ signIn: SavedSignIn) throws {
        let content = try JSONEncoder().encode(signIn)
        let draft = url.appendingPathExtension("\(UUID().uuidString).new").path
        // Foundation would set the mode after the token is in the file.
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path: draft, code: errno) }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: content)
            try file.synchronize()
            try file.close()
            guard unsafe rename(draft, url.path) == 0 else { throw Failure(path: url.path, code: errno) }
        } catch {
            unsafe unlink(draft)
            throw error
        }
    }

    /// Deletes the file; throws a `Failure` if that is not possible. Without a file there is nothing to do.
    public func clear() throws {
        guard unsafe unlink(url.path) == 0 || errno == ENOENT else {
            throw Failure(path: url.path, code: errno)
        }
    }
}
