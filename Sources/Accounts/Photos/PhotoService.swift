internal import Database
internal import HTTPServer
package import Imaging
package import Tenancy

/// The rules of photos.
package struct PhotoService: Sendable {
    /// The size limit of an uploaded image, in bytes.
    /// How often a change is retried when another one came first.
    private static let attempts = 3

    private let workers: ImageWorkers
    private let storage: any PhotoStorage

    package init(workers: ImageWorkers, storage: any PhotoStorage) {
        self.workers = workers
        self.storage = storage
    }

    /// A person whose photo the caller may see, or the caller without `id`, with the version of the photo.
    ///
    /// - Throws: `AccountError.notOne`.
    package func shown(
        of id: AccountID?,
        in session: Session
    ) async throws -> (account: AccountID, version: PhotoVersion?) {
        let rows = try await session.read(AccountStore.shown(.id(session.tenant.id), .id(id)))
        let caller = try await session.principal().accountID
        guard let account = try rows.first else { throw AccountError.notOne(id ?? caller) }
        return (account.id, account.photoVersion)
    }

    /// `nil` if that photo was replaced meanwhile.
    package func bytes(
        _ size: Rendition.Size,
        _ format: Rendition.Format,
        of account: AccountID,
        _ version: PhotoVersion,
        in session: Session
    ) async throws -> [UInt8]? {
        try await storage.get(size, format, of: account, version, in: session)
    }

    /// Replaces the caller's photo.
    ///
    /// - Parameters:
    ///   - mediaType: the client's media type.
    ///   - crop: of the upright image; `nil` means all of it.
    ///   - requireMatch: refuses the current photo by its version.
    package func replace(
        with image: [UInt8],
        mediaType: String,
        crop: PixelArea?,
        in session: Session,
        requireMatch: (PhotoVersion?) throws -> Void
    ) async throws -> Account {
        let (account, present) = try await shown(of: nil, in: session)
        try requireMatch(present)
        guard let kind = ImageKind(sniffing: image) else {
            throw PhotoError.unreadable("The body is not a JPEG, PNG or WebP image.")
        }
        guard kind.mediaType == mediaType else {
            throw PhotoError.unreadable("The body is \(kind.mediaType), not \(mediaType).")
        }
        try session.requireNoTransaction("decoding a photo")
        let photo: [Rendition]
        do {
            photo = try await workers.render(image, kind, crop: crop)
        } catch let error as ImageError {
            throw PhotoError.named(error)
        }
        let version = PhotoVersion.random()
        try await storage.put(photo, of: account, as: version, in: session)
        // After another error it may still be shown. If it is not, the job `prune` deletes it.
        do {
            return try await show(version, in: session, requireMatch: requireMatch)
        } catch let error as PhotoError {
            try await storage.delete(version, of: account, in: session)
            throw error
        } catch let error as TenancyError {
            try await storage.delete(version, of: account, in: session)
            throw error
        }
    }

    /// Deletes the caller's photo.
    package func remove(in session: Session, requireMatch: (PhotoVersion?) throws -> Void) async throws {
        let (_, present) = try await shown(of: nil, in: session)
        try requireMatch(present)
        guard present != nil else { throw PhotoError.none }
        _ = try await show(nil, in: session, requireMatch: requireMatch)
    }

    /// Shows this version from now on, and deletes the previous one.
    private func show(
        _ version: PhotoVersion?,
        in session: Session,
        requireMatch: (PhotoVersion?) throws -> Void
    ) async throws -> Account {
        for _ in 0..<Self.attempts {
            let (id, present) = try await shown(of: nil, in: session)
            try requireMatch(present)
            let changed = try await session.write(
                PhotoStore.show(.id(session.tenant.id), .id(present), .id(version), .time(session.now))
            )
            guard let account = try changed.first else { continue }
            if let present { try await storage.delete(present, of: id, in: session) }
            return account
        }
        throw PhotoError.changedMeanwhile
    }
}
