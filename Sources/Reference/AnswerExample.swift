internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The example of an answer: what the call that the page shows would get.
enum AnswerExample {
    static func of(_ answer: RouteDescription.Answer, _ route: TenantRoute) -> JSONValue? {
        guard let example = answer.example ?? answer.content.example else { return nil }
        guard case .object(let object) = example, case .object(let body)? = route.description.bodyExample,
            route.method != .get
        else { return example }
        if case .page = answer.content { return example }
        return .object(following(body, object))
    }

    /// The answer after what was sent: members of the same name have the values of the body.
    private static func following(_ body: JSONObject, _ answer: JSONObject) -> JSONObject {
        var merged = answer
        for member in body.members {
            switch (answer[member.key], member.value) {
            case (nil, _): break
            case (.object(let old)?, .object(let new)):
                merged = merged.replacing(member.key, with: .object(following(new, old)))
            // Rows have ids, prices and states that the body does not say.
            case (.array(let rows)?, .array) where rows.contains { $0.asObject != nil }: break
            case (.string(let old)?, .string(let new)):
                let isTime = Timestamp(old) != nil
                let text = isTime ? Timestamp(new)?.description ?? new : new
                merged = merged.replacing(member.key, with: .string(text))
            case (_, let new): merged = merged.replacing(member.key, with: new)
            }
        }
        return merged
    }
}
