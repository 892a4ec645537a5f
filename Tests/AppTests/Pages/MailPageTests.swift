import HTTPServer
import TestDatabases
import TestSupport
import Testing

@testable import App

/// The pages of the API behind the links of mails, which show with a script what was refused.
@Suite(.database) struct MailPageTests {
    @Test(arguments: [
        ("en", "This code is wrong, used or expired.", "Choose another password: with at least 8 characters"),
        ("es", "Este código es incorrecto", "Elige otra contraseña: con al menos 8 caracteres"),
        ("de", "Dieser Code ist falsch", "Wähle ein anderes Passwort: mit mindestens 8 Zeichen"),
    ]) func `what was refused is said in the reader's language`(
        _ language: String,
        _ code: String,
        _ password: String
    ) async throws {
        let world = try await RouteMatrixFixture()
        for (path, isReset) in [("password/reset", true), ("email/verification", false)] {
            let call = RouteMatrixFixture.Call("GET", "/v1/alpha/\(path)/").with("Accept-Language", language)
            let page = try await world.send(call).text
            #expect(page.contains("data-code=\"\(code)"), "\(path)")
            #expect(page.contains("data-new=\"\(password)") == isReset, "\(path)")
            #expect(page.contains(" data-failed=\"") && page.contains("form.dataset.failed"), "\(path)")
            // The API's own sentences are in English.
            #expect(!page.contains("problem.detail") && !page.contains("Object.values"), "\(path)")
        }
    }
}
