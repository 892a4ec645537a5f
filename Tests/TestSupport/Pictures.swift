internal import Cluster
internal import FoundationEssentials

/// Images made and judged by the Python Imaging Library, which shares no decoder's mistakes with what is tested.
package enum Pictures {
    /// What is seen of an image.
    package struct Look: Decodable, Sendable {
        /// `JPEG`, `PNG` or `WEBP`.
        package let format: String
        package let width: Int
        package let height: Int
        /// `RGB`, `RGBA` or another.
        package let mode: String
        /// In the middle of the upper left, upper right, lower left and lower right quarter, rounded to 0, 1 or 2 for
        /// each of red, green and blue: `200` is red.
        package let quarters: [String]
        /// The last pixel of the first row, as it is.
        package let corner: [Int]
        /// What is kept beside the pixels.
        package let metadata: [String]
    }

    /// The image in `b` after a script, in which `quarters(w, h)` is an image whose quarters are red, green, blue and
    /// white, and `enc(image, format, …)` its bytes.
    package static func make(_ script: String) throws -> [UInt8] {
        let text = try run(prelude + script + "\nprint(base64.b64encode(b).decode())", input: "")
        guard let data = Data(base64Encoded: text) else { throw Failure(description: text) }
        return Array(data)
    }

    package static func look(_ bytes: [UInt8]) throws -> Look {
        let text = try run(prelude + inspection, input: Data(bytes).base64EncodedString())
        do {
            return try JSONDecoder().decode(Look.self, from: Data(text.utf8))
        } catch {
            throw Failure(description: text)
        }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static func run(_ script: String, input: String) throws -> String {
        var command = ChildProcess.Command("/usr/bin/python3", ["-c", script])
        command.environment = ["PATH": "/usr/bin:/bin"]
        command.input = input
        let (exit, output) = try ChildProcess.run(command)
        guard exit == .code(0) else { throw Failure(description: output) }
        return String(output.drop { $0 == "\n" }.prefix { $0 != "\n" })
    }

    private static let prelude = """
        import base64, io, json, os, struct, sys, zlib
        from PIL import Image
        Image.MAX_IMAGE_PIXELS = None
        RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
        def quarters(w, h):
            image = Image.new('RGB', (w, h))
            for index, colour in enumerate((RED, GREEN, BLUE, WHITE)):
                x, y = index % 2 * (w // 2), index // 2 * (h // 2)
                image.paste(colour, (x, y, x + w // 2, y + h // 2))
            return image
        def enc(image, format, **options):
            out = io.BytesIO()
            image.save(out, format, **options)
            return out.getvalue()
        def exif(orientation):
            data = Image.Exif()
            data[0x0112] = orientation
            data[0x010F] = 'Spyglass & Sons'
            data[0x8825] = {1: 'N', 2: (52.0, 31.0, 12.0), 3: 'E', 4: (13.0, 24.0, 18.0)}
            return data.tobytes()
        # How an upright image lies in a file that says this orientation.
        LAID = {1: None, 2: Image.FLIP_LEFT_RIGHT, 3: Image.ROTATE_180, 4: Image.FLIP_TOP_BOTTOM, 5: Image.TRANSPOSE,
                6: Image.ROTATE_90, 7: Image.TRANSVERSE, 8: Image.ROTATE_270}
        def laid(image, orientation):
            return image if LAID[orientation] is None else image.transpose(LAID[orientation])
        def chunk(kind, data):
            return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
        # A PNG of nothing but zeros, row by row.
        def zeros(w, h, depth=8, colour=2, bytes_a_pixel=3):
            packer = zlib.compressobj(9)
            rows = b''.join(packer.compress(bytes(1 + w * bytes_a_pixel)) for _ in range(h)) + packer.flush()
            head = struct.pack('>IIBBBBB', w, h, depth, colour, 0, 0, 0)
            return b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', rows) + chunk(b'IEND', b'')

        """

    private static let inspection = """
        image = Image.open(io.BytesIO(base64.b64decode(sys.stdin.read())))
        image.load()
        rgb = image.convert('RGBA').convert('RGB')
        w, h = rgb.size
        def at(x, y):
            return ''.join(str((value + 64) // 128) for value in rgb.getpixel((x, y)))
        places = [(w // 4, h // 4), (w * 3 // 4, h // 4), (w // 4, h * 3 // 4), (w * 3 // 4, h * 3 // 4)]
        known = ('exif', 'icc_profile', 'xmp', 'photoshop', 'comment', 'XML:com.adobe.xmp')
        print(json.dumps({
            'format': image.format, 'width': w, 'height': h, 'mode': image.mode, 'quarters': [at(*p) for p in places],
            'corner': list(image.getpixel((w - 1, 0))), 'metadata': [k for k in known if image.info.get(k)],
        }))
        """
}
