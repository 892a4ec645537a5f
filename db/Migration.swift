internal import Security

/// One file of `db/migrations`: `0002_tenancy.sql` has version 2 and name `tenancy`.
package struct Migration: Sendable, Equatable {
    package let version: Int
    package let name: String
    /// The SQL, one or more statements, without `begin` and `commit`.
    package let sql: String
    /// SHA-256 of the file in hexadecimal digits: a merged file is never edited.
    package let checksum: String
    /// The version before this migration works on the schema that it makes, so that its processes may go on while they
    /// are replaced one by one. The file says so in its first line: `-- compatible: yes`, or `no`.
    package let isCompatible: Bool

    package init(_ version: Int, _ name: String, _ bytes: [UInt8]) {
        self.version = version
        self.name = name
        sql = String(decoding: bytes, as: UTF8.self)
        checksum = sha256(bytes).hex
        isCompatible = Self.firstLine(sql) == "-- compatible: yes"
    }

    private static func firstLine(_ sql: String) -> Substring {
        sql.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)[0]
    }

    /// Whether the first line says that it is compatible or not.
    package var isMarked: Bool { isCompatible || Self.firstLine(sql) == "-- compatible: no" }

    package var fileName: String { Self.fileName(version: version, name: name) }

    static func fileName(version: Int, name: String) -> String {
        let digits = String(version)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_\(name).sql"
    }

    /// Every migration of this program, in order. A new file is listed here and in `Package.swift`, which builds it
    /// into the program under its name with the first character replaced.
    package static let all = [
        Migration(1, "platform", PackageResources._001_platform_sql),
        Migration(2, "tenancy", PackageResources._002_tenancy_sql),
        Migration(3, "jobs", PackageResources._003_jobs_sql),
        Migration(4, "meetups", PackageResources._004_meetups_sql),
        Migration(5, "conventions", PackageResources._005_conventions_sql),
        Migration(6, "people", PackageResources._006_people_sql),
        Migration(7, "mail", PackageResources._007_mail_sql),
        Migration(8, "webhooks", PackageResources._008_webhooks_sql),
        Migration(9, "photos", PackageResources._009_photos_sql),
        Migration(10, "friends", PackageResources._010_friends_sql),
        Migration(11, "wagers", PackageResources._011_wagers_sql),
        Migration(12, "wager_search", PackageResources._012_wager_search_sql),
    ]
}
