@testable import HTTPServer

/// What was read of a stream.
struct Reading: Equatable {
    var refusal: RequestRefusal?
    var requests: [[UInt8]] = []
    /// Of the request under way.
    var partial: [UInt8] = []

    /// The kind of the refusal depends on whether a limit or the end of the line is reached first.
    var withoutKind: Reading {
        var copy = self
        if refusal != nil { copy.refusal = .version }
        return copy
    }
}

/// What the parser makes of a stream that comes in pieces, which end at `cuts`.
func reading(of bytes: [UInt8], cuts: [Int], limits: RequestParser.Limits) -> Reading {
    var parser = RequestParser(limits)
    var result = Reading()
    var start = 0
    do throws(RequestRefusal) {
        for end in cuts + [bytes.count] {
            let piece = Array(bytes[start..<end])
            start = end
            var index = 0
            while let event = try parser.next(piece.span, &index) {
                switch event {
                case .head:
                    let head = parser.head
                    var text = "\(head.methodName) \(head.target ?? "-") \(head.closes) \(head.isChunked)"
                    text.append(" \(head.contentLength ?? 0) \(head.expectsContinue)")
                    for field in head.headers.fields { text.append("|\(field.name)=\(field.value)") }
                    result.partial = Array(text.utf8) + [0]
                    // What the server does with a head that it accepts.
                    if let target = head.target {
                        let (path, query) = RequestTarget.parts(of: RequestTarget.origin(target))
                        _ = RequestTarget.segments(path)
                        _ = RequestTarget.pairs(query)
                    }
                case .body(let range):
                    guard range.upperBound <= piece.count, !range.isEmpty else {
                        fatalError("a range outside")
                    }
                    result.partial += piece[range]
                case .end:
                    result.requests.append(result.partial)
                    result.partial = []
                }
            }
            // All that was given must have been read.
            if index != piece.count { fatalError("bytes were left") }
        }
    } catch {
        result.refusal = error
    }
    return result
}
