import Testing

@testable import Imaging

@Suite struct OrientationTests {
    /// The rows of an upright image, 3 by 2, as a file of each orientation holds them (EXIF 2.32, tag 0x0112).
    private static let laid: [Int: [String]] = [
        1: ["abc", "def"], 2: ["cba", "fed"], 3: ["fed", "cba"], 4: ["def", "abc"], 5: ["ad", "be", "cf"],
        6: ["cf", "be", "ad"], 7: ["fc", "eb", "da"], 8: ["da", "eb", "fc"],
    ]

    @Test(arguments: 1...8)
    func `an area of the upright image is found in the file`(_ value: Int) throws {
        let rows = try #require(Self.laid[value])
        let (width, height) = (rows[0].count, rows.count)
        let orientation = Orientation(value)
        #expect(orientation.upright(width: width, height: height) == (3, 2))
        let upright = ["abc", "def"]
        for x in 0..<3 {
            for y in 0..<2 {
                for w in 1...(3 - x) {
                    for h in 1...(2 - y) {
                        let area = PixelArea(x: x, y: y, width: w, height: h)
                        let stored = orientation.stored(area, width: width, height: height)
                        #expect(Self.letters(stored, of: rows) == Self.letters(area, of: upright), "\(area)")
                    }
                }
            }
        }
    }

    private static func letters(_ area: PixelArea, of rows: [String]) -> Set<Character> {
        Set(rows[area.y..<(area.y + area.height)].flatMap { Array($0)[area.x..<(area.x + area.width)] })
    }

    @Test(arguments: [-1, 0, 9, 42]) func `an invalid orientation counts as upright`(_ value: Int) {
        #expect(Orientation(value) == Orientation(1))
    }
}
