internal import Foundation
internal import Glibc
package import Observability
internal import Testing

/// A pipe that a `LogWriter` writes to and a test reads from.
package final class LogPipe {
    package let readEnd: Int32
    package let writeEnd: Int32
    private var isReadEndOpen = true

    package init() throws {
        // As `Program` does.
        _ = signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        closeReadEnd()
        close(writeEnd)
    }

    package func closeReadEnd() {
        if isReadEndOpen { close(readEnd) }
        isReadEndOpen = false
    }

    /// Writes until a further byte would block; the number of bytes.
    package func fill() -> Int {
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        var total = 0
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        for size in [4096, 1] {
            while true {
                let count = unsafe write(writeEnd, block, size)
                if count <= 0 { break }
                total += count
            }
        }
        _ = fcntl(writeEnd, F_SETFL, 0)
        return total
    }

    /// What is there now.
    package func readAvailable() -> [UInt8] {
        var all: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(readEnd, &block, block.count)
            if count <= 0 { return all }
            all += block.prefix(count)
        }
    }

    /// Reads until the writer has nothing left.
    package func drain(_ writer: LogWriter) throws -> [UInt8] {
        var all: [UInt8] = []
        for _ in 0..<100_000 {
            all += readAvailable()
            if writer.flush(timeout: .milliseconds(20)) { return all + readAvailable() }
        }
        Issue.record("the writer never finished")
        return all
    }
}

/// The text that `body` logs.
package func logged(
    _ format: LogFormat,
    level: LogLevel = .debug,
    _ body: (Logger) -> Void
) throws -> String {
    let pipe = try LogPipe()
    let writer = try LogWriter(fileDescriptor: pipe.writeEnd, format: format)
    body(Logger(writer: writer, level: level))
    let bytes = try pipe.drain(writer)
    return try #require(String(validating: bytes, as: UTF8.self))
}
