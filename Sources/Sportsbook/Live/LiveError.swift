internal import HTTPServer
internal import ParlayAPI

enum LiveError: ProblemConvertible {
    /// The updates that the caller missed are deleted.
    case gone

    var problem: Problem {
        Problem(
            status: 410,
            code: "seq_gone",
            title: "These updates are gone",
            detail: "Updates are kept for ten minutes. Load the tree again, and continue with its seq."
        )
    }
}
