internal import Cluster
internal import FoundationEssentials
internal import Glibc

/// A script of Python that serves on a port and prints it first.
struct PythonServer {
    struct NotStarted: Error {
        /// What it wrote to standard error.
        let errors: String
    }

    let process: ChildProcess
    let port: UInt16

    /// Starts it and waits for its port. Blocks its thread.
    ///
    /// - Parameter directory: exists; standard output is written to `out` there, standard error to `errors`. Removed with the process.
    init(_ script: [UInt8], _ arguments: [String] = [], in directory: String) throws {
        let output = "\(directory)/out"
        var command = ChildProcess.Command(
            "/usr/bin/python3",
            ["-c", String(decoding: script, as: UTF8.self)] + arguments
        )
        command.environment = ["PATH": "/usr/bin:/bin"]
        command.stdout = .file(output)
        command.stderr = .file("\(directory)/errors")
        command.lifeline = ChildProcess.Lifeline(signal: SIGTERM, removing: directory)
        process = try ChildProcess(starting: command)
        let deadline = ContinuousClock.now + .seconds(120)
        while process.isRunning, ContinuousClock.now < deadline {
            let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
            if let line = lines.first, let port = UInt16(line) {
                self.port = port
                return
            }
            usleep(10_000)
        }
        throw NotStarted(errors: (try? String(contentsOfFile: "\(directory)/errors", encoding: .utf8)) ?? "")
    }
}
