internal import ParlayAPI

extension TenantSettings {
    package static let schemaSummary = "The settings of a tenant."

    package static let example: TenantSettings = {
        var settings = TenantSettings.defaults
        settings.registration = .invite
        settings.allowedOrigins = ["https://app.example.org"]
        settings.mailFrom = "Parlay <hello@example.org>"
        settings.oidcIssuers = [TrustedIssuer("https://accounts.example.org", audiences: ["org.example.app"])]
        settings.oauthProviders = [OAuthProvider("github", clientID: "Iv1.0123456789abcdef")]
        settings.pushApps = [PushApp(apns: "A1B2C3D4E5", keyID: "F6G7H8J9K0", topic: "org.example.app")]
        return settings
    }()
}
