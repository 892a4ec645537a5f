internal import HTTPServer
package import Outbound
package import ParlayAPI

/// Why a code signs nobody in. The names are those of the API's member `check`.
package enum OAuthRefusal: String, Error, CaseIterable, Sendable {
    /// Not one of the tenant's.
    case provider
    /// The provider refuses it: it is wrong, too old or used, or was given for another verifier or redirect.
    case code
    /// It was used here before.
    case used

    /// What is wrong with the code.
    var sentence: String {
        switch self {
        case .provider: "This app takes no accounts of that service."
        case .code:
            "The service refuses the code: it is wrong, too old or used, or belongs to another sign-in. Start again."
        case .used: "The code was used before. Start again."
        }
    }
}

/// A provider did not do its part. The description is for the log.
package struct ProviderUnavailable: ProblemConvertible, Equatable, CustomStringConvertible {
    package enum Step: Sendable, Equatable {
        case token
        case profile
    }

    package enum Reason: Sendable, Equatable {
        case unreachable(Step, HTTPClientError)
        case status(Step, Int)
        /// No JSON, or without what is needed.
        case unreadable(Step)
        /// The client id or the secret is wrong, or the app may not use this grant.
        case refusesApp
    }

    let reason: Reason

    init(_ reason: Reason) { self.reason = reason }

    package var problem: Problem {
        Problem(
            status: 503,
            code: "provider_unavailable",
            title: "The other service is unavailable",
            detail: fault.sentence
        )
    }

    /// What is told of a reason. What is behind an address that an admin chose is told in the log only.
    enum Fault {
        case slow
        case unreachable
        case unreadable
        case refusesApp

        /// For whoever calls.
        var sentence: String {
            switch self {
            case .slow: "The service did not answer in time. Try again in a minute."
            case .unreachable:
                "The service cannot be reached, or answers with an error. Try again in a minute."
            case .unreadable: "The service gave an answer that cannot be read."
            case .refusesApp:
                "The service refuses this app's client id or secret. An admin of the app has to correct them."
            }
        }
    }

    var fault: Fault {
        switch reason {
        case .unreachable(_, .timeout): .slow
        case .unreachable(_, .tooLarge), .unreadable: .unreadable
        case .unreachable, .status: .unreachable
        case .refusesApp: .refusesApp
        }
    }

    package var description: String {
        switch reason {
        case .unreachable(let step, let error): "\(step) cannot be fetched: \(error)"
        case .status(let step, let status):
            "\(step) has the status \(status) instead of 200"
                + ((300...399).contains(status) ? "; redirects are not followed" : "")
        case .unreadable(.token): "\(Step.token) is no JSON object with an access_token"
        case .unreadable(.profile): "\(Step.profile) is no JSON object with a sub or id"
        case .refusesApp:
            "it refuses the client id or the secret; in a tenant that came from another installation, set client_secret again"
        }
    }
}

extension ProviderUnavailable.Step: CustomStringConvertible {
    package var description: String {
        switch self {
        case .token: "the answer to the code"
        case .profile: "the profile"
        }
    }
}
