internal import ParlayAPI

extension TenantSettings {
    static let schemaSummary = "What a tenant's admins set for it."

    static let example: TenantSettings = {
        var settings = TenantSettings.defaults
        settings.registration = .invite
        settings.allowedOrigins = ["https://app.example.org"]
        settings.mailFrom = "Parlay <hello@example.org>"
        return settings
    }()
}
