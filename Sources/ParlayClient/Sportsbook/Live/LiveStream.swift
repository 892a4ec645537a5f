internal import Foundation
public import ParlayAPI

extension Parlay.Sportsbook {
    /// The tree of the sportsbook, again and again as it changes. A screen's model is one line:
    ///
    ///     for try await book in parlay.sportsbook.live() { self.book = book }
    ///
    /// The first element comes immediately and is empty; then the tree is loaded, and each change merged into it. A slow
    /// reader gets the latest tree, not every one before it. When the connection is lost, it is opened again after 0.5 to 30
    /// seconds and goes on where it was; `connection` says so meanwhile. It ends when the task is cancelled or the loop is
    /// left, and throws when trying again is useless, such as when the person is signed out. Where the sportsbook is
    /// public, it needs no sign-in.
    ///
    /// - Parameters:
    ///   - tournaments: only these, and `events`.
    ///   - events: only these, and `tournaments`. Both together are at most 50. An event that is decided stays until the
    ///     tree is loaded again.
    public func live(tournaments: [Tournament.ID] = [], events: [SportsEvent.ID] = []) -> LiveStream {
        LiveStream(
            engine: engine,
            filter: LiveFilter(tournaments: Set(tournaments), events: Set(events))
        )
    }
}

/// The sportsbook as it changes. Each iteration has a connection of its own.
public struct LiveStream: AsyncSequence, Sendable {
    public typealias Element = LiveTree

    let engine: Engine
    let filter: LiveFilter

    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Opens a connection at the first `next()` and closes it when it is released.
    public struct Iterator: AsyncIteratorProtocol {
        private let stream: LiveStream
        private var run: LiveRun?
        private var hasEnded = false

        init(stream: LiveStream) { self.stream = stream }

        /// The latest tree, once it has changed; `nil` after an error that was thrown.
        public mutating func next() async throws(ParlayError) -> LiveTree? {
            if hasEnded { return nil }
            let run = run ?? LiveRun(stream)
            self.run = run
            do throws(ParlayError) {
                return try await run.next()
            } catch {
                hasEnded = true
                self.run = nil
                throw error
            }
        }
    }
}

/// Ends its stream when the iteration ends.
private final class LiveRun: Sendable {
    private let reader: LiveReader
    private let task: Task<Void, Never>

    init(_ stream: LiveStream) {
        let reader = LiveReader(engine: stream.engine, filter: stream.filter)
        self.reader = reader
        task = Task { await reader.run() }
    }

    deinit { task.cancel() }

    func next() async throws(ParlayError) -> LiveTree {
        let result = await withTaskCancellationHandler {
            await reader.next()
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }
}
