internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// What wagers are about: the tenant's list.
package enum Categories {
    /// Always there, and last.
    package static let other = "Other"

    /// In the order in which they are shown.
    package static func offered(by settings: TenantSettings) -> [String] {
        settings.categories.filter { $0.lowercased() != other.lowercased() } + [other]
    }
}

package struct CategoryRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(.get, "categories", "List the categories of wagers", module: .wagers, handler: list)
                .named("listCategories")
                .pagedOnDemand
                .explained("What wagers may be about, in the order to show them.")
                .answering(
                    200,
                    .object(
                        name: "CategoryList",
                        [
                            .member("items", .list(.member("", .text)), "\"Other\" is always last."),
                            .member("next_cursor", .text, "Null on the last page.", isNullable: true),
                        ],
                        example: ["items": ["Sports", "Food", "Other"], "next_cursor": nil]
                    ),
                    "The tenant's categories."
                )
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        try await call.list(all: Categories.offered(by: call.tenant.settings)) { $0 }
    }
}
