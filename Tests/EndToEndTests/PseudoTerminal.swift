import CLinux
import Foundation
import Glibc
import Synchronization
import TestSupport

/// A terminal of 80 columns at which the program runs. What it prints and what is typed come together, as on a screen.
final class PseudoTerminal: Sendable {
    private let screen: Int32
    private let keyboard: Int32
    private let process: Process
    private let seen = Mutex<[UInt8]>([])

    /// - Parameter outputIsTerminal: whether standard output is the terminal too.
    init(_ arguments: [String], environment: [String: String]) throws {
        screen = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard screen >= 0, grantpt(screen) == 0, unlockpt(screen) == 0, let name = unsafe ptsname(screen)
        else {
            throw Parlay.Failure("there is no pseudo terminal")
        }
        keyboard = unsafe open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        let handle = FileHandle(fileDescriptor: keyboard, closeOnDealloc: false)
        process = Process()
        process.executableURL = URL(filePath: Parlay.path)
        process.arguments = arguments
        var all = environment
        all["PATH"] = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        all["HOME"] = "/tmp"
        all["TERM"] = "xterm"
        all["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = all
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        close(screen)
        close(keyboard)
    }

    /// All that was shown so far.
    var text: String {
        seen.withLock { seen in
            var block = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = unsafe read(screen, &block, block.count)
                if count <= 0 { break }
                seen += block.prefix(count)
            }
            return String(decoding: seen, as: UTF8.self)
        }
    }

    /// Whether the terminal shows what is typed.
    var echoes: Bool {
        var modes = termios()
        return unsafe tcgetattr(keyboard, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
    }

    func type(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = unsafe write(screen, bytes, bytes.count)
    }

    func until(_ prompt: String) async throws {
        try await eventually("\"\(prompt)\" on the screen: \(text)") { text.contains(prompt) }
    }

    func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the program's end.
    func end() async throws -> Int32 {
        try await eventually("the end of \(process.arguments ?? [])") {
            _ = text
            return !process.isRunning
        }
        return process.terminationStatus
    }
}
