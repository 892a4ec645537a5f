import FoundationEssentials
import Glibc
import Reactor
import Synchronization

/// A program started by this one that does not outlive it. Even if this process is killed, a watchdog sees its
/// lifeline close and sends `Lifeline.signal` to the program, then `SIGKILL` five seconds later.
///
/// The program has its own session, so that Ctrl-C at the terminal reaches only this process, and inherits only its
/// three standard descriptors. `pid` is the program's own; there is no wrapper process.
package final class ChildProcess: Sendable {
    package enum Output: Sendable, Equatable {
        case inherit
        case null
        /// Is appended to; created with mode 0600.
        case file(String)
        /// The caller keeps and closes the descriptor.
        case descriptor(Int32)
    }

    package struct User: Sendable, Equatable {
        package let uid: UInt32
        package let gid: UInt32

        package init(uid: UInt32, gid: UInt32) {
            self.uid = uid
            self.gid = gid
        }
    }

    package struct Command: Sendable {
        /// Absolute path.
        package var program: String
        package var arguments: [String] = []
        /// The whole environment; nothing is inherited.
        package var environment: [String: String] = [:]
        /// What the program reads on stdin; `nil` is `/dev/null`.
        package var input: String?
        package var stdout: Output = .inherit
        package var stderr: Output = .inherit
        /// Needs root. `nil` keeps the user.
        package var asUser: User?
        package var lifeline = Lifeline()

        package init(_ program: String, _ arguments: [String] = []) {
            self.program = program
            self.arguments = arguments
        }
    }

    /// What happens to the program when this process ends.
    package struct Lifeline: Sendable {
        package var signal: Int32 = SIGTERM
        /// A directory to delete after the program has ended.
        package var removing: String?

        package init(signal: Int32 = SIGTERM, removing: String? = nil) {
            self.signal = signal
            self.removing = removing
        }
    }

    package enum Exit: Sendable, Equatable, CustomStringConvertible {
        case code(Int32)
        case signal(Int32)

        /// As the end of a sentence about the program.
        package var description: String {
            switch self {
            case .code(let code): "stopped with exit code \(code)"
            case .signal(let signal): "was ended by signal \(signal)"
            }
        }

        /// Decodes the status of `waitpid`; Swift does not import the macros for it.
        init(status: Int32) {
            let signal = status & 0x7f
            self = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
        }
    }

    private struct State {
        var exit: Exit?
        /// Our end of the watchdog's stdin; -1 once closed.
        var lifeline: Int32
    }

    package let pid: Int32
    private let watchdog: Int32
    private let state: Mutex<State>

    package init(starting command: Command) throws(ClusterError) {
        let lifeline = try Self.socketPair()
        defer { close(lifeline.theirs) }
        do throws(ClusterError) {
            watchdog = try Self.spawnWatchdog(command.lifeline, reading: lifeline.theirs)
        } catch {
            close(lifeline.ours)
            throw error
        }
        do throws(ClusterError) {
            pid = try Self.spawn(command)
        } catch {
            close(lifeline.ours)  // without a pid, the watchdog exits
            _ = Self.reap(watchdog)
            throw error
        }
        Self.send("\(pid)\n", to: lifeline.ours)
        state = Mutex(State(exit: nil, lifeline: lifeline.ours))
    }

    /// The watchdog ends a program that still runs, and it is reaped here: this may block for five seconds.
    deinit {
        guard poll() == nil else { return }
        state.withLock { state in _ = close(state.lifeline) }
        _ = Self.reap(pid)
        _ = Self.reap(watchdog)
    }

    package var isRunning: Bool { poll() == nil }

    /// How the program ended; `nil` while it runs. Never blocks.
    package func poll() -> Exit? {
        state.withLock { state in
            if let exit = state.exit { return exit }
            var info = unsafe siginfo_t()
            let result = unsafe waitid(P_PID, UInt32(pid), &info, WEXITED | WNOHANG | WNOWAIT)
            guard result == 0, unsafe info.si_signo == SIGCHLD else { return nil }
            // After reaping, another program can get the pid, so the watchdog must forget it first.
            Self.send("done\n", to: state.lifeline)
            close(state.lifeline)
            state.lifeline = -1
            _ = Self.reap(watchdog)
            let exit = Exit(status: Self.reap(pid))
            state.exit = exit
            return exit
        }
    }

    /// Waits for the program to end; `nil` if it still runs after `limit`. Blocks its thread.
    package func wait(atMost limit: Duration? = nil) -> Exit? {
        let start = ContinuousClock.now
        while true {
            if let exit = poll() { return exit }
            if let limit, start.duration(to: .now) >= limit { return nil }
            Self.pause()
        }
    }

    /// False if the program has already ended. Never reaches another program with a reused pid.
    @discardableResult package func signal(_ signal: Int32) -> Bool {
        state.withLock { state in state.exit == nil && kill(pid, signal) == 0 }
    }

    /// Runs a program to its end and returns its stdout and stderr together. Blocks its thread.
    package static func run(_ command: Command) throws(ClusterError) -> (exit: Exit, output: String) {
        let file = try anonymousFile()
        defer { close(file) }
        var command = command
        command.stdout = .descriptor(file)
        command.stderr = .descriptor(file)
        let child = try ChildProcess(starting: command)
        while true {
            if let exit = child.wait() { return (exit, contents(of: file)) }
        }
    }

    /// Polls ten times per frame: Linux has no call with a timeout for waiting on a process that Swift imports.
    static func pause() {
        var time = timespec(tv_sec: 0, tv_nsec: 10_000_000)
        unsafe nanosleep(&time, nil)
    }
}

