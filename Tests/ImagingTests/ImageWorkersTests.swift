import Glibc
import Imaging
import Reactor
import TestSupport
import Testing

/// Images as strangers send them, through the real worker.
@Suite struct ImageWorkersTests {
    private static let pool = Result { try BlockingPool(name: "images", threads: 2, capacity: 1000) }

    private static func workers(_ program: String = TestProgram.path, timeout: Int = 300) throws
        -> ImageWorkers
    {
        ImageWorkers(
            program: program,
            libraryPath: TestProgram.libraryPath,
            pool: try pool.get(),
            timeout: timeout
        )
    }

    private static func render(_ image: [UInt8], crop: PixelArea? = nil) async throws -> [Rendition] {
        let kind = try #require(ImageKind(sniffing: image))
        return try await workers().render(image, kind, crop: crop)
    }

    /// The rendition that tests look at, and what is seen of it.
    private static func look(_ script: String, crop: PixelArea? = nil) async throws -> Pictures.Look {
        let photo = try await render(try Pictures.make(script), crop: crop)
        let medium = try #require(photo.first { $0.size == .medium && $0.format == .jpeg })
        return try Pictures.look(medium.bytes)
    }

    private static func expectUnreadable(_ image: [UInt8], crop: PixelArea? = nil) async throws {
        do {
            _ = try await render(image, crop: crop)
            Issue.record("the image was taken")
        } catch let error as ImageError {
            guard case .unreadable = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    private static let upright = ["200", "020", "002", "222"]

    @Test(arguments: ["JPEG", "PNG", "WEBP"])
    func `a photo comes in three sizes and two formats`(_ format: String) async throws {
        let photo = try await Self.render(try Pictures.make("b = enc(quarters(400, 300), '\(format)')"))
        #expect(photo.count == 6)
        for rendition in photo {
            let look = try Pictures.look(rendition.bytes)
            #expect(look.format.lowercased() == rendition.format.rawValue)
            #expect(look.width == rendition.size.rawValue)
            #expect(look.height == rendition.size.rawValue * 3 / 4)
            #expect(look.quarters == Self.upright)
            #expect(look.metadata == [])
        }
    }

    @Test(arguments: 1...8) func `a photo is turned upright`(_ orientation: Int) async throws {
        let script =
            "b = enc(laid(quarters(320, 160), \(orientation)), 'JPEG', quality=95, exif=exif(\(orientation)))"
        let look = try await Self.look(script)
        #expect(look.quarters == Self.upright)
        #expect([look.width, look.height] == [256, 128])
        #expect(look.metadata == [])
    }

    @Test(arguments: 1...8) func `a crop is one of the upright photo`(_ orientation: Int) async throws {
        let script =
            "b = enc(laid(quarters(320, 160), \(orientation)), 'JPEG', quality=95, exif=exif(\(orientation)))"
        let right = try await Self.look(script, crop: PixelArea(x: 160, y: 0, width: 160, height: 160))
        #expect(right.quarters == ["020", "020", "222", "222"])
        #expect([right.width, right.height] == [256, 256])
        let corner = try await Self.look(script, crop: PixelArea(x: 8, y: 88, width: 120, height: 60))
        #expect(corner.quarters == ["002", "002", "002", "002"])
        #expect([corner.width, corner.height] == [256, 128])
    }

    @Test(arguments: [
        PixelArea(x: 1, y: 0, width: 320, height: 160), PixelArea(x: 0, y: 1, width: 320, height: 160),
        PixelArea(x: 320, y: 0, width: 1, height: 1), PixelArea(x: 0, y: 0, width: 0, height: 1),
        PixelArea(x: 999_999_999, y: 0, width: 999_999_999, height: 1),
        // Inside the file, but not inside what is seen of it.
        PixelArea(x: 0, y: 0, width: 160, height: 320),
    ])
    func `a crop outside the upright photo is refused`(_ crop: PixelArea) async throws {
        let image = try Pictures.make("b = enc(laid(quarters(320, 160), 6), 'JPEG', exif=exif(6))")
        await #expect(throws: ImageError.outside(width: 320, height: 160)) {
            try await Self.render(image, crop: crop)
        }
    }

    @Test(arguments: [
        "b = enc(quarters(64, 64), 'JPEG', exif=exif(1), icc_profile=b'x' * 3000, comment=b'home')",
        "b = enc(quarters(64, 64), 'WEBP', exif=exif(1), icc_profile=b'x' * 3000, xmp=b'<x/>')",
        """
        from PIL import ImageCms, PngImagePlugin
        info = PngImagePlugin.PngInfo()
        info.add_text('Author', 'Spyglass')
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile('sRGB')).tobytes()
        b = enc(quarters(64, 64), 'PNG', exif=exif(1), pnginfo=info, icc_profile=profile)
        """,
    ])
    func `nothing is kept beside the pixels`(_ script: String) async throws {
        let image = try Pictures.make(script)
        #expect(String(decoding: image, as: UTF8.self).contains("Spyglass"))
        for rendition in try await Self.render(image) {
            #expect(try Pictures.look(rendition.bytes).metadata == [])
            let text = String(decoding: rendition.bytes, as: UTF8.self)
            for word in ["Spyglass", "Exif", "EXIF", "ICC", "XMP", "home"] { #expect(!text.contains(word)) }
        }
    }

    @Test func `a small photo is enlarged, whatever its shape`() async throws {
        for (width, height, expected) in [(1, 1, [256, 256]), (8, 4, [256, 128]), (1, 3000, [1, 256])] {
            let look = try await Self.look("b = enc(Image.new('RGB', (\(width), \(height)), RED), 'PNG')")
            #expect([look.width, look.height] == expected)
            #expect(look.quarters[0] == "200")
        }
    }

    @Test func `transparency stays in WebP and is white in JPEG`() async throws {
        let image = try Pictures.make(
            "i = Image.new('RGBA', (64, 64), (255, 0, 0, 0)); i.paste((0, 0, 255, 255), (0, 0, 32, 64)); b = enc(i, 'PNG')"
        )
        for rendition in try await Self.render(image) {
            let look = try Pictures.look(rendition.bytes)
            #expect(look.mode == (rendition.format == .webp ? "RGBA" : "RGB"))
            #expect(look.corner == [255, 255, 255] || look.corner[3] == 0)
        }
    }

    @Test(arguments: [
        "b = enc(quarters(64, 64), 'JPEG', quality=95, progressive=True)",
        "b = enc(quarters(64, 64).convert('P'), 'PNG')",
        "b = enc(quarters(64, 64), 'WEBP', lossless=True)",
        // 16 bits a channel.
        """
        rows = b''.join(b'\\0' + b''.join(bytes([v, v]) for x in range(64) for v in quarters(64, 64).getpixel((x, y)))
                        for y in range(64))
        b = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 64, 64, 16, 2, 0, 0, 0))
        b += chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')
        """,
        // Of an animation the first picture.
        "b = enc(quarters(64, 64), 'WEBP', save_all=True, append_images=[Image.new('RGB', (64, 64))] * 30)",
        "b = enc(quarters(64, 64), 'PNG', save_all=True, append_images=[Image.new('RGB', (64, 64))] * 30)",
        // An HTML page behind the image.
        "b = enc(quarters(64, 64), 'PNG') + b'<html><script>alert(1)</script></html>'",
        // A colour profile that is none, and as large as a profile can be.
        "b = enc(quarters(64, 64), 'JPEG', icc_profile=os.urandom(4000000))",
    ])
    func `whatever else an image may be, its colours stay`(_ script: String) async throws {
        #expect(try await Self.look(script).quarters == Self.upright)
    }

    @Test func `colours of another profile are converted`() async throws {
        // Green and red change their places in it.
        let look = try await Self.look(
            """
            from PIL import ImageCms
            p = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile('sRGB')).tobytes())
            red, green = p.index(b'rXYZ'), p.index(b'gXYZ')
            p[red:red + 4], p[green:green + 4] = p[green:green + 4], p[red:red + 4]
            b = enc(quarters(64, 64), 'PNG', icc_profile=bytes(p))
            """
        )
        #expect(look.quarters == ["020", "200", "002", "222"])
    }

    @Test func `grey and CMYK become RGB`() async throws {
        let grey = try await Self.look("b = enc(Image.new('L', (64, 64), 128), 'JPEG')")
        #expect(grey.mode == "RGB")
        #expect(grey.quarters[0] == "111")
        let print = try await Self.look("b = enc(quarters(64, 64).convert('CMYK'), 'JPEG')")
        #expect(print.mode == "RGB")
        #expect(print.quarters.last == "222")
        #expect(Set(print.quarters).count == 4)
    }

    @Test(arguments: ["JPEG", "PNG", "WEBP"])
    func `a truncated image is refused`(_ format: String) async throws {
        let image = try Pictures.make(
            "b = enc(Image.effect_noise((300, 200), 80).convert('RGB'), '\(format)')"
        )
        for count in [12, 40, image.count / 4, image.count / 2, image.count - 200] {
            let part = Array(image.prefix(count))
            try await Self.expectUnreadable(part)
            try await Self.expectUnreadable(part, crop: PixelArea(x: 0, y: 0, width: 300, height: 200))
        }
    }

    @Test(arguments: [
        ("zeros(20000, 20000, 8, 0, 1)", 20_000, 20_000), ("zeros(8000, 5001)", 8000, 5001),
        ("enc(Image.new('L', (8200, 5000)), 'JPEG')", 8200, 5000),
        ("enc(Image.new('RGB', (8200, 5000)), 'WEBP', lossless=True, quality=0, method=0)", 8200, 5000),
    ])
    func `more than 40 megapixels are refused`(_ image: String, _ width: Int, _ height: Int) async throws {
        let image = try Pictures.make("b = \(image)")
        await #expect(throws: ImageError.tooManyPixels(width: width, height: height)) {
            try await Self.render(image)
        }
    }

    @Test(arguments: [
        "enc(Image.new('CMYK', (8000, 5000)), 'JPEG', progressive=True)",
        "zeros(8000, 5000, 16, 6, 8)",
        "enc(Image.new('RGB', (8000, 5000), RED), 'WEBP', lossless=True, quality=0, method=0)",
    ])
    func `40 megapixels are taken, cropped or not`(_ image: String) async throws {
        let image = try Pictures.make("b = \(image)")
        #expect(try await Self.render(image).count == 6)
        #expect(
            try await Self.render(image, crop: PixelArea(x: 0, y: 0, width: 8000, height: 5000)).count == 6
        )
    }

