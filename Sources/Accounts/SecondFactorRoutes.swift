internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Signing in with a second factor, and the caller's own.
package struct SecondFactorRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(SecondFactorCalls.logIn, handler: logIn),
            TenantRoute(SecondFactorCalls.show, handler: show),
            TenantRoute(
                SecondFactorCalls.begin,
                preparing: { call in
                    let proof = try call.decode(OwnerProof.self)
                    try await accounts.verify(proof.password, proof.proof, in: call.session)
                },
                handler: begin
            )
            .showingSecret(),
            TenantRoute(SecondFactorCalls.prove, handler: prove).showingSecret(),
            TenantRoute(SecondFactorCalls.renewCodes, preparing: code, handler: renewCodes).showingSecret(),
            TenantRoute(SecondFactorCalls.remove, preparing: code, handler: remove),
            TenantRoute(SecondFactorCalls.keep, handler: keep),
        ]
    }

    private func logIn(_ call: Call) async throws -> Response {
        let body = try call.decode(SecondSignIn.self)
        return .json(try await accounts.signIn(body, call.signer, in: call.session))
    }

    private func show(_ call: Call) async throws -> Response {
        Response.json(try await accounts.secondFactor(in: call.session)).taggedByContent
    }

    private func begin(_ call: Call, _ proof: Void) async throws -> Response {
        .json(try await accounts.beginSecondFactor(call.signer, in: call.session), status: 201)
    }

    private func prove(_ call: Call) async throws -> Response {
        let body = try call.decode(SecondFactorCode.self)
        return .json(try await accounts.proveSecondFactor(body.code, call.signer, in: call.session))
    }

    /// The code of a call whose owner is verified.
    private func code(_ call: Call) async throws -> String {
        let proof = try call.decode(SecondFactorProof.self)
        try await accounts.verify(proof.password, proof.proof, in: call.session)
        return proof.code
    }

    private func renewCodes(_ call: Call, _ code: String) async throws -> Response {
        .json(try await accounts.renewRecoveryCodes(code, call.signer, in: call.session))
    }

    private func keep(_ call: Call) async throws -> Response {
        try await accounts.keepSecondFactor(in: call.session)
        return .noContent
    }

    private func remove(_ call: Call, _ code: String) async throws -> Response {
        try await accounts.removeSecondFactor(code, call.signer, in: call.session)
        return .noContent
    }
}
