internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// A refusal of the original server: its whole body is a JSON string.
struct WordUpRefusal: ProblemConvertible, Equatable {
    let status: Int
    let text: String

    static let loginFailed = WordUpRefusal(status: 401, text: "login failed")
    static let noCandidate = WordUpRefusal(status: 400, text: "no eligible users remaining")
    static let alreadyMatched = WordUpRefusal(status: 400, text: "users are already matched")
    static let initiatorNotFound = WordUpRefusal(status: 400, text: "initiator not found")
    static let acceptorNotFound = WordUpRefusal(status: 400, text: "acceptor not found")
    static let matchNotFound = WordUpRefusal(status: 404, text: "match not found")
    static let noMatch = WordUpRefusal(status: 404, text: "match does not exist")
    static let partnerNotFound = WordUpRefusal(status: 404, text: "partner not found")
    static let userNotFound = WordUpRefusal(status: 400, text: "user not found")
    static let notMember = WordUpRefusal(status: 403, text: "not a member of this match")
    static let statusMissing = WordUpRefusal(status: 400, text: "new status missing or invalid")
    static let locationMissing = WordUpRefusal(status: 400, text: "location is missing")
    static let timeMalformed = WordUpRefusal(status: 400, text: "time formatted incorrectly")
    static let sameStatus = WordUpRefusal(status: 400, text: "same status provided; no change")
    static let invalidTransition = WordUpRefusal(status: 400, text: "invalid state transition")
    static let timeInconsistent = WordUpRefusal(status: 400, text: "none or inconsistent time provided")

    fileprivate static let member = "wordup"

    var problem: Problem {
        Problem(status: status, code: "wordup", title: text, extensions: [Self.member: .string(text)])
    }

    /// The original has fewer error texts than this server has errors.
    init(_ error: MeetupError) {
        self =
            switch error {
            case .matchNotFound: .matchNotFound
            case .notMember: .notMember
            case .personNotFound, .oneself: .acceptorNotFound
            case .languagesDoNotFit, .noCandidate: .noCandidate
            case .alreadyMatched: .alreadyMatched
            case .timeOutOfRange: .timeInconsistent
            case .wrongState, .changed, .noRecentMeetup, .feedbackGiven: .invalidTransition
            }
    }

    init(status: Int, text: String) {
        self.status = status
        self.text = text
    }
}

/// Errors in the words of Django REST framework 3.6.
enum WordUpProblem {
    static let rendering: @Sendable (Problem, RequestHead, Tenant?, Call?) -> Response = {
        problem,
        head,
        _,
        _ in
        if case .string(let text) = problem.extensions[WordUpRefusal.member] {
            return .json(text, status: problem.status)
        }
        switch problem.status {
        case 401: return detail(401, unauthorized(head)).with("WWW-Authenticate", "Token")
        case 403: return detail(403, "You do not have permission to perform this action.")
        case 404: return detail(404, "Not found.")
        case 405: return detail(405, "Method \"\(head.methodName)\" not allowed.")
        case 409 where problem.code == "username_taken":
            return .json(FieldErrors("username", "A user with that username already exists."), status: 400)
        case 400 where problem.code == "malformed_json":
            return detail(400, "JSON parse error - \(problem.detail)")
        case 415:
            return detail(415, "Unsupported media type \"\(head.headers["Content-Type"] ?? "")\" in request.")
        case 422:
            if let errors = problem.errors { return .json(errors, status: 400) }
            return detail(400, problem.detail)
        default: return detail(problem.status, problem.detail)
        }
    }

    static func detail(_ status: Int, _ text: String) -> Response {
        .json(["detail": text] as JSONValueObject, status: status).with("Cache-Control", "no-store")
    }

    private static func unauthorized(_ head: RequestHead) -> String {
        let none = "Authentication credentials were not provided."
        guard let value = head.headers["Authorization"] else { return none }
        let words = value.split(separator: " ")
        guard let scheme = words.first, scheme.lowercased() == "token" else { return none }
        switch words.count {
        case 1: return "Invalid token header. No credentials provided."
        case 2: return "Invalid token."
        default: return "Invalid token header. Token string should not contain spaces."
        }
    }
}

/// An object with one text member.
private struct JSONValueObject: JSONWritable, ExpressibleByDictionaryLiteral {
    let members: [(String, String)]
    init(dictionaryLiteral elements: (String, String)...) { members = elements }
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for (name, value) in members { writer.member(name, value) }
        }
    }
}
