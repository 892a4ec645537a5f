/// A well-known service, of which an admin gives only the client id and the secret. Addresses and scopes as of 2026, from the
/// services' documentation for developers.
package enum OAuthPreset: String, CaseIterable, Sendable {
    case x
    case facebook
    case discord
    case github
    case twitch

    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// The name of the service whose profiles are at this address.
    package static func title(of issuer: String) -> String? { allCases.first { $0.issuer == issuer }?.title }

    var title: String {
        switch self {
        case .x: "X"
        case .facebook: "Facebook"
        case .discord: "Discord"
        case .github: "GitHub"
        case .twitch: "Twitch"
        }
    }

    /// What identities are stored with. It has no version and no query, and never changes.
    var issuer: String {
        switch self {
        case .x: "https://api.x.com/2/users/me"
        case .facebook: "https://graph.facebook.com/me"
        case .discord: "https://discord.com/api/users/@me"
        case .github: "https://api.github.com/user"
        case .twitch: "https://api.twitch.tv/helix/users"
        }
    }

    var endpoints: OAuthEndpoints {
        switch self {
        case .x:
            OAuthEndpoints(
                authorization: "https://x.com/i/oauth2/authorize",
                token: "https://api.x.com/2/oauth2/token",
                profile: "https://api.x.com/2/users/me"
            )
        case .facebook:
            OAuthEndpoints(
                authorization: "https://www.facebook.com/v26.0/dialog/oauth",
                token: "https://graph.facebook.com/v26.0/oauth/access_token",
                profile: "https://graph.facebook.com/v26.0/me?fields=id,email,first_name,last_name"
            )
        case .discord:
            OAuthEndpoints(
                authorization: "https://discord.com/oauth2/authorize",
                token: "https://discord.com/api/oauth2/token",
                profile: "https://discord.com/api/v10/users/@me"
            )
        case .github:
            OAuthEndpoints(
                authorization: "https://github.com/login/oauth/authorize",
                token: "https://github.com/login/oauth/access_token",
                profile: "https://api.github.com/user"
            )
        case .twitch:
            OAuthEndpoints(
                authorization: "https://id.twitch.tv/oauth2/authorize",
                token: "https://id.twitch.tv/oauth2/token",
                profile: "https://api.twitch.tv/helix/users"
            )
        }
    }

    var scope: String {
        switch self {
        case .x: "users.read tweet.read"
        case .facebook: "public_profile email"
        case .discord: "identify email"
        case .github: "read:user"
        case .twitch: "user:read:email"
        }
    }

    var sendsSecretInBody: Bool {
        switch self {
        case .x, .discord: false
        case .facebook, .github, .twitch: true
        }
    }
}
