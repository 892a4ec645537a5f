internal import HTTPServer
internal import Imaging
internal import ParlayAPI
package import Tenancy

/// Photos of accounts. Your own id means the same as `me`.
package struct PhotoRoutes: Sendable {

    private static let size = PhotoCalls.size.interpreted("size must be 64, 256 or 1024.") {
        Rendition.Size(rawValue: $0)
    }
    private static let crop = PhotoCalls.crop
        .converted("crop must be x,y,width,height in whole pixels, the last two above 0.", area)

    private let photos: PhotoService
    /// Answers with the profile and its new photo.
    private let accounts: AccountService

    package init(_ photos: PhotoService, _ accounts: AccountService) {
        self.photos = photos
        self.accounts = accounts
    }

    package var routes: [TenantRoute] {
        [
            TenantRoute(PhotoCalls.showOwn, handler: show),
            TenantRoute(PhotoCalls.replaceOwn, handler: replace),
            TenantRoute(PhotoCalls.removeOwn, handler: remove),
            TenantRoute(PhotoCalls.show, handler: show),
            TenantRoute(PhotoCalls.replace, handler: replace),
            TenantRoute(PhotoCalls.remove, handler: remove),
        ]
    }

    // MARK: Reading

    private func show(_ call: Call) async throws -> Response {
        let size = try call.query[Self.size]
        let version = try call.query[PhotoCalls.version]
        let format = Self.format(
            accepted: call.request.head.headers.values(of: "Accept").joined(separator: ",")
        )
        let id: AccountID? = call.request.parameters["id"] == nil ? nil : try call.id("id")
        // A photo that is replaced between the two reads is looked up once more.
        for _ in 0..<2 {
            let (account, present) = try await photos.shown(of: id, in: call.session)
            guard let present else { throw PhotoError.none }
            let tag = Self.tag(present, size, format)
            let isFixed = version.map { Int64($0) == present.rawValue } ?? false
            func headed(_ response: Response) -> Response {
                response.tagged(tag).with("Vary", "Accept")
                    .with(
                        "Cache-Control",
                        isFixed ? "private, max-age=31536000, immutable" : "private, no-cache"
                    )
            }
            if let condition = call.request.head.headers["If-None-Match"],
                EntityTag.matches(condition, tag, weakly: true)
            {
                return headed(Response(status: 304))
            }
            guard let bytes = try await photos.bytes(size, format, of: account, present, in: call.session)
            else {
                continue
            }
            return headed(Response(status: 200, contentType: format.mediaType, body: bytes))
        }
        throw PhotoError.none
    }

    private static func tag(_ version: PhotoVersion, _ size: Rendition.Size, _ format: Rendition.Format)
        -> String
    {
        "\(version.rawValue)-\(size.rawValue)-\(format.rawValue)"
    }

    /// WebP for clients that name it and do not prefer JPEG (RFC 9110, 12.5.1); clients that accept anything get
    /// JPEG, which everything can show.
    static func format(accepted: String) -> Rendition.Format {
        var qualities: [String: Double] = [:]
        for range in accepted.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            qualities[name] = weight ?? 1
        }
        let webp = qualities["image/webp"] ?? 0
        let jpeg = qualities["image/jpeg"] ?? qualities["image/*"] ?? qualities["*/*"] ?? 0
        return webp > 0 && webp >= jpeg ? .webp : .jpeg
    }

    // MARK: Changing

    private func replace(_ call: Call) async throws -> Response {
        let crop = try call.query[Self.crop]
        try await requireOwn(call)
        let account = try await photos.replace(
            with: call.request.body,
            mediaType: call.mediaType ?? "",
            crop: crop,
            in: call.session
        ) { try Self.requireMatch($0, call) }
        // No ETag: it would be the photo's, whose bytes differ from the sent ones (RFC 9110, 9.3.4).
        return .json(try await accounts.ownProfile(account, in: call.session).profile)
    }

    private func remove(_ call: Call) async throws -> Response {
        try await requireOwn(call)
        try await photos.remove(in: call.session) { try Self.requireMatch($0, call) }
        return .noContent
    }

    private func requireOwn(_ call: Call) async throws {
        guard call.request.parameters["id"] != nil else { return }
        let id = try call.id("id", as: AccountID.self)
        guard try await call.session.principal().accountID == id else {
            _ = try await photos.shown(of: id, in: call.session)
            throw AccountError.notOwn
        }
    }

    /// `If-Match` can name the photo in any size and format.
    private static func requireMatch(_ version: PhotoVersion?, _ call: Call) throws {
        guard let condition = call.request.head.headers["If-Match"] else { return }
        guard let version else { throw TenancyError.preconditionFailed(present: nil) }
        let tags = Rendition.Size.allCases.flatMap { size in
            Rendition.Format.allCases.map { tag(version, size, $0) }
        }
        guard tags.contains(where: { EntityTag.matches(condition, $0, weakly: false) }) else {
            throw TenancyError.preconditionFailed(present: tag(version, .medium, .jpeg))
        }
    }

    /// `x,y,width,height`; whether it is inside the photo is checked when the photo is decoded.
    @Sendable private static func area(_ text: String) -> PixelArea? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let values = parts.compactMap(pixels)
        guard parts.count == 4, values.count == 4, !parts[2...].contains(where: { $0.hasPrefix("-") }),
            values[2] > 0, values[3] > 0
        else { return nil }
        return PixelArea(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    /// A whole number of pixels. Values below zero or beyond any image are clamped.
    private static func pixels(_ text: Substring) -> Int? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        let farOutside = Int(Int32.max)
        guard let number = Int(text), (0...farOutside).contains(number) else { return farOutside }
        return number
    }
}
