internal import Outbound
internal import Reactor
internal import Synchronization

/// Pictures that people have looked at lately, in memory. What is not there is fetched, once for all who ask meanwhile; what
/// failed is not tried again for a while.
final class CoverCache: Sendable {
    struct Limits: Sendable {
        /// Bytes of all pictures.
        var bytes = 24 * 1024 * 1024
        /// Bytes of one picture.
        var pictureBytes = 1024 * 1024
        /// Pictures that are fetched at the same time.
        var fetches = 8
        /// Pictures that wait for that.
        var queue = 64
        /// For one picture, the look-up of the name included.
        var timeout = Duration.seconds(6)
        /// How long a failure is remembered, and that there is no such picture.
        var failureAge = Duration.seconds(30)
        var missingAge = Duration.seconds(600)
        /// Failures that are remembered.
        var failures = 1000
    }

    enum Outcome: Hashable, Sendable {
        case image(CoverImage)
        case missing
        /// The source does not answer, or not with a picture; or too many pictures wait already.
        case unavailable
    }

    private let client: HTTPClient
    private let loop: EventLoop
    private let root: String
    private let limits: Limits
    private let state: Mutex<CoverCacheState>

    /// - Parameters:
    ///   - loop: where the work is done that callers share.
    ///   - root: the address of the pictures, without a slash at its end.
    init(
        _ client: HTTPClient,
        on loop: EventLoop,
        root: String = SourceGame.Cover.root,
        limits: Limits = Limits()
    ) {
        self.client = client
        self.loop = loop
        self.root = root
        self.limits = limits
        state = Mutex(CoverCacheState(limits))
    }

    /// Bytes of the pictures in memory.
    var bytes: Int { state.withLock { $0.bytes } }

    func find(_ picture: CoverPicture) async -> Outcome {
        await withCheckedContinuation { continuation in
            let step = state.withLock { $0.ask(picture, continuation, at: .now) }
            switch step {
            case .answer(let outcome): continuation.resume(returning: outcome)
            case .fetch: start(picture)
            case .wait: break
            }
        }
    }

    private func start(_ picture: CoverPicture) {
        Task(executorPreference: loop) { [self] in
            let outcome = await fetch(picture)
            let (waiting, next) = state.withLock { $0.finish(picture, outcome, at: .now) }
            for continuation in waiting { continuation.resume(returning: outcome) }
            if let next { start(next) }
        }
    }

    private func fetch(_ picture: CoverPicture) async -> Outcome {
        var request = OutboundRequest(.get, "\(root)/\(picture.source)")
        request.headers = [("Accept", "image/jpeg, image/png, image/webp"), ("User-Agent", "Parlay")]
        request.timeout = limits.timeout
        request.connectTimeout = limits.timeout / 2
        request.bodyLimit = limits.pictureBytes
        guard let response = try? await client.send(request) else { return .unavailable }
        switch response.status {
        case 200:
            let image = CoverImage(response.header("Content-Type"), response.body)
            return image.map { .image($0) } ?? .unavailable
        case 403, 404, 410: return .missing
        default: return .unavailable
        }
    }
}

/// A picture as its source sent it.
struct CoverImage: Hashable, Sendable {
    enum MediaType: String, CaseIterable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webp = "image/webp"

        /// Whether a file begins as one of this type.
        func begins(_ bytes: [UInt8]) -> Bool {
            switch self {
            case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
            case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            case .webp:
                bytes.count > 12 && bytes.starts(with: Array("RIFF".utf8))
                    && bytes[8..<12].elementsEqual(Array("WEBP".utf8))
            }
        }
    }

    let type: MediaType
    let bytes: [UInt8]

    /// - Returns: `nil` for anything but a picture of the type that the source says.
    init?(_ contentType: String?, _ bytes: [UInt8]) {
        let name = (contentType ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
        guard let type = MediaType(rawValue: String(name)), type.begins(bytes) else { return nil }
        self.type = type
        self.bytes = bytes
    }
}