    @Test func `headers that lie are refused`() async throws {
        // A width of 2³¹ − 1, a height of none, and a row of data for a thousand.
        let lies = [(2_147_483_647, 2_147_483_647), (8, 0), (6000, 6000)]
        for (width, height) in lies {
            try await Self.expectUnreadable(
                try Pictures.make(
                    """
                    head = struct.pack('>IIBBBBB', \(width), \(height), 8, 2, 0, 0, 0)
                    b = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(bytes(3001)))
                    b += chunk(b'IEND', b'')
                    """
                )
            )
        }
    }

    @Test func `an image that takes too long to decode is refused`() async throws {
        // Scan upon scan over 40 megapixels, a few bytes each.
        let image = try Pictures.make(
            """
            j = enc(Image.new('RGB', (8000, 5000)), 'JPEG', progressive=True)
            first = j.index(b'\\xff\\xda')
            second = j.index(b'\\xff\\xda', first + 2)
            last = j.rindex(b'\\xff\\xda')
            b = j[:second] + j[last:-2] * ((8 * 1024 * 1024 - second) // (len(j) - last)) + j[-2:]
            """
        )
        do {
            _ = try await Self.render(image)
        } catch let error as ImageError {
            #expect(error == .tooCostly || "\(error)".contains("unreadable"))
        }
    }

