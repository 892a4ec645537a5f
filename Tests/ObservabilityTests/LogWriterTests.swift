import Foundation
import Glibc
import Reactor
import TestSupport
import Testing

@testable import Observability

@Suite struct LogWriterTests {
    /// Runs `body` on a separate thread; false if it has not returned in a minute.
    static func returns(_ body: @escaping @Sendable () -> Void) -> Bool {
        let done = DispatchSemaphore(value: 0)
        Thread {
            body()
            done.signal()
        }.start()
        return done.wait(timeout: .now() + 60) == .success
    }

    @Test func `a stuck reader blocks no caller, and lost lines are counted and told`() throws {
        let pipe = try LogPipe()
        let filler = pipe.fill()
        #expect(filler > 0)
        let writer = try LogWriter(fileDescriptor: pipe.writeEnd, format: .json, capacity: 4096)
        let logger = Logger(writer: writer)
        #expect(Self.returns { for number in 0..<1000 { logger.info("line", [.integer("n", number)]) } })
        #expect(writer.flush(timeout: .milliseconds(50)) == false)
        let dropped = writer.droppedLines
        #expect(dropped > 900 && dropped < 1000)

        let text = String(decoding: try pipe.drain(writer).dropFirst(filler), as: UTF8.self)
        let objects = try text.split(separator: "\n").map { try LogLineTests.object($0) }
        let numbers = objects.compactMap { $0["n"] as? Int }
        #expect(numbers == numbers.sorted() && numbers.first == 0)
        #expect(UInt64(numbers.count) + dropped == 1000)
        let told = objects.filter { $0["message"] as? String == "log lines dropped" }
        #expect(told.compactMap { $0["count"] as? Int }.reduce(0, +) == Int(dropped))
        #expect(told.allSatisfy { $0["level"] as? String == "warning" })

        logger.info("again")
        #expect(String(decoding: try pipe.drain(writer), as: UTF8.self).contains("\"again\""))
        #expect(writer.droppedLines == dropped)
    }

    @Test func `a descriptor that would block is waited for`() throws {
        let pipe = try LogPipe()
        let filler = pipe.fill()
        _ = fcntl(pipe.writeEnd, F_SETFL, O_NONBLOCK)
        let writer = try LogWriter(fileDescriptor: pipe.writeEnd, format: .logfmt)
        Logger(writer: writer).info("late")
        #expect(writer.flush(timeout: .milliseconds(50)) == false)
        let text = String(decoding: try pipe.drain(writer).dropFirst(filler), as: UTF8.self)
        #expect(text.hasSuffix("message=late\n"))
        #expect(writer.droppedLines == 0)
    }

    @Test func `a closed reader costs lines, not the process`() throws {
        let pipe = try LogPipe()
        let writer = try LogWriter(fileDescriptor: pipe.writeEnd, format: .logfmt)
        pipe.closeReadEnd()
        let logger = Logger(writer: writer)
        logger.info("one")
        #expect(writer.flush(timeout: .seconds(120)))
        #expect(writer.droppedLines == 1)
        logger.info("two")
        #expect(writer.flush(timeout: .seconds(120)))
        #expect(writer.droppedLines == 2)
    }

    @Test func `lines of many threads arrive whole and in each thread's order`() throws {
        let pipe = try LogPipe()
        let writer = try LogWriter(fileDescriptor: pipe.writeEnd, format: .json)
        let logger = Logger(writer: writer)
        let started = Self.returns {
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for number in 0..<500 {
                    logger.info("a \"quoted\" message", [.integer("thread", thread), .integer("n", number)])
                }
            }
        }
        #expect(started)
        let text = String(decoding: try pipe.drain(writer), as: UTF8.self)
        var next = [Int](repeating: 0, count: 8)
        for line in text.split(separator: "\n") {
            let object = try LogLineTests.object(line)
            let thread = try #require(object["thread"] as? Int)
            #expect(object["n"] as? Int == next[thread])
            next[thread] += 1
        }
        #expect(next == Array(repeating: 500, count: 8))
    }

    @Test func `a line above the whole capacity is dropped and the next one is not`() throws {
        let pipe = try LogPipe()
        let writer = try LogWriter(fileDescriptor: pipe.writeEnd, format: .logfmt, capacity: 1000)
        let logger = Logger(writer: writer)
        logger.info("big", [.text("value", String(repeating: "v", count: 2000))])
        logger.info("small")
        let text = String(decoding: try pipe.drain(writer), as: UTF8.self)
        #expect(!text.contains("big") && text.contains("message=small\n"))
        #expect(text.contains("level=warning message=\"log lines dropped\" count=1\n"))
    }

    @Test func `what waits is written after the writer is gone`() throws {
        let pipe = try LogPipe()
        var writer: LogWriter? = try LogWriter(fileDescriptor: pipe.writeEnd, format: .logfmt)
        var logger = try writer.map { Logger(writer: $0) } ?? #require(nil as Logger?)
        logger.info("last words")
        writer = nil
        logger = .silent
        var readable = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&readable, 1, 60_000) == 1)
        #expect(String(decoding: pipe.readAvailable(), as: UTF8.self).hasSuffix("message=\"last words\"\n"))
    }

    @Test func `what waits goes to the file it was meant for, whatever takes its number`() throws {
        let pipe = try LogPipe()
        let other = try LogPipe()
        var writer: LogWriter? = try LogWriter(fileDescriptor: pipe.writeEnd, format: .logfmt, capacity: 1)
        var logger = try writer.map { Logger(writer: $0) } ?? #require(nil as Logger?)
        logger.info("dropped, which the writer tells when it stops")
        #expect(dup2(other.writeEnd, pipe.writeEnd) == pipe.writeEnd)
        writer = nil
        logger = .silent
        var readable = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&readable, 1, 60_000) == 1)
        #expect(String(decoding: pipe.readAvailable(), as: UTF8.self).contains("log lines dropped"))
        #expect(other.readAvailable().isEmpty)
    }

    @Test func `a loop writes its lines by itself, also after its reader was stuck`() throws {
        let pipe = try LogPipe()
        let filler = pipe.fill()
        let writer = try LogWriter(fileDescriptor: pipe.writeEnd, format: .logfmt)
        let logger = Logger(writer: writer)
        let loop = try EventLoop()
        try loop.start(name: "log")
        defer { loop.stop() }
        loop.execute { for number in 0..<3000 { logger.info("line", [.integer("n", number)]) } }
        var bytes: [UInt8] = []
        var readable = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
        while !bytes.suffix(8).elementsEqual(" n=2999\n".utf8) {
            try #require(unsafe poll(&readable, 1, 60_000) == 1)
            bytes += pipe.readAvailable()
        }
        #expect(bytes.dropFirst(filler).count { $0 == UInt8(ascii: "\n") } == 3000)
        #expect(writer.droppedLines == 0)
    }

    @Test func `nobody waits for a socket, which is full and then closed`() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (reader, end) = (ends[0], ends[1])
        let writer = try LogWriter(fileDescriptor: end, format: .logfmt, capacity: 4096)
        close(end)
        let logger = Logger(writer: writer)
        let isLogged = Self.returns {
            while writer.droppedLines == 0 { logger.info("line", [.text("value", "many words")]) }
        }
        #expect(isLogged)
        #expect(writer.flush(timeout: .milliseconds(50)) == false)
        close(reader)
        #expect(writer.flush(timeout: .seconds(120)))
    }
}
