import Testing

@testable import Imaging

@Suite struct WorkerMessageTests {
    @Test(arguments: [nil, PixelArea(x: 0, y: 1, width: 70_000, height: 4)])
    func `a request is read as it was written`(_ crop: PixelArea?) {
        let request = WorkerRequest(kind: .webp, byteCount: 8 * 1024 * 1024, crop: crop)
        #expect(WorkerRequest(request.bytes) == request)
        #expect(WorkerRequest(Array(request.bytes.dropLast())) == nil)
    }

    static let answers: [WorkerAnswer] = [
        .photo(
            Rendition.Size.allCases.flatMap { size in
                Rendition.Format.allCases.map { Rendition(size: size, format: $0, bytes: [1, 2, 3]) }
            }
        ),
        .unreadable("Premature end"), .tooManyPixels(width: 20_000, height: 20_001),
        .outside(width: 1, height: 2),
        .broken(""),
    ]

    @Test(arguments: answers) func `an answer is read as it was written, and only whole`(
        _ answer: WorkerAnswer
    ) {
        let bytes = answer.bytes
        #expect(WorkerAnswer(bytes) == answer)
        for count in 0..<bytes.count { #expect(WorkerAnswer(Array(bytes.prefix(count))) == nil) }
        #expect(WorkerAnswer(bytes + [0]) == nil)
    }
}
