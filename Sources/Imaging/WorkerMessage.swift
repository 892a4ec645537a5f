/// The request to a worker: the header before the image's bytes.
struct WorkerRequest: Equatable {
    static let byteCount = 1 + 6 * 4

    let kind: ImageKind
    /// The length of the following image.
    let byteCount: Int
    /// A crop of the upright image; `nil` means all of it.
    let crop: PixelArea?

    init(kind: ImageKind, byteCount: Int, crop: PixelArea?) {
        self.kind = kind
        self.byteCount = byteCount
        self.crop = crop
    }

    init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        guard bytes.count == Self.byteCount, let kind = reader.byte().flatMap(ImageKind.init(rawValue:)),
            let byteCount = reader.integer(), let isCropped = reader.integer(), let x = reader.integer(),
            let y = reader.integer(), let width = reader.integer(), let height = reader.integer()
        else { return nil }
        self.kind = kind
        self.byteCount = byteCount
        crop = isCropped == 0 ? nil : PixelArea(x: x, y: y, width: width, height: height)
    }

    var bytes: [UInt8] {
        var writer = MessageWriter()
        writer.bytes.append(kind.rawValue)
        let numbers =
            [byteCount, crop == nil ? 0 : 1]
            + (crop.map { [$0.x, $0.y, $0.width, $0.height] } ?? [0, 0, 0, 0])
        for number in numbers { writer.integer(number) }
        return writer.bytes
    }
}

/// A worker's answer: the photo in all sizes and formats, or the error.
enum WorkerAnswer: Equatable {
    case photo([Rendition])
    case unreadable(String)
    case tooManyPixels(width: Int, height: Int)
    case outside(width: Int, height: Int)
    /// The library is missing or did not start.
    case broken(String)

    var bytes: [UInt8] {
        var writer = MessageWriter()
        switch self {
        case .photo(let renditions):
            writer.bytes.append(0)
            for rendition in renditions {
                writer.integer(rendition.size.rawValue)
                writer.integer(rendition.format == .webp ? 0 : 1)
                writer.block(rendition.bytes)
            }
        case .unreadable(let why):
            writer.bytes.append(1)
            writer.block(Array(why.utf8))
        case .tooManyPixels(let width, let height):
            writer.bytes.append(2)
            writer.integer(width)
            writer.integer(height)
        case .outside(let width, let height):
            writer.bytes.append(3)
            writer.integer(width)
            writer.integer(height)
        case .broken(let why):
            writer.bytes.append(4)
            writer.block(Array(why.utf8))
        }
        return writer.bytes
    }

    /// `nil` unless it is exactly one complete answer.
    init?(_ bytes: [UInt8]) {
        var reader = MessageReader(bytes)
        switch reader.byte() {
        case 0:
            var renditions: [Rendition] = []
            for _ in 0..<(Rendition.Size.allCases.count * Rendition.Format.allCases.count) {
                guard let size = reader.integer().flatMap(Rendition.Size.init(rawValue:)),
                    let format = reader.integer(), let block = reader.block()
                else { return nil }
                renditions.append(Rendition(size: size, format: format == 0 ? .webp : .jpeg, bytes: block))
            }
            self = .photo(renditions)
        case 1:
            guard let why = reader.block() else { return nil }
            self = .unreadable(String(decoding: why, as: UTF8.self))
        case 2:
            guard let width = reader.integer(), let height = reader.integer() else { return nil }
            self = .tooManyPixels(width: width, height: height)
        case 3:
            guard let width = reader.integer(), let height = reader.integer() else { return nil }
            self = .outside(width: width, height: height)
        case 4:
            guard let why = reader.block() else { return nil }
            self = .broken(String(decoding: why, as: UTF8.self))
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

private struct MessageWriter {
    var bytes: [UInt8] = []

    /// Four bytes, big-endian.
    mutating func integer(_ value: Int) {
        let value = UInt32(clamping: value)
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
    }

    mutating func block(_ block: [UInt8]) {
        integer(block.count)
        bytes += block
    }
}

private struct MessageReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func integer() -> Int? {
        guard rest.count >= 4 else { return nil }
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func block() -> [UInt8]? {
        guard let count = integer(), rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