extension ChildProcess {
    private static func socketPair() throws(ClusterError) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .fileSystem(operation: "open a socket pair", path: "", errno: errno)
        }
        return (ends[0], ends[1])
    }

    /// A closed peer is not an error here, and must not cause `SIGPIPE`.
    private static func send(_ text: String, to socket: Int32) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private static func reap(_ pid: Int32) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) == -1, errno == EINTR {}
        return status
    }

    /// Reads the pid, then waits for `done`, or for the end of file if this process dies.
    private static let watchdogScript = """
        trap '' HUP INT TERM
        read -r pid || exit 0
        if read -r done; then exit 0; fi
        kill -s "$1" "$pid" 2>/dev/null
        tries=0
        while [ "$tries" -lt 50 ] && kill -0 "$pid" 2>/dev/null; do
            sleep 0.1
            tries=$((tries + 1))
        done
        kill -s KILL "$pid" 2>/dev/null
        if [ -n "$2" ]; then rm -rf -- "$2"; fi
        """

    private static func spawnWatchdog(_ lifeline: Lifeline, reading descriptor: Int32) throws(ClusterError)
        -> Int32
    {
        let script = ["-c", watchdogScript, "parlay-watchdog", "\(lifeline.signal)", lifeline.removing ?? ""]
        return try spawn(
            "/bin/sh",
            script,
            environment: ["PATH=/usr/bin:/bin"],
            descriptors: (input: descriptor, stdout: -1, stderr: -1)
        )
    }

    private static func spawn(_ command: Command) throws(ClusterError) -> Int32 {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        var input: Int32 = -1
        if let text = command.input {
            input = try anonymousFile()
            opened.append(input)
            try write(text, to: input)
        }
        func descriptor(for output: Output, standard: Int32) throws(ClusterError) -> Int32 {
            switch output {
            case .inherit: return standard
            case .null: return -1
            case .descriptor(let descriptor): return descriptor
            case .file(let path):
                let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
                guard file >= 0 else { throw .fileSystem(operation: "write", path: path, errno: errno) }
                opened.append(file)
                return file
            }
        }
        let stdout = try descriptor(for: command.stdout, standard: STDOUT_FILENO)
        let stderr = try descriptor(for: command.stderr, standard: STDERR_FILENO)
        var program = command.program
        var arguments = command.arguments
        guard unsafe access(program, X_OK) == 0 else {
            throw .fileSystem(operation: "run", path: program, errno: errno)
        }
        if let user = command.asUser {
            // Changes the user, then becomes the program with the same pid.
            arguments =
                ["--reuid=\(user.uid)", "--regid=\(user.gid)", "--clear-groups", "--", program] + arguments
            program = "/usr/bin/setpriv"
        }
        let environment = command.environment.map { "\($0.key)=\($0.value)" }.sorted()
        return try spawn(
            program,
            arguments,
            environment: environment,
            descriptors: (input: input, stdout: stdout, stderr: stderr)
        )
    }

    /// `-1` as a descriptor means `/dev/null`.
    private static func spawn(
        _ program: String,
        _ arguments: [String],
        environment: [String],
        descriptors: (input: Int32, stdout: Int32, stderr: Int32)
    ) throws(ClusterError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for (target, source) in [(0, descriptors.input), (1, descriptors.stdout), (2, descriptors.stderr)] {
            if source < 0 {
                let mode = target == 0 ? O_RDONLY : O_WRONLY
                unsafe posix_spawn_file_actions_addopen(&actions, Int32(target), "/dev/null", mode, 0)
            } else {
                unsafe posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
            }
        }
        // Parlay opens everything with O_CLOEXEC; this closes what other code opened, also while this runs.
        let beyond = min((openDescriptors().max() ?? 3) + 64, Int32(sysconf(Int32(_SC_OPEN_MAX))))
        for descriptor in 3..<max(3, beyond) {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // An event loop blocks signals that it reads from a descriptor; the program must start with none blocked.
        var all = sigset_t()
        var none = sigset_t()
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        // POSIX_SPAWN_SETSID, a GNU extension that Swift's Glibc does not import.
        let newSession: Int32 = 0x80
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | newSession
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var pid: Int32 = 0
        let result = unsafe withCStrings([program] + arguments) { argv in
            unsafe withCStrings(environment) { envp in
                unsafe posix_spawn(&pid, program, &actions, &attributes, argv, envp)
            }
        }
        guard result == 0 else { throw .fileSystem(operation: "run", path: program, errno: result) }
        return pid
    }

    private static func openDescriptors() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }
    }

    private static func anonymousFile() throws(ClusterError) -> Int32 {
        let path = "/tmp/parlay-\(UUID().uuidString)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .fileSystem(operation: "make the file", path: path, errno: errno)
        }
        unsafe unlink(path)
        return descriptor
    }

    private static func write(_ text: String, to file: Int32) throws(ClusterError) {
        let bytes = Array(text.utf8)
        let written = unsafe pwrite(file, bytes, bytes.count, 0)
        guard written == bytes.count else {
            throw .fileSystem(operation: "write", path: "a file in /tmp", errno: errno)
        }
    }

    private static func contents(of file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: max(0, Int(lseek(file, 0, SEEK_END))))
        let count = unsafe pread(file, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
