internal import Tenancy

extension TenantSettings {
    /// The defaults, and pages that somebody develops on this machine may call the API: the usual ports of Next and React, Angular,
    /// Vite and Python.
    static var demo: TenantSettings {
        var settings = defaults
        settings.allowedOrigins = ["localhost", "127.0.0.1"].flatMap { host in
            [3000, 4200, 5173, 8000].map { "http://\(host):\($0)" }
        }
        return settings
    }
}
