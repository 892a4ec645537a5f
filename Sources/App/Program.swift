internal import CCommit
internal import CLinux
internal import Glibc

/// The program: its version, and what it was started as.
package enum Program {
    /// Such as `0.3.0-dev+1a2b3c4d5e`, with the commit if the build knew it (https://semver.org).
    package static let version: String = {
        let commit = unsafe String(cString: parlay_commit())
        return "0.3.0-dev" + (commit.isEmpty ? "" : "+\(commit)")
    }()

    /// The path of this program, to start further processes.
    static var executable: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func environmentVariables() -> [String: String] {
        var variables: [String: String] = [:]
        var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
        while let entry = unsafe pointer?.pointee {
            let text = unsafe String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            unsafe pointer = pointer?.advanced(by: 1)
        }
        return variables
    }
}
