import Foundation
import Glibc
import Testing

/// `deploy/backup`: what an operator relies on when the data is gone.
@Suite struct BackupTests {
    private static let checkout = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// - Parameter checkout: where `deploy` is.
    private static func run(
        _ program: String,
        in checkout: String = checkout,
        _ arguments: [String],
        _ environment: [String: String] = [:],
        files: String
    ) async throws -> Outcome {
        let process = try ParlayProcess(
            program: "\(checkout)/deploy/backup/\(program)",
            arguments,
            environment: environment,
            files: files
        )
        let exit = try await process.end(within: .seconds(3600))
        return Outcome(exit: exit, output: process.output, errors: process.errors)
    }

    /// What the drill needs of the checkout, in a directory that only its owner can enter, as root's home is. The
    /// server runs as another user there.
    private static func copyCheckout(to directory: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: "\(directory)/deploy",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for folder in ["deploy/backup", "deploy/drills"] {
            try manager.copyItem(atPath: "\(checkout)/\(folder)", toPath: "\(directory)/\(folder)")
        }
        try manager.createSymbolicLink(
            atPath: "\(directory)/data",
            withDestinationPath: "\(checkout)/data"
        )
        #expect(try manager.attributesOfItem(atPath: directory)[.posixPermissions] as? Int == 0o700)
    }

    /// A cluster with demo data and people who bet is backed up, harmed, and restored to the moment before.
    @Test func `a moment is restored on a second server with every row, from a private home`() async throws {
        let home = "/tmp/parlay-restore-test-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Self.copyCheckout(to: home)
        let library = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        let outcome = try await Self.run(
            "drill",
            in: home,
            ["--parlay", Parlay.path],
            library.map { ["LD_LIBRARY_PATH": $0] } ?? [:],
            files: "\(home)/run"
        )
        #expect(outcome.code == 0, "\(outcome)")
        print(outcome.output)
        for sentence in ["tables have the same", "the ledger is exact", "a front serves a bet from it"] {
            #expect(outcome.output.contains(sentence), "\(outcome)")
        }
    }

    /// An archive in a directory of its own.
    private struct Archive {
        let directory: String

        init() throws {
            directory = "/tmp/parlay-archive-\(getpid())-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(
                atPath: "\(directory)/wal",
                withIntermediateDirectories: true
            )
        }

        func run(_ arguments: String...) async throws -> Outcome {
            try await BackupTests.run(
                "parlay-backup",
                arguments,
                ["BACKUP_DIRECTORY": directory],
                files: "\(directory)/run"
            )
        }

        /// A file beside the archive.
        func write(_ text: String, _ name: String) throws -> String {
            try text.write(toFile: "\(directory)/\(name)", atomically: false, encoding: .utf8)
            return "\(directory)/\(name)"
        }

