package import HTTPServer
package import TestSupport

extension RequestHandler {
    /// Answers as a server does: without a task if the handler can. Call it on a loop.
    package func answer(_ request: Request) async -> Answer {
        let answered: Response? = await withCheckedContinuation { continuation in
            let hasBegun = begin(request) { continuation.resume(returning: $0) }
            if !hasBegun { continuation.resume(returning: nil) }
        }
        if let answered { return Answer(answered, isWithoutTask: true) }
        return Answer(await respond(to: request))
    }
}
