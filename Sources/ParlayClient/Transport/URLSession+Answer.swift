internal import Foundation

#if canImport(FoundationNetworking)
internal import Dispatch
internal import FoundationNetworking
internal import Synchronization
#endif

extension URLSession {
    #if canImport(FoundationNetworking)
    /// As `data(for:)`, which can stand still for ever on Linux: its cancellation waits for the queue of the session while the task
    /// is locked, and the queue waits for the task in order to resume it.
    func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: request) { body, response, error in
                    if let body, let response, error == nil {
                        continuation.resume(returning: (body, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                task.resume()
                cancellation.follow(task)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
    #else
    func answer(to request: URLRequest) async throws -> (Data, URLResponse) { try await data(for: request) }
    #endif
}

#if canImport(FoundationNetworking)
/// Cancels a request outside of the lock of the task that waits for it.
private final class Cancellation: Sendable {
    private enum State { case waiting, running(URLSessionTask), cancelled }

    private let state = Mutex(State.waiting)

    func follow(_ task: URLSessionTask) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(task)
            return false
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task: URLSessionTask? = state.withLock { state in
            defer { state = .cancelled }
            guard case .running(let task) = state else { return nil }
            return task
        }
        guard let task else { return }
        DispatchQueue.global().async { task.cancel() }
    }
}
#endif
