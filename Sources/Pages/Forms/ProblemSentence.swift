internal import Localization
internal import ParlayAPI

/// What people read of a problem, in their language.
enum ProblemSentence {
    static func text(_ problem: Problem, _ visit: Visit) -> String {
        if let text = visit.wording(problem.code) { return text }
        switch problem.status {
        case 412: return visit.text(PageText.changedMeanwhile)
        case 429, 503: return visit.text(PageText.retryLater)
        default: return problem.detail
        }
    }
}

/// What people read of a refused field, in their language.
enum FieldSentence {
    static func text(_ sentence: String, _ visit: Visit) -> String { visit.wording(sentence) ?? sentence }
}
