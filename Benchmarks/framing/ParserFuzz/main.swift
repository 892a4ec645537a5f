import Glibc

@testable import HTTPServer

// Reads mutated request streams byte by byte, in random pieces and all at once. The three must agree, and nothing may
// trap.
//
//     ParserFuzz <seconds> <seed>

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

struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

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
                    text += " \(head.contentLength ?? 0) \(head.expectsContinue) \(head.asksForUpgrade)"
                    for field in head.headers.fields { text += "|\(field.name)=\(field.value)" }
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

let h = "Host: a\r\n"
let corpus: [[UInt8]] = [
    "GET /x?a=b HTTP/1.1\r\nHost: a\r\nX: \t y \r\n\r\n",
    "\r\n\r\nPOST / HTTP/1.0\r\ncontent-LENGTH: \t5\r\n\r\nhello",
    "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\tCHUNKED\r\nConnection: a, Close\r\n\r\n5;a=\"b\"\r\nhe\nll\r\n0\r\nX: y\r\n\r\n",
    "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n00a;\t\r\n0123456789\r\nfF\r\n",
    "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    "PUT /%41/é HTTP/1.1\r\nHost: [::1]:80\r\nContent-Length: 0003\r\nExpect: 100-continue\r\n\r\nabc",
    "OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n", "HEAD http://a:8/x?y#z HTTP/1.1\r\nHOST: b\r\n\r\n",
    "GET HTTPS://a HTTP/1.1\r\nHost: b\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551616\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n8000000000000000\r\nabc",
    "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=d,e\r\n folded\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
    "GET http://é/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET http:/é/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET https:/é HTTP/1.1\r\nHost: [\r\n\r\n", "GET / HTTP/1.1\r\nHost: %4\r\n\r\n",
    "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
    "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked \r\n", "0\r\n\r\n",
    "\r\n", "\0\u{B}\u{C}\u{7F}",
    " HTTP/1.1\r\n", "\r\nHost: a\r\n\r\n", "Connection: close\r\n",
].map { Array($0.utf8) }
let hostile =
    Array("\r\n \t:;,?&=#%[]\"0fAZ/\0\u{7F}\u{B}".utf8) + [0x80, 0xC3, 0xA9, 0xCC, 0x81, 0xFF, 0x85]

let seconds = Double(CommandLine.arguments[1]) ?? 10
var random = Random(state: UInt64(CommandLine.arguments[2]) ?? 1)
let clock = ContinuousClock()
let end = clock.now + .seconds(seconds)
var (rounds, refused, complete, kinds, different, requests) = (0, 0, 0, 0, 0, 0)
while rounds % 256 != 0 || clock.now < end {
    rounds += 1
    var bytes: [UInt8] = []
    for _ in 0...random.below(4) { bytes += corpus[random.below(corpus.count)] }
    for _ in 0..<random.below(7) {
        let place = random.below(bytes.count + 1)
        switch random.below(9) {
        case 0 where place < bytes.count: bytes[place] = hostile[random.below(hostile.count)]
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2: bytes.insert(hostile[random.below(hostile.count)], at: place)
        case 3 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 4: bytes.insert(contentsOf: corpus[random.below(corpus.count)], at: place)
        case 5:
            // A piece again elsewhere.
            let start = random.below(bytes.count + 1)
            bytes.insert(
                contentsOf: Array(bytes[start..<min(bytes.count, start + random.below(40))]),
                at: place
            )
        case 6: bytes.removeSubrange(place..<min(bytes.count, place + random.below(20)))
        case 7 where rounds % 16 == 0:
            bytes.insert(
                contentsOf: [UInt8](
                    repeating: hostile[random.below(hostile.count)],
                    count: random.below(1500)
                ),
                at: place
            )
        case 8 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
        default: break
        }
    }
    var limits = RequestParser.Limits(head: 1024)
    if rounds % 4 == 0 {
        limits = RequestParser.Limits(
            head: 64,
            parts: 4,
            trailer: 16,
            trailers: 2,
            extensions: 8,
            emptyLines: 2
        )
    }
    let whole = reading(of: bytes, cuts: [], limits: limits)
    var cuts: [Int] = []
    for _ in 0..<random.below(8) { cuts.append(random.below(bytes.count + 1)) }
    if whole.refusal == nil { complete += 1 } else { refused += 1 }
    requests += whole.requests.count
    for pieces in [Array(1..<max(1, bytes.count)), cuts.sorted()] {
        let other = reading(of: bytes, cuts: pieces, limits: limits)
        guard other != whole else { continue }
        if other.withoutKind == whole.withoutKind {
            kinds += 1
        } else {
            // A partial body is cut elsewhere by nothing, so this is a fault.
            different += 1
            print("DIFFERENT in round \(rounds): \(bytes) cut at \(pieces.count > 20 ? [] : pieces)")
        }
        if kinds <= 5 && other.withoutKind == whole.withoutKind {
            print(
                "kind: \(whole.refusal.map { "\($0)" } ?? "-") or \(other.refusal.map { "\($0)" } ?? "-"): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
            )
        }
    }
}
print(
    "rounds \(rounds) refused \(refused) not refused \(complete) requests \(requests) other kind of refusal \(kinds) different \(different)"
)
