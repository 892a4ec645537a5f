import CLinux
import Dispatch
import Glibc
import Observability
import Reactor
import TestSupport
import Testing

@testable import App
@testable import Console

/// Signs of life pass through every loop.
@Suite struct WatchdogTests {
    @Test func `the variables are read as systemd means them`() {
        #expect(Supervision([:]) == Supervision())
        #expect(Supervision(["NOTIFY_SOCKET": "", "WATCHDOG_USEC": "5"]) == Supervision())
        let both = ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "2000000"]
        #expect(Supervision(both).watchdog == .seconds(2))
        #expect(Supervision(both.merging(["WATCHDOG_PID": "7"]) { $1 }, pid: 7).watchdog == .seconds(2))
        #expect(Supervision(both.merging(["WATCHDOG_PID": "8"]) { $1 }, pid: 7).watchdog == nil)
        for text in ["0", "-1", "", "x"] {
            let supervision = Supervision(["NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": text])
            #expect(supervision.watchdog == nil && supervision.socket == "@x")
        }
        #expect(Supervision(["WATCHDOG_USEC": "2000000"]).watchdog == nil)
    }

    private static func receive(_ descriptor: Int32) -> Int {
        var count = 0
        var buffer = [UInt8](repeating: 0, count: 256)
        while unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 { count += 1 }
        return count
    }

    @Test func `one stuck loop among others ends the signs of life until it goes on`() async throws {
        let name = "@parlay-watchdog-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let descriptor = unsafe parlay_receive_datagrams(name)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let group = try EventLoopGroup(count: 3, name: "watched")
        defer { group.stop() }
        let supervision = Supervision(["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "60000"])
        let logger = Logger(
            writer: try LogWriter(fileDescriptor: STDERR_FILENO, format: .logfmt),
            level: .error
        )
        let manager = ServiceManager(supervision, logger: logger)
        let watchdog = try #require(Watchdog(manager, group.loops))
        watchdog.start()
        var seen = 0
        try await eventually("signs of life") {
            seen += Self.receive(descriptor)
            return seen >= 3
        }
        // The second loop does not come back; the others run.
        let stuck = DispatchSemaphore(value: 0)
        let entered = DispatchSemaphore(value: 0)
        group.loops[1].execute {
            entered.signal()
            stuck.wait()
        }
        await withCheckedContinuation { continuation in
            Thread.run {
                entered.wait(); continuation.resume()
            }
        }
        try await Task.sleep(for: .milliseconds(100))
        _ = Self.receive(descriptor)
        try await Task.sleep(for: .milliseconds(500))
        #expect(Self.receive(descriptor) == 0)
        stuck.signal()
        seen = 0
        try await eventually("signs of life") {
            seen += Self.receive(descriptor)
            return seen >= 3
        }
    }

    @Test func `nobody asks, nobody tells`() throws {
        let group = try EventLoopGroup(count: 1, name: "watched")
        defer { group.stop() }
        let logger = Logger(
            writer: try LogWriter(fileDescriptor: STDERR_FILENO, format: .logfmt),
            level: .error
        )
        #expect(Watchdog(ServiceManager(Supervision(), logger: logger), group.loops) == nil)
    }
}

private enum Thread {
    static func run(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: body)
    }
}