        func contents(_ name: String) throws -> String {
            try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
        }
    }

    private func withArchive(_ body: (Archive) async throws -> Void) async throws {
        let archive = try Archive()
        defer { try? FileManager.default.removeItem(atPath: archive.directory) }
        try await body(archive)
    }

    private static let segment = "000000010000000000000003"

    @Test func `a segment is archived once, and another one never takes its place`() async throws {
        try await withArchive { archive in
            let segment = try archive.write("first", "segment")
            #expect(try await archive.run("archive", segment, Self.segment).code == 0)
            // The server asks again after a crash.
            #expect(try await archive.run("archive", segment, Self.segment).code == 0)
            let other = try await archive.run("archive", try archive.write("second", "other"), Self.segment)
            #expect(other.code == 1)
            #expect(other.errors.contains("Give each cluster a directory of its own"), "\(other)")
            #expect(try await archive.run("fetch", Self.segment, "\(archive.directory)/back").code == 0)
            #expect(try archive.contents("back") == "first")
        }
    }

    @Test func `a file that is no WAL is not archived`() async throws {
        try await withArchive { archive in
            for name in ["../../etc/passwd", "segment", "\(Self.segment).gz", ""] {
                let outcome = try await archive.run("archive", try archive.write("x", "segment"), name)
                #expect(outcome.code == 1, "\(name): \(outcome)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(archive.directory)/wal") == [])
        }
    }

    /// 1 is the end of the archive; with 127, PostgreSQL stops instead of opening an old state.
    @Test func `a recovery ends behind the last segment, and stops at a damaged one`() async throws {
        try await withArchive { archive in
            let target = "\(archive.directory)/back"
            #expect(try await archive.run("fetch", Self.segment, target).code == 1)
            _ = try archive.write("no gzip", "wal/\(Self.segment).gz")
            let damaged = try await archive.run("fetch", Self.segment, target)
            #expect(damaged.code == 127)
            #expect(damaged.errors.contains("is damaged"), "\(damaged)")
        }
    }

    @Test func `check finds old backups and gaps in the archive`() async throws {
        try await withArchive { archive in
            let none = try await archive.run("check")
            #expect(none.code == 1 && none.errors.contains("no base backup"), "\(none)")

            let base = "base/20261101T000000Z"
            try FileManager.default.createDirectory(
                atPath: "\(archive.directory)/\(base)",
                withIntermediateDirectories: true
            )
            _ = try archive.write(Self.segment, "\(base)/start-segment")
            _ = try archive.write(Date.now.formatted(.iso8601), "\(base)/ended")
            // Over the end of a log file, and over a change of the timeline.
            for name in ["0000000100000000000000FE", "0000000100000000000000FF", "000000020000000100000000"] {
                _ = try archive.write("", "wal/\(name).gz")
            }
            _ = try archive.write("0000000100000000000000FE", "\(base)/start-segment")
            let whole = try await archive.run("check")
            #expect(whole.code == 0, "\(whole)")

            _ = try archive.write("", "wal/000000020000000100000002.gz")
            let gap = try await archive.run("check")
            #expect(gap.code == 1 && gap.errors.contains("the archive has a gap"), "\(gap)")

            _ = try archive.write("2026-11-01T00:00:00Z", "\(base)/ended")
            _ = try archive.write("0000000100000000000000FF", "\(base)/start-segment")
            try FileManager.default.removeItem(atPath: "\(archive.directory)/wal/000000020000000100000002.gz")
            let past = Date.now.addingTimeInterval(-30 * 3600).formatted(.iso8601)
            _ = try archive.write(past, "\(base)/ended")
            let old = try await archive.run("check")
            #expect(old.code == 1 && old.errors.contains("30 hours old"), "\(old)")
        }
    }

    @Test func `restore never overwrites, and asks for a whole time`() async throws {
        try await withArchive { archive in
            let full = try await archive.run("restore", "--to", archive.directory)
            #expect(full.code == 1 && full.errors.contains("is not empty"), "\(full)")
            let target = "\(archive.directory)/new"
            let vague = try await archive.run("restore", "--to", target, "--time", "2026-11-22 18:30")
            #expect(vague.code == 1 && vague.errors.contains("needs a time zone"), "\(vague)")
            let early = try await archive.run("restore", "--to", target, "--time", "2026-11-22 18:30:00+00")
            #expect(early.code == 1 && early.errors.contains("no base backup is older"), "\(early)")
            #expect(!FileManager.default.fileExists(atPath: target))
        }
    }

    @Test func `wrong usage exits with 2, and a missing directory says what to do`() async throws {
        try await withArchive { archive in
            for arguments in [["frobnicate"], ["archive", "a"], ["restore"], ["list", "x"]] {
                let outcome = try await Self.run(
                    "parlay-backup",
                    arguments,
                    ["BACKUP_DIRECTORY": archive.directory],
                    files: "\(archive.directory)/run"
                )
                #expect(outcome.code == 2, "\(outcome)")
                #expect(outcome.output == "")
            }
            let missing = try await Self.run(
                "parlay-backup",
                ["list"],
                ["BACKUP_DIRECTORY": "\(archive.directory)/none"],
                files: "\(archive.directory)/run"
            )
            #expect(missing.code == 1 && missing.errors.contains("Create it, or mount it"), "\(missing)")
        }
    }
}
