import App
import CLinux
import Cluster
import Console
import Foundation
import Glibc
import TestSupport

/// The program, as it was built beside the tests.
enum Parlay {
    static let path = TestProgram.path

    /// Below the ports that the system gives to clients, so that none of them takes it between two starts.
    static func freePort() throws -> UInt16 {
        for _ in 0..<1000 {
            let port = UInt16.random(in: 20_000..<32_000)
            guard let descriptor = try? listener(port: port) else { continue }
            close(descriptor)
            return port
        }
        throw Failure("no free port was found")
    }

    /// A socket that takes connections and never answers. The caller closes it.
    static func listener(port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0, listen(descriptor, 16) == 0 else {
            close(descriptor)
            throw Failure("port \(port) is taken")
        }
        return descriptor
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}

/// What a command of the program left.
struct Outcome: Sendable, CustomStringConvertible {
    let exit: ChildProcess.Exit
    let output: String
    let errors: String

    var code: Int32? { if case .code(let code) = exit { code } else { nil } }
    var description: String { "\(exit)\nstdout: \(output)\nstderr: \(errors)" }
}

/// A process of the program. Its output goes to two files.
final class ParlayProcess: Sendable {
    private let child: ChildProcess
    private let files: String

    /// - Parameters:
    ///   - program: another one than `parlay`, such as a shell that calls it.
    ///   - files: the path of its outputs, without `.out` and `.err`.
    init(
        program: String = Parlay.path,
        _ arguments: [String],
        environment: [String: String],
        input: String? = nil,
        files: String
    ) throws {
        self.files = files
        var command = ChildProcess.Command(program, arguments)
        command.environment = ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/tmp"]
        command.environment.merge(environment) { $1 }
        command.input = input
        command.stdout = .file("\(files).out")
        command.stderr = .file("\(files).err")
        child = try ChildProcess(starting: command)
    }

    var pid: Int32 { child.pid }
    var isRunning: Bool { child.isRunning }
    var output: String { (try? TextFile.read("\(files).out")) ?? "" }
    /// What it logged.
    var errors: String { (try? String(contentsOfFile: "\(files).err", encoding: .utf8)) ?? "" }

    func signal(_ signal: Int32) { child.signal(signal) }

    /// Ends it by force and waits for its end.
    func kill() async throws {
        child.signal(SIGKILL)
        _ = try await end()
    }

    /// Asks it to stop and waits.
    func stop(within limit: Duration = .seconds(180)) async throws -> ChildProcess.Exit {
        child.signal(SIGTERM)
        return try await end(within: limit)
    }

    func end(within limit: Duration = .seconds(180)) async throws -> ChildProcess.Exit {
        try await eventually("the end of process \(pid)", within: limit) { child.poll() != nil }
        guard let exit = child.poll() else { throw Parlay.Failure("process \(pid) still runs") }
        return exit
    }
}

/// Processes as the system sees them.
struct ProcessTable {
    struct Entry: Hashable {
        let pid: Int32
        let parent: Int32
        let command: String
        /// In ticks since the machine started: tells two processes with one pid apart.
        let startedAt: String
    }

    /// Without those that have ended and wait to be collected.
    static var entries: [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap(entry)
    }

    private static func entry(_ pid: Int32) -> Entry? {
        guard let stat = contents("/proc/\(pid)/stat"), let command = contents("/proc/\(pid)/cmdline"),
            let bracket = stat.lastIndex(of: ")")
        else { return nil }
        // From the third field on: state, parent, …; the start is the 22nd.
        let fields = stat[stat.index(after: bracket)...].split(separator: " ")
        guard fields.count > 19, fields[0] != "Z", let parent = Int32(fields[1]) else { return nil }
        let words = command.split(separator: "\0").joined(separator: " ")
        return Entry(pid: pid, parent: parent, command: words, startedAt: String(fields[19]))
    }

    private static func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    static func descendants(of pid: Int32) -> [Entry] {
        let all = entries
        var found: [Entry] = []
        var parents: Set<Int32> = [pid]
        while true {
            let next = all.filter { parents.contains($0.parent) && !found.contains($0) }
            if next.isEmpty { return found }
            found += next
            parents = Set(next.map(\.pid))
        }
    }

    /// The child of `pid` that runs `parlay <subcommand>`.
    static func child(_ subcommand: String, of pid: Int32) -> Int32? {
        entries.first { $0.parent == pid && $0.command == "\(Parlay.path) \(subcommand)" }?.pid
    }
}
