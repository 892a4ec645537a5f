internal import CQREncode

/// A QR code (ISO/IEC 18004) that a camera reads as a text.
package struct QRCode: Sendable {
    /// Squares on each side, without the quiet zone.
    package let side: Int
    /// Row by row.
    private let isDark: [Bool]

    /// White squares that a reader needs on each side.
    package static let quietZone = 4

    /// - Returns: `nil` for a text that is empty, contains a NUL or is too long: from 2,332 bytes on.
    package init?(_ text: String) {
        guard !text.utf8.contains(0), let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { unsafe QRcode_free(code) }
        side = Int(unsafe code.pointee.width)
        let squares = unsafe UnsafeBufferPointer(start: code.pointee.data, count: side * side)
        // The other bits say what a square is for.
        isDark = unsafe squares.map { $0 & 1 == 1 }
    }

    package subscript(row: Int, column: Int) -> Bool { isDark[row * side + column] }

    /// The dark squares as the path of an SVG, in units of one square. Its origin is the first of the quiet zone.
    package var path: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while column < side, self[row, column] { column += 1 }
                if column > start {
                    path +=
                        "M\(start + Self.quietZone) \(row + Self.quietZone)h\(column - start)v1H\(start + Self.quietZone)z"
                }
                column += 1
            }
        }
        return path
    }

    /// Of the view box of the SVG, with the quiet zone.
    package var extent: Int { side + 2 * Self.quietZone }
}
