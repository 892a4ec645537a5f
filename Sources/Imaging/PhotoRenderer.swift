internal import CVips

/// libvips, in a separate process, because it decodes untrusted images.
///
/// Owns the table of its functions, which every picture uses, so it outlives them all within `render`. Never use it
/// in the serving process: an exploited decoder takes down its process.
@safe final class PhotoRenderer {
    private static let webpQuality: Int32 = 80
    private static let jpegQuality: Int32 = 82

    private let vips: UnsafeMutablePointer<parlay_vips>

    /// - Throws: `ImageError.worker` if the library cannot be used.
    init() throws(ImageError) {
        unsafe vips = .allocate(capacity: 1)
        unsafe vips.initialize(to: parlay_vips())
        if let missing = unsafe parlay_vips_open(vips) {
            throw .worker("cannot use libvips:  \(unsafe String(cString: missing)) is missing")
        }
        guard unsafe parlay_vips_start(vips) == 0 else { throw .worker("libvips did not start") }
    }

    deinit { unsafe vips.deallocate() }

    /// The image in all sizes and formats. libvips may read `bytes` until this returns.
    func render(_ bytes: UnsafeRawBufferPointer, _ kind: ImageKind, crop: PixelArea?) throws(ImageError)
        -> [Rendition]
    {
        let large = try unsafe master(bytes, kind, crop)
        var renditions: [Rendition] = []
        for size in Rendition.Size.allCases {
            let picture =
                size == .large
                ? large
                : try unsafe made { image in
                    unsafe parlay_vips_thumbnail_image(vips, large.raw, Int32(size.rawValue), &image)
                }
            renditions.append(
                Rendition(size: size, format: .webp, bytes: try encoded(picture, .webp))
            )
            renditions.append(
                Rendition(size: size, format: .jpeg, bytes: try encoded(picture, .jpeg))
            )
        }
        return renditions
    }

    /// The largest rendition, in memory: 8 bits a channel, sRGB, with its transparency if it has any.
    private func master(
        _ bytes: UnsafeRawBufferPointer,
        _ kind: ImageKind,
        _ crop: PixelArea?
    ) throws(ImageError) -> Picture {
        let size = Int32(Rendition.Size.large.rawValue)
        // Reads only the header: pixels are decoded when they are needed.
        let file = try unsafe made { image in
            unsafe parlay_vips_load(vips, kind.loader, bytes.baseAddress, bytes.count, &image)
        }
        let (width, height) = file.size
        guard width > 0, height > 0,
            width.multipliedReportingOverflow(by: height).partialValue <= ImageLimits.pixels,
            width <= ImageLimits.pixels, height <= ImageLimits.pixels
        else { throw .tooManyPixels(width: width, height: height) }
        let shrunk: Picture
        if let crop {
            let orientation = Orientation(Int(unsafe parlay_vips_orientation(vips, file.raw)))
            let upright = orientation.upright(width: width, height: height)
            guard crop.isInside(width: upright.width, height: upright.height) else {
                throw .outside(width: upright.width, height: upright.height)
            }
            let area = orientation.stored(crop, width: width, height: height)
            let part = try unsafe made { image in
                unsafe parlay_vips_extract_area(
                    vips,
                    file.raw,
                    Int32(area.x),
                    Int32(area.y),
                    Int32(area.width),
                    Int32(area.height),
                    &image
                )
            }
            shrunk = try unsafe made { image in
                unsafe parlay_vips_thumbnail_image(vips, part.raw, size, &image)
            }
        } else {
            shrunk = try unsafe made { image in
                unsafe parlay_vips_thumbnail_buffer(vips, bytes.baseAddress, bytes.count, size, &image)
            }
        }
        let converted = profiled(shrunk) ?? shrunk
        let coloured = try unsafe made { image in unsafe parlay_vips_srgb(vips, converted.raw, &image) }
        let narrow = try unsafe made { image in unsafe parlay_vips_bytes(vips, coloured.raw, &image) }
        // Everything above is computed here, once.
        return try unsafe made { image in
            unsafe image = parlay_vips_copy_memory(vips, narrow.raw)
            return unsafe image == nil ? -1 : 0
        }
    }

    /// Converted to sRGB by its own colour profile; `nil` without a valid one.
    private func profiled(_ picture: Picture) -> Picture? {
        guard unsafe parlay_vips_has_profile(vips, picture.raw) != 0 else { return nil }
        return try? unsafe made { image in unsafe parlay_vips_import_profile(vips, picture.raw, &image) }
    }

    private func encoded(_ picture: Picture, _ format: Rendition.Format) throws(ImageError) -> [UInt8] {
        let hasAlpha = unsafe parlay_vips_has_alpha(vips, picture.raw) != 0
        let source =
            format == .jpeg && hasAlpha
            ? try unsafe made { image in unsafe parlay_vips_flatten(vips, picture.raw, &image) } : picture
        unsafe parlay_vips_remove_metadata(vips, source.raw)
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let code =
            switch format {
            case .webp: unsafe parlay_vips_webpsave(vips, source.raw, Self.webpQuality, &bytes, &count)
            case .jpeg: unsafe parlay_vips_jpegsave(vips, source.raw, Self.jpegQuality, &bytes, &count)
            }
        guard code == 0, let start = unsafe bytes else { throw complaint }
        defer { unsafe parlay_vips_free(vips, start) }
        let file = unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
        return format == .webp ? WebPContainer.withoutMetadata(file) : file
    }

    /// The picture that a library call created.
    private func made(
        _ body: (inout OpaquePointer?) -> Int32
    ) throws(ImageError) -> Picture {
        var image: OpaquePointer?
        guard unsafe body(&image) == 0, let raw = unsafe image else { throw complaint }
        return unsafe Picture(adopting: raw, of: vips)
    }

    private var complaint: ImageError {
        let text = unsafe parlay_vips_error(vips).map { unsafe String(cString: $0) } ?? ""
        return .unreadable(String(text.prefix(500)))
    }
}

extension ImageKind {
    fileprivate var loader: parlay_vips_kind {
        switch self {
        case .jpeg: PARLAY_VIPS_JPEG
        case .png: PARLAY_VIPS_PNG
        case .webp: PARLAY_VIPS_WEBP
        }
    }
}

extension PixelArea {
    fileprivate func isInside(width: Int, height: Int) -> Bool {
        x >= 0 && y >= 0 && self.width > 0 && self.height > 0 && x <= width - self.width
            && y <= height - self.height
    }
}

/// Owns one `VipsImage`.
@safe private final class Picture {
    fileprivate let raw: OpaquePointer
    private let vips: UnsafeMutablePointer<parlay_vips>

    init(adopting raw: OpaquePointer, of vips: UnsafeMutablePointer<parlay_vips>) {
        unsafe self.raw = raw
        unsafe self.vips = vips
    }

    deinit { unsafe parlay_vips_unref(vips, raw) }

    var size: (width: Int, height: Int) {
        (Int(unsafe parlay_vips_width(vips, raw)), Int(unsafe parlay_vips_height(vips, raw)))
    }
}
