internal import CLinux
internal import Glibc
internal import Reactor

/// A child process with one socket as its standard input and output. Owns the socket and reaps the child.
final class WorkerProcess {
    enum End: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    private let pid: Int32
    private let socket: Int32
    private var ended: End?

    init(_ program: String, _ arguments: [String], _ environment: [String]) throws(ImageError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .worker("no socket for the photo worker: errno \(errno)")
        }
        defer { close(ends[1]) }
        var pid: Int32 = 0
        let code = unsafe withCStrings([program] + arguments) { arguments in
            unsafe withCStrings(environment) { environment in
                unsafe parlay_spawn_worker(&pid, program, arguments, environment, ends[1])
            }
        }
        guard code == 0 else {
            close(ends[0])
            throw .worker("\(program) cannot be started: errno \(code)")
        }
        self.pid = pid
        socket = ends[0]
    }

    deinit {
        kill()
        close(socket)
    }

    /// Sends all messages and returns all answers; `nil` if the answer is incomplete at the deadline or too long. A
    /// child that exits without reading everything is not an error here.
    func exchange(_ messages: [[UInt8]], longestAnswer: Int, deadline: ContinuousClock.Instant) -> [UInt8]? {
        var answer: [UInt8] = []
        var pending = messages[...]
        var sent = 0
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left >= 1 else { return nil }
            let interest = Int16(POLLIN) | (pending.isEmpty ? 0 : Int16(POLLOUT))
            var waiting = pollfd(fd: socket, events: interest, revents: 0)
            guard unsafe poll(&waiting, 1, Int32(min(left, 1e9))) > 0 else { continue }
            if let message = pending.first, waiting.revents & Int16(POLLOUT) != 0 {
                let count = unsafe message.withUnsafeBytes { buffer in
                    unsafe send(
                        socket,
                        buffer.baseAddress?.advanced(by: sent),
                        buffer.count - sent,
                        Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                    )
                }
                if count >= 0 {
                    sent += count
                } else if errno != EAGAIN && errno != EINTR {
                    pending = []
                }
                if sent == message.count {
                    pending = pending.dropFirst()
                    sent = 0
                }
                if pending.isEmpty { _ = shutdown(socket, Int32(SHUT_WR)) }
            }
            if waiting.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
                let count = unsafe recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
                if count < 0 && (errno == EAGAIN || errno == EINTR) { continue }
                guard count > 0 else { return answer }
                answer += chunk.prefix(count)
                guard answer.count <= longestAnswer else { return nil }
            }
        }
    }

    /// Waits for the child, which has closed its output, and kills it if it still runs at the deadline.
    func end(by deadline: ContinuousClock.Instant) -> End {
        while ended == nil, .now < deadline, !collect(WNOHANG) { usleep(500) }
        kill()
        return end()
    }

    /// Waits for the child, which was killed or has ended.
    private func end() -> End {
        while ended == nil { _ = collect(0) }
        return ended ?? .signal(SIGKILL)
    }

    /// Whether the child has ended; sets `ended`.
    private func collect(_ options: Int32) -> Bool {
        var status: Int32 = 0
        let found = unsafe waitpid(pid, &status, options)
        if found == 0 || found == -1 && errno == EINTR { return false }
        let signal = status & 0x7f
        ended = signal == 0 ? .code((status >> 8) & 0xff) : .signal(signal)
        return true
    }

    func kill() {
        guard ended == nil else { return }
        _ = Glibc.kill(pid, SIGKILL)
        _ = end()
    }
}
