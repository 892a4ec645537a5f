import Cluster
import Glibc
import Testing

@Suite struct ChildProcessTests {
    @Test func `the exit code and both outputs come back`() throws {
        let result = try ChildProcess.run(
            shell("read -r line; echo \"$line\"; echo bad >&2; exit 7", input: "good\n")
        )
        #expect(result.exit == .code(7))
        #expect(result.output == "good\nbad\n")
    }

    @Test func `the pid is the program's own, and killing it is seen`() throws {
        let child = try ChildProcess(starting: .init("/bin/sleep", ["1000"]))
        #expect(child.poll() == nil)
        #expect(try isRunning(child.pid))
        #expect(kill(child.pid, SIGKILL) == 0)
        #expect(child.wait(atMost: .seconds(120)) == .signal(SIGKILL))
        #expect(!child.signal(SIGTERM))
    }

    @Test func `a program that is not there is an error with its path`() {
        #expect(throws: ClusterError.fileSystem(operation: "run", path: "/bin/absent", errno: ENOENT)) {
            try ChildProcess(starting: .init("/bin/absent"))
        }
    }

    @Test func `nothing but the three standard descriptors is inherited`() throws {
        // The last is the directory that is being listed.
        let result = try ChildProcess.run(.init("/bin/ls", ["/proc/self/fd"]))
        #expect(result.output == "0\n1\n2\n3\n")
    }

    @Test func `only the given environment is passed on`() throws {
        var command = shell("env | sort")
        command.environment = ["A": "1", "PATH": "/usr/bin:/bin"]
        let lines = try ChildProcess.run(command).output.split(separator: "\n")
        #expect(
            lines.filter { !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") } == ["A=1", "PATH=/usr/bin:/bin"]
        )
    }

    @Test(.enabled(if: geteuid() == 0, "only root may change the user"))
    func `root can start it as another user`() throws {
        var command = shell("id -u; id -g")
        command.asUser = .init(uid: 65534, gid: 65534)
        #expect(try ChildProcess.run(command).output == "65534\n65534\n")
    }

    @Test func `a parent that is killed takes its child along`() async throws {
        let pidFile = "/tmp/parlay-child-test-\(getpid())"
        defer { unsafe unlink(pidFile) }
        await #expect(processExitsWith: .signal(SIGKILL)) { [pidFile = pidFile as String] in
            let child = try ChildProcess(starting: .init("/bin/sleep", ["1000"]))
            var note = ChildProcess.Command("/bin/sh", ["-c", "echo \(child.pid)"])
            note.stdout = .file(pidFile)
            _ = try ChildProcess(starting: note).wait()
            kill(getpid(), SIGKILL)
        }
        let pid = try #require(Int32(try read(pidFile)))
        try awaitEnd(of: pid)
    }

    @Test func `a child that ignores SIGTERM is killed after a while`() throws {
        let ready = "/tmp/parlay-ready-test-\(getpid())"
        defer { unsafe unlink(ready) }
        var command = shell("trap '' TERM; echo yes; while :; do sleep 0.1; done")
        command.stdout = .file(ready)
        var child: ChildProcess? = try ChildProcess(starting: command)
        while try read(ready) != "yes" { try #require(child?.isRunning == true) }
        let pid = try #require(child?.pid)
        child = nil
        try awaitEnd(of: pid)
    }

    private func shell(_ script: String, input: String? = nil) -> ChildProcess.Command {
        var command = ChildProcess.Command("/bin/sh", ["-c", script])
        command.environment = ["PATH": "/usr/bin:/bin"]
        command.input = input
        return command
    }
}

/// One line of a file, without its end.
func read(_ path: String) throws -> String {
    String(try ChildProcess.run(.init("/bin/cat", [path])).output.prefix { $0 != "\n" })
}

/// False also for a zombie, which nobody has collected yet.
func isRunning(_ pid: Int32) throws -> Bool {
    try ChildProcess.run(.init("/bin/grep", ["-qs", "^State:.[^Z]", "/proc/\(pid)/status"])).exit == .code(0)
}

func awaitEnd(of pid: Int32, atMost limit: Duration = .seconds(120)) throws {
    let start = ContinuousClock.now
    while try isRunning(pid) {
        try #require(start.duration(to: .now) < limit, "process \(pid) still runs")
    }
}
