package import Administration
internal import FoundationEssentials
package import ParlayAPI
package import Reactor
internal import Security
internal import Synchronization

/// What `parlay admin export`, `import` and `tenant delete` do, for the console.
package struct TransferActions: Sendable {
    /// Is called with how much of how much is done: rows, or bytes of a file that is read.
    package typealias Progress = (_ done: Int64, _ total: Int64) -> Void

    /// Writes the tenant into a file.
    package let export:
        @Sendable (_ slug: String, _ path: String, _ progress: @escaping Progress) throws -> TransferReport
    /// Creates a tenant from the file, under another slug than the file's perhaps.
    package let load:
        @Sendable (_ path: String, _ slug: String?, _ progress: @escaping Progress) throws -> TransferReport
    package let delete: @Sendable (_ slug: String, _ progress: Progress) throws -> TransferReport

    package init(
        export:
            @escaping @Sendable (_ slug: String, _ path: String, _ progress: @escaping Progress) throws ->
            TransferReport,
        load:
            @escaping @Sendable (_ path: String, _ slug: String?, _ progress: @escaping Progress) throws ->
            TransferReport,
        delete: @escaping @Sendable (_ slug: String, _ progress: Progress) throws -> TransferReport
    ) {
        self.export = export
        self.load = load
        self.delete = delete
    }
}

/// What an export, an import or a deletion did.
package struct TransferReport: Sendable {
    package let slug: String
    package let rows: [(table: String, count: Int64)]
    /// Of the file of an export.
    package let bytes: Int64?
    package let sha256: String?
    /// Of an import.
    package let unopened: UnopenedSecrets?

    package init(
        slug: String,
        rows: [(table: String, count: Int64)],
        bytes: Int64? = nil,
        sha256: String? = nil,
        unopened: UnopenedSecrets? = nil
    ) {
        self.slug = slug
        self.rows = rows
        self.bytes = bytes
        self.sha256 = sha256
        self.unopened = unopened
    }
}

/// Exports, imports and deletions of tenants: they take longer than a request, so each is a run with a page that shows how far it is.
/// One runs at a time. In memory, with the files of exports in a folder that only this user can read: both end with the process.
package final class TransferRuns: Sendable {
    package enum Kind: String, Sendable { case export, load = "import", delete }

    package enum End: Sendable {
        case finished(TransferReport)
        case failed(String)
    }

    package struct Run: Sendable {
        package let id: String
        package let kind: Kind
        /// `nil` for an import under the slug of its file.
        package let slug: String?
        package let startedAt: Timestamp
        package fileprivate(set) var done: Int64 = 0
        package fileprivate(set) var total: Int64 = 0
        /// `nil` while it waits or runs.
        package fileprivate(set) var end: End?
        fileprivate var hasFile = false
    }

    /// The largest file that a browser sends or receives, in bytes; it is held in memory.
    package static let fileLimit = 50_000_000
    /// The files of so many exports are kept.
    private static let keptFiles = 5
    private static let keptRuns = 50

    private struct State {
        var runs: [Run] = []
        var folder: String?
    }

    private let actions: TransferActions
    private let pool: BlockingPool
    private let state = Mutex(State())

    package init(_ actions: TransferActions) throws(ReactorError) {
        self.actions = actions
        pool = try BlockingPool(name: "transfer", threads: 1, capacity: 8)
    }

    /// The newest first.
    package var all: [Run] { state.withLock { $0.runs.reversed() } }

    package subscript(id: String) -> Run? { state.withLock { state in state.runs.first { $0.id == id } } }

    // MARK: Starting

    package func export(_ slug: String, at now: Timestamp) throws -> String {
        let actions = actions
        return try start(.export, slug, at: now) { path, progress in try actions.export(slug, path, progress)
        }
    }

    /// - Parameter file: as `export` wrote it.
    package func load(_ file: [UInt8], as slug: String?, at now: Timestamp) throws -> String {
        let actions = actions
        return try start(.load, slug, at: now) { path, progress in
            try Data(file).write(to: URL(filePath: path))
            return try actions.load(path, slug, progress)
        }
    }

    package func delete(_ slug: String, at now: Timestamp) throws -> String {
        let actions = actions
        return try start(.delete, slug, at: now) { _, progress in try actions.delete(slug, progress) }
    }

    private func start(
        _ kind: Kind,
        _ slug: String?,
        at now: Timestamp,
        _ work: @escaping @Sendable (String, @escaping TransferActions.Progress) throws -> TransferReport
    ) throws -> String {
        let id = try SecureRandom.base62(count: 16)
        let path = try folder() + "/" + id
        state.withLock { $0.runs.append(Run(id: id, kind: kind, slug: slug, startedAt: now)) }
        let isAccepted = pool.submit { [self] in
            let end: End
            do {
                end = .finished(
                    try work(path) { done, total in self.change(id) { ($0.done, $0.total) = (done, total) } }
                )
            } catch {
                end = .failed("\(error)")
            }
            let keepsFile = if kind == .export, case .finished = end { true } else { false }
            if !keepsFile { Self.remove(path) }
            change(id) { run in
                run.end = end
                run.hasFile = keepsFile
            }
            forgetOld()
        }
        guard isAccepted else {
            state.withLock { $0.runs.removeAll { $0.id == id } }
            throw ReactorError.poolFull
        }
        return id
    }

    private func change(_ id: String, _ body: (inout Run) -> Void) {
        state.withLock { state in
            guard let place = state.runs.firstIndex(where: { $0.id == id }) else { return }
            body(&state.runs[place])
        }
    }

    // MARK: Files

    /// Where the file of a finished export is; `nil` for anything else, and when newer ones took its place.
    package func file(of id: String) -> String? {
        state.withLock { state in
            guard let run = state.runs.first(where: { $0.id == id }), run.hasFile else { return nil }
            return state.folder.map { "\($0)/\(id)" }
        }
    }

    /// The bytes of the file. Waits for the disk.
    package func bytes(of id: String) -> [UInt8]? {
        guard let path = file(of: id), let data = FileManager.default.contents(atPath: path) else {
            return nil
        }
        return Array(data)
    }

    /// Files of earlier exports go, and so do the oldest runs that have ended.
    private func forgetOld() {
        state.withLock { state in
            let kept = state.runs.filter(\.hasFile).suffix(Self.keptFiles).map(\.id)
            for place in state.runs.indices
            where state.runs[place].hasFile && !kept.contains(state.runs[place].id) {
                state.runs[place].hasFile = false
                if let folder = state.folder { Self.remove("\(folder)/\(state.runs[place].id)") }
            }
            let surplus = state.runs.count - Self.keptRuns
            var left = max(0, surplus)
            state.runs.removeAll { run in
                guard left > 0, run.end != nil, !run.hasFile else { return false }
                left -= 1
                return true
            }
        }
    }

    /// A folder of this user alone, made when it is first needed.
    private func folder() throws -> String {
        try state.withLock { state in
            if let folder = state.folder { return folder }
            let name = "parlay-console-" + (try SecureRandom.base62(count: 12))
            let path = FileManager.default.temporaryDirectory.appending(path: name).path
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            state.folder = path
            return path
        }
    }

    /// What stays is in a folder that nobody else reads.
    private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the files; the console stops.
    package func removeFiles() {
        state.withLock { state in
            guard let folder = state.folder else { return }
            Self.remove(folder)
            state.folder = nil
        }
    }
}
