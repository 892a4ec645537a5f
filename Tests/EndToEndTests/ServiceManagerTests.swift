import Cluster
import Foundation
import Glibc
import TestDatabases
import TestSupport
import Testing

/// What a process tells systemd, by the real program and a real datagram socket.
@Suite(.database) struct ServiceManagerTests {
    private func settings(_ socket: NotificationSocket, watchdog: Int = 600_000) -> [String: String] {
        ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": String(watchdog)]
    }

    @Test func `a front says that it is ready when it listens, lives, and stops`() async throws {
        try await Site.with { site in
            let socket = try NotificationSocket("\(site.directory)/notify")
            let front = try site.start("serve", with: settings(socket))
            try await eventually("READY=1") {
                if !front.isRunning { throw Parlay.Failure("it ended: \(front.errors)") }
                return socket.count("READY=1") == 1
            }
            #expect(socket.messages.first?.hasPrefix("READY=1\nSTATUS=") == true, "\(socket.messages)")
            // No earlier than it listens.
            #expect(try await site.readiness() == 200)
            try await eventually("several signs of life") { socket.count("WATCHDOG=1") >= 3 }
            #expect(socket.count("STOPPING=1") == 0)
            front.signal(SIGTERM)
            #expect(try await front.end() == .code(0))
            #expect(socket.count("STOPPING=1") == 1)
            #expect(socket.count("READY=1") == 1)
        }
    }

    @Test func `a worker too, at an abstract name`() async throws {
        try await Site.with { site in
            let socket = try NotificationSocket.abstract()
            let worker = try site.start("work", with: settings(socket))
            try await eventually("READY=1 and signs of life") {
                if !worker.isRunning { throw Parlay.Failure("it ended: \(worker.errors)") }
                return socket.count("READY=1") == 1 && socket.count("WATCHDOG=1") >= 3
            }
            #expect(try await worker.stop() == .code(0))
            #expect(socket.count("STOPPING=1") == 1)
        }
    }

    @Test func `a frozen process gives no sign of life`() async throws {
        try await Site.with { site in
            let socket = try NotificationSocket.abstract()
            let worker = try site.start("work", with: settings(socket, watchdog: 300_000))
            try await eventually("signs of life") { socket.count("WATCHDOG=1") >= 2 }
            worker.signal(SIGSTOP)
            // What it sent before it stopped.
            try await Task.sleep(for: .milliseconds(300))
            let before = socket.count("WATCHDOG=1")
            try await Task.sleep(for: .seconds(1))
            #expect(socket.count("WATCHDOG=1") == before)
            worker.signal(SIGCONT)
            try await eventually("it goes on") { socket.count("WATCHDOG=1") > before }
            #expect(try await worker.stop() == .code(0))
        }
    }

    @Test func `a process that does not ready itself says nothing`() async throws {
        let socket = try NotificationSocket.abstract()
        // Nobody listens there.
        try await Site.with(["DATABASE_URL": "postgresql:///parlay?host=/nonexistent"]) { site in
            let front = try site.start("serve", with: settings(socket))
            try await eventually("the wait") { front.errors.contains("waiting for the database") }
            #expect(try await front.stop() == .code(0))
        }
        #expect(socket.messages == [])
    }

    @Test func `another process's watchdog is none, and a missing socket stops nothing`() async throws {
        try await Site.with { site in
            let socket = try NotificationSocket.abstract()
            var other = settings(socket)
            other["WATCHDOG_PID"] = "1"
            let worker = try site.start("work", with: other)
            try await eventually("READY=1") { socket.count("READY=1") == 1 }
            #expect(try await worker.stop() == .code(0))
            #expect(socket.count("WATCHDOG=1") == 0)

            let silent = try await site.work(with: ["NOTIFY_SOCKET": "\(site.directory)/absent"])
            #expect(silent.errors.contains("cannot notify the service manager"), "\(silent.errors)")
            #expect(try await silent.stop() == .code(0))
        }
    }
}

/// The same of `parlay up`, whose children must leave the socket alone.
@Suite struct ServiceManagerUpTests {
    @Test func `up is ready once, and no child inherits its socket`() async throws {
        try await Site.with(hasDatabase: false) { site in
            let socket = try NotificationSocket.abstract()
            let settings = ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "900000"]
            let up = try await site.up("--no-demo", with: settings)
            try await eventually("signs of life") { socket.count("WATCHDOG=1") >= 3 }
            #expect(socket.count("READY=1") == 1)
            let children = ProcessTable.descendants(of: up.pid)
            #expect(children.contains { $0.command.contains("postgres") })
            #expect(children.contains { $0.command.hasSuffix(" serve") })
            for child in children {
                let bytes = FileManager.default.contents(atPath: "/proc/\(child.pid)/environ") ?? Data()
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains("NOTIFY_SOCKET") && !text.contains("WATCHDOG_"), "\(child.command)")
            }
            #expect(try await up.stop() == .code(0), "\(up.errors)")
            #expect(socket.count("STOPPING=1") == 1)
            #expect(socket.count("READY=1") == 1)
        }
    }
}
