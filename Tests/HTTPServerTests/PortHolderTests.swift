internal import Cluster
internal import Glibc
internal import HTTPServer
internal import Testing

/// Who listens on a port.
@Suite struct PortHolderTests {
    /// A listening socket of this process.
    private final class Listener {
        let descriptor: Int32
        let port: UInt16

        init(port: UInt16 = 0, isShared: Bool = true) throws {
            (descriptor, self.port) = try ListeningSocket.open(
                host: "127.0.0.1",
                port: port,
                isShared: isShared
            )
        }

        deinit { close(descriptor) }
    }

    @Test func `a port is free, or the error names the program that has it`() throws {
        var listener: Listener? = try Listener()
        let port = try #require(listener?.port)
        let error = try #require(ListeningSocket.obstacle(host: "127.0.0.1", port: port))
        guard case .taken(_, _, let holders) = error else { throw error }
        #expect(holders.map(\.program?.pid) == [getpid()], "\(error)")
        #expect("\(error)".contains("port \(port): the port is in use by "), "\(error)")
        #expect("\(error)".hasSuffix("(pid \(getpid()))"), "\(error)")
        // At any address of the machine.
        #expect(ListeningSocket.obstacle(host: "0.0.0.0", port: port) != nil)
        listener = nil
        #expect(ListeningSocket.obstacle(host: "127.0.0.1", port: port) == nil)
    }

    @Test func `a program that shares the port is another one`() throws {
        let listener = try Listener()
        #expect(PortHolder.others(on: listener.port, than: getpid()).isEmpty)
        let second = try Listener(port: listener.port)
        #expect(PortHolder.others(on: listener.port, than: getpid()).isEmpty)

        let ready = "/tmp/parlay-port-test-\(getpid())"
        defer { unsafe unlink(ready) }
        let script = """
            import socket, sys, time
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            s.bind(("127.0.0.1", int(sys.argv[1])))
            s.listen()
            print("listens", flush=True)
            time.sleep(1000)
            """
        var command = ChildProcess.Command("/usr/bin/python3", ["-c", script, "\(listener.port)"])
        command.stdout = .file(ready)
        let child = try ChildProcess(starting: command)
        var status = stat()
        while unsafe stat(ready, &status) != 0 || status.st_size == 0 {
            try #require(child.isRunning)
            usleep(10_000)
        }
        let others = PortHolder.others(on: listener.port, than: getpid())
        #expect(others.map(\.program?.pid) == [child.pid], "\(others)")
        #expect(others.first?.description.hasPrefix("python3") == true, "\(others)")
        #expect(
            PortHolder.others(on: listener.port, than: child.pid).map(\.program?.pid) == [getpid(), getpid()]
        )
        #expect(PortHolder.all(of: listener.port).count == 2)
        // The sockets of a process that has none there are not to be told from others.
        #expect(PortHolder.others(on: listener.port, than: getppid()).isEmpty)
        withExtendedLifetime(second) {}
    }
}
