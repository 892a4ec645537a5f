import Foundation
import Testing

/// Rows are read by their types: see `RowReadable`.
struct ColumnNumberTests {
    @Test func `no column is read by its number`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let number = try Regex(
            #"(?:\b[a-z]\w*|\$0|[\])?])\.(?:text|integer|boolean|bytes|double|milliseconds|id|time|choice"#
                + #"|isNull|optional[A-Z]\w*)\(\s*(?:\d|first\b|column\b)|\bColumnReader\("#
        )
        var count = 0
        for folder in ["Sources", "db"] {
            let files = try #require(
                FileManager.default.enumerator(
                    at: root.appending(path: folder),
                    includingPropertiesForKeys: nil
                )
            )
            for case let file as URL in files where file.pathExtension == "swift" {
                count += 1
                // It makes the readers, which begin at the first column.
                guard !file.path.contains("/Sources/Database/") else { continue }
                let source = try String(contentsOf: file, encoding: .utf8)
                let reads = source.matches(of: number).map { String(source[$0.range]) }
                #expect(reads.isEmpty, "\(file.lastPathComponent) reads columns by number: \(reads)")
            }
        }
        #expect(count > 300)
    }
}
