internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Security

extension Call {
    /// Ends the session that the browser shows in its cookie, if there is one. A page of signing in reads no cookie, so the call
    /// itself may be nobody's.
    package func endBrowserSession() async throws {
        guard let secret = BrowserCookie.secret(in: request.head, of: tenant) else { return }
        let digest = TokenKind.browser.digest(of: secret)
        _ = try await session.write(TokenStore.revokeBrowser(.id(tenant.id), .bytes(digest.bytes)))
    }
}
