/// A rectangle of pixels; the origin is the upper left corner.
package struct PixelArea: Sendable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The orientation of an image in its file (EXIF 2.32, tag 0x0112), 1 to 8.
struct Orientation: Sendable, Equatable {
    let value: Int

    /// Out of range counts as upright.
    init(_ value: Int) { self.value = (1...8).contains(value) ? value : 1 }

    private var isTransposed: Bool { value >= 5 }

    /// Width and height of the upright image.
    func upright(width: Int, height: Int) -> (width: Int, height: Int) {
        isTransposed ? (height, width) : (width, height)
    }

    /// Converts an area of the upright image to the file's orientation; the size is the file's.
    func stored(_ area: PixelArea, width: Int, height: Int) -> PixelArea {
        let along = isTransposed ? (x: area.y, y: area.x) : (x: area.x, y: area.y)
        let size = isTransposed ? (area.height, area.width) : (area.width, area.height)
        let isMirroredInX = [2, 3, 7, 8].contains(value)
        let isMirroredInY = [3, 4, 6, 7].contains(value)
        return PixelArea(
            x: isMirroredInX ? width - along.x - size.0 : along.x,
            y: isMirroredInY ? height - along.y - size.1 : along.y,
            width: size.0,
            height: size.1
        )
    }
}