    @Test(
        arguments: [
            [], Array("GIF89a".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
            Array("%PDF-1.7".utf8),
            [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], Array("RIFF\0\0\0\0WAVE".utf8), [0xFF, 0xD8],
            Array("\u{FEFF}".utf8) + [0xFF, 0xD8, 0xFF],
        ] as [[UInt8]]
    )
    func `only JPEG, PNG and WebP are seen as images`(_ bytes: [UInt8]) {
        #expect(ImageKind(sniffing: bytes) == nil)
    }

    @Test func `a loader reads what its kind says and nothing else`() async throws {
        let jpeg = try Pictures.make("b = enc(quarters(64, 64), 'JPEG')")
        for kind in [ImageKind.png, .webp] {
            await #expect(throws: ImageError.self) { try await Self.workers().render(jpeg, kind, crop: nil) }
        }
    }

    @Test func `a worker that closes its output and lives on is killed`() async throws {
        let program = "/tmp/parlay-worker-\(UInt64.random(in: 0 ... .max))"
        let script = Array("#!/bin/sh\nexec /bin/sleep 3000 <&- >&-\n".utf8)
        let file = unsafe open(program, O_WRONLY | O_CREAT | O_EXCL, 0o700)
        defer { unsafe unlink(program) }
        #expect(unsafe write(file, script, script.count) == script.count)
        close(file)
        await #expect(throws: ImageError.late) {
            try await Self.workers(program, timeout: 2).render([0xFF], .jpeg, crop: nil)
        }
    }

    @Test func `a worker that cannot start or says nothing is not the image's fault`() async throws {
        let image = try Pictures.make("b = enc(quarters(64, 64), 'JPEG')")
        for program in ["/nowhere/parlay", "/bin/true", "/bin/false"] {
            do {
                _ = try await Self.workers(program).render(image, .jpeg, crop: nil)
                Issue.record("\(program) made a photo")
            } catch ImageError.worker {}
        }
    }
}
