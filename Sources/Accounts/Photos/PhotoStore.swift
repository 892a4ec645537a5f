package import Database
package import Imaging
internal import Stream
package import Tenancy

/// The statements about photos.
package enum PhotoStore {
    /// One photo: for each size, `$5` to `$10`, WebP and JPEG.
    static let put = Statement(
        """
        insert into photos (tenant_id, account_id, version, created_at, size, format, bytes)
        values ($1, $2, $3, $4, 64, 'webp', $5), ($1, $2, $3, $4, 64, 'jpeg', $6),
               ($1, $2, $3, $4, 256, 'webp', $7), ($1, $2, $3, $4, 256, 'jpeg', $8),
               ($1, $2, $3, $4, 1024, 'webp', $9), ($1, $2, $3, $4, 1024, 'jpeg', $10)
        """
    )
    static let get = RowStatement<[UInt8]>(
        """
        select bytes
          from photos
         where tenant_id = $1 and account_id = $2 and version = $3 and size = $4 and format = $5
        """
    )
    static let delete = Statement(
        "delete from photos where tenant_id = $1 and account_id = $2 and version = $3"
    )
    /// Shows another photo of the caller, or none, in place of the one that was read. It is an edit of the profile.
    static let show = RowStatement<Account>(
        """
        with a as (
            update accounts a
               set photo_version = $3, updated_at = $4, version = a.version + 1
             where a.tenant_id = $1 and a.id = current_account_id() and a.status = 'active'
               and a.photo_version is not distinct from $2
            returning a.*
        ),
        """,
        Events.append(
            to: ["a.id"],
            type: "'profile.changed'",
            about: ("'account'", "a.id"),
            from: "a"
        ),
        "select",
        Account.columns.of("a"),
        "from a"
    )

    /// Photos that no account shows, written before `$1`: left by a process that ended between two steps.
    private static let prune = Statement(
        """
        delete from photos p
         where p.created_at < $1
           and not exists (
               select from accounts a
                where a.tenant_id = p.tenant_id and a.id = p.account_id and a.photo_version = p.version
           )
        """
    )

    package static let pruning = PruneStep(prune, days: 1)

    package static let statements = [put, get.statement, delete, show.statement, prune]
}

/// Photos as rows of the table `photos`.
package struct DatabasePhotos: PhotoStorage {
    package init() {}

    package func put(
        _ photo: [Rendition],
        of account: AccountID,
        as version: PhotoVersion,
        in session: Session
    ) async throws {
        let cells = Rendition.Size.allCases.flatMap { size in
            Rendition.Format.allCases.map { format in
                photo.first { $0.size == size && $0.format == format }.map { Parameter.bytes($0.bytes) }
                    ?? .null
            }
        }
        let key: [Parameter] = [.id(session.tenant.id), .id(account), .id(version), .time(session.now)]
        _ = try await session.write(Query(PhotoStore.put, key + cells))
    }

    package func get(
        _ size: Rendition.Size,
        _ format: Rendition.Format,
        of account: AccountID,
        _ version: PhotoVersion,
        in session: Session
    ) async throws -> [UInt8]? {
        let found = try await session.read(
            PhotoStore.get(
                .id(session.tenant.id),
                .id(account),
                .id(version),
                .integer(size.rawValue),
                .text(format.rawValue)
            )
        )
        return try found.first
    }

    package func delete(_ version: PhotoVersion, of account: AccountID, in session: Session) async throws {
        _ = try await session.write(PhotoStore.delete(.id(session.tenant.id), .id(account), .id(version)))
    }
}
