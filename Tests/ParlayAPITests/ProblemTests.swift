import Foundation
import ParlayAPI
import Testing

@Suite struct ProblemTests {
    private let problem: Problem = {
        var errors = FieldErrors("zeta", "This field is required.")
        errors.add("alpha", "Unknown field.")
        errors.add("zeta", "Second.")
        return Problem(
            status: 422,
            code: "match_state",
            title: "Wrong state",
            requestID: "r-1",
            errors: errors,
            extensions: ["status_code": 2, "legs": [["outcome_id": 1]], "status": 1]
        )
    }()

    @Test func `members are written in order, then the extensions that are none of them`() {
        let expected =
            #"{"type":"/docs/problems#match_state","title":"Wrong state","status":422,"detail":"Wrong state","#
            + #""code":"match_state","request_id":"r-1","#
            + #""errors":{"zeta":["This field is required.","Second."],"alpha":["Unknown field."]},"#
            + #""legs":[{"outcome_id":1}],"status_code":2}"#
        #expect(String(decoding: problem.jsonBytes(), as: UTF8.self) == expected)
    }

    @Test func `what is written decodes to the same problem`() throws {
        var expected = problem
        expected.extensions["status"] = nil
        #expect(try JSONDecoder().decode(Problem.self, from: Data(problem.jsonBytes())) == expected)
        #expect(try JSONDecoder().decode(Problem.self, from: JSONEncoder().encode(problem)) == expected)
        let bare = Problem(status: 404, code: "not_found", title: "Not found")
        #expect(try JSONDecoder().decode(Problem.self, from: Data(bare.jsonBytes())) == bare)
    }
}
