internal import FoundationEssentials
internal import ParlayAPI

/// Reads an answer that a call wrote itself, without a value.
enum AnswerText {
    private struct NotDecodable: Error { let type: String }

    static func decode<Answer>(_ type: Answer.Type, _ bytes: [UInt8]) throws -> Answer {
        guard let decodable = type as? any Decodable.Type,
            let answer = try JSONDecoder().decode(decodable, from: Data(bytes)) as? Answer
        else { throw NotDecodable(type: "\(type)") }
        return answer
    }
}
