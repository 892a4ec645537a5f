internal import Glibc

/// The program `parlay`, as it was built beside the tests.
package enum TestProgram {
    /// The test bundle is a program in the directory of products, and so is `parlay`.
    package static let path: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let link = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let candidates = [link, CommandLine.arguments[0]].map { path in
            path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
                + "/parlay"
        }
        return candidates.first { unsafe access($0, X_OK) == 0 } ?? candidates[0]
    }()

    /// Where the tests themselves were told to look for libraries.
    package static let libraryPath: String? = unsafe getenv("LD_LIBRARY_PATH").map {
        unsafe String(cString: $0)
    }

    /// Settings for passwords that are hashed as cheaply as Argon2id allows.
    package static let cheapPasswords = [
        "PARLAY_PASSWORD_MEMORY_KIB": "64", "PARLAY_PASSWORD_ITERATIONS": "1",
    ]
}
