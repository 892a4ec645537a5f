import Glibc

@testable import Console

/// The sources and documents that tests of the whole read.
enum Checkout {
    /// Found from this file.
    static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    /// The codes that `docs/errors.md` lists: the first cell of each row, in backticks.
    static func problemCodes() throws -> [String] {
        try TextFile.read("\(root)/docs/errors.md").split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            return line.dropFirst(3).split(separator: "`").first.map(String.init)
        }
    }

    static func swiftFiles(in directory: String = "\(root)/Sources") throws -> [String] {
        guard let handle = unsafe opendir(directory) else {
            throw TextFile.Unreadable(description: directory)
        }
        defer { unsafe closedir(handle) }
        var files: [String] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            let path = "\(directory)/\(name)"
            if name.hasSuffix(".swift") {
                files.append(path)
            } else if unsafe entry.pointee.d_type == UInt8(DT_DIR) {
                files += try swiftFiles(in: path)
            }
        }
        return files
    }
}
