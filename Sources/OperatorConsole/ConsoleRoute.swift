internal import Administration
internal import Components
internal import Database
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// One address of the console.
struct ConsoleRoute: Sendable {
    let method: HTTPMethod
    let pattern: String
    let needsSession: Bool
    /// Bytes.
    let bodyLimit: Int
    let answer: @Sendable (ConsoleVisit) async throws -> Response

    init(
        _ method: HTTPMethod,
        _ pattern: String,
        needsSession: Bool = true,
        bodyLimit: Int? = nil,
        _ answer: @escaping @Sendable (ConsoleVisit) async throws -> Response
    ) {
        self.method = method
        self.pattern = pattern
        self.needsSession = needsSession
        self.bodyLimit = bodyLimit ?? (method == .post ? 64 * 1024 : 0)
        self.answer = answer
    }

    /// Where the navigation has it.
    var section: ConsoleSection {
        ConsoleSection.allCases.first { pattern.hasPrefix($0.rawValue) } ?? .health
    }

    static let all: [ConsoleRoute] = [
        ConsoleRoute(.get, "") { try await HealthScreen($0).show() },
        ConsoleRoute(.get, "tenants") { try await TenantsScreen($0).show() },
        ConsoleRoute(.post, "tenants") { try await TenantsScreen($0).create() },
        ConsoleRoute(.get, "tenants/{slug}") { try await TenantScreen($0).show() },
        ConsoleRoute(.post, "tenants/{slug}") { try await TenantScreen($0).change() },
        ConsoleRoute(.get, "tenants/{slug}/settings") { try await TenantSettingsScreen($0).show() },
        ConsoleRoute(.post, "tenants/{slug}/settings") { try await TenantSettingsScreen($0).change() },
        ConsoleRoute(.get, "tenants/{slug}/suspend") { try await TenantEndScreen($0, .suspend).show() },
        ConsoleRoute(.post, "tenants/{slug}/suspend") { try await TenantEndScreen($0, .suspend).perform() },
        ConsoleRoute(.get, "tenants/{slug}/delete") { try await TenantEndScreen($0, .delete).show() },
        ConsoleRoute(.post, "tenants/{slug}/delete") { try await TenantEndScreen($0, .delete).perform() },
        ConsoleRoute(.get, "tenants/{slug}/account") { try await NewAccountScreen($0).show() },
        ConsoleRoute(.post, "tenants/{slug}/account") { try await NewAccountScreen($0).create() },
        ConsoleRoute(.post, "tenants/{slug}/export") { try await TransferScreen($0).export() },
        ConsoleRoute(.get, "transfers") { TransfersScreen($0).show() },
        ConsoleRoute(.post, "transfers", bodyLimit: TransferRuns.fileLimit) {
            try TransfersScreen($0).load()
        },
        ConsoleRoute(.get, "transfers/{id}") { try TransferScreen($0).show() },
        ConsoleRoute(.get, "transfers/{id}/file") { try await TransferScreen($0).download() },
        ConsoleRoute(.get, "jobs") { try await JobsScreen($0).show() },
        ConsoleRoute(.post, "jobs") { try await JobsScreen($0).changeKind() },
        ConsoleRoute(.get, "jobs/all") { try await JobsScreen($0).preview() },
        ConsoleRoute(.post, "jobs/all") { try await JobsScreen($0).changeAll() },
        ConsoleRoute(.get, "jobs/{tenant}/{id:id}") { try await JobScreen($0).show() },
        ConsoleRoute(.post, "jobs/{tenant}/{id:id}") { try await JobScreen($0).change() },
        ConsoleRoute(.get, "cells") { try await CellsScreen($0).show() },
        ConsoleRoute(.get, "schedules") { try await SchedulesScreen($0).show() },
        ConsoleRoute(.post, "schedules") { try await SchedulesScreen($0).run() },
        ConsoleRoute(.get, "mail") { try await MailScreen($0).show() },
        ConsoleRoute(.get, "mail/{tenant}/{id:id}") { try await MailScreen($0).showOne() },
        ConsoleRoute(.get, "accounts") { try await AccountsScreen($0).show() },
        ConsoleRoute(.get, "accounts/{tenant}/{id:id}") { try await AccountScreen($0).show() },
        ConsoleRoute(.post, "accounts/{tenant}/{id:id}") { try await AccountScreen($0).change() },
        ConsoleRoute(.get, "audit") { try await AuditScreen($0).show() },
        ConsoleRoute(.get, "enter/{code}", needsSession: false) { try $0.enter() },
        ConsoleRoute(.post, "sign-out", needsSession: false) { $0.signOut() },
        ConsoleRoute(.get, "static/{version}/{name}", needsSession: false) { visit in
            let file = visit.server.site.files.response(visit.parameter("version"), visit.parameter("name"))
            guard let file else { throw ConsoleError.notFound }
            return file
        },
        ConsoleRoute(.get, "readyz", needsSession: false) { $0.server.readiness },
    ]
}

extension ConsoleVisit {
    /// The code is used up, and gone from the address by the redirect. A browser that asks twice is signed in already.
    func enter() throws -> Response {
        // A look at the headers must not use the code up.
        guard head.method == .get else { throw ConsoleError.notFound }
        if let secret = try server.signIns.enter(parameter("code"), at: now) {
            return redirect(to: "/").with("Set-Cookie", server.cookieField(secret, head))
        }
        guard !server.signIns.isSignedIn(ConsoleServer.cookie(head), at: now) else {
            return redirect(to: "/")
        }
        return server.page(about: text(.linkOver), 403, head)
    }

    func signOut() -> Response {
        server.signIns.signOut(ConsoleServer.cookie(head))
        return redirect(to: "/").with("Set-Cookie", server.cookieField(nil, head))
            .with("Clear-Site-Data", "\"cache\"")
    }
}
