package import ParlayAPI

extension TenantSettings: Described {
    package static var schemaSummary: String { "What a tenant's admins set for it." }

    /// In an answer every member is there.
    package static let fields: [FieldDescription] = TenantSettings.fields().map { field in
        var member = field
        member.isRequired = true
        return member
    }

    package static let example: TenantSettings = {
        var settings = TenantSettings.defaults
        settings.registration = .invite
        settings.languages = ["en", "de"]
        settings.categories = ["Sports", "Food", "Other"]
        settings.allowedOrigins = ["https://app.example.org"]
        settings.mailFrom = "Parlay <hello@example.org>"
        return settings
    }()
}
