internal import ParlayAPI

extension ParlayError {
    /// An answer instead of a WebSocket.
    init(refusal response: TransportResponse) {
        self =
            response.problem.map { .problem($0, retryAfter: response.retryAfter) }
            ?? .unexpectedAnswer(status: response.status)
    }

    /// `nil` if trying again is useless.
    func wait(isLoaded: Bool) -> (retryAfter: Duration?, Void)? {
        switch self {
        case .problem(let problem, let retryAfter):
            Self.mayPass(problem.status) ? (retryAfter, ()) : nil
        case .unexpectedAnswer(let status): Self.mayPass(status) ? (nil, ()) : nil
        // Such as a certificate that is not trusted. Where the stream has worked, it is the network's fault.
        case .transport(.other): isLoaded ? (nil, ()) : nil
        case .transport: (nil, ())
        case .decoding, .notSignedIn, .tokenStorage, .cancelled: nil
        }
    }

    private static func mayPass(_ status: Int) -> Bool { status == 429 || status >= 500 }
}

extension Problem {
    /// What the server answers to the token that a closed stream had.
    static let signedOut = Problem(
        status: 401,
        code: "unauthorized",
        title: "Authentication required",
        detail: "Your sign-in has ended. Please sign in again."
    )
}
