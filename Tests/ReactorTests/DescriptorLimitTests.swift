import Glibc
import Reactor
import Testing

@Suite struct DescriptorLimitTests {
    @Test func `the soft limit becomes the hard one`() throws {
        let raised = DescriptorLimit.raise()
        let status = try #require(limits())
        #expect(status.soft == raised && status.hard == raised)
    }

    /// As the kernel shows them (proc(5)).
    private func limits() -> (soft: UInt64, hard: UInt64)? {
        let path = "/proc/self/limits"
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
                .split(separator: " ")
            guard words.starts(with: ["Max", "open", "files"]), words.count >= 5 else { continue }
            guard let soft = UInt64(words[3]), let hard = UInt64(words[4]) else { return nil }
            return (soft, hard)
        }
        return nil
    }
}
