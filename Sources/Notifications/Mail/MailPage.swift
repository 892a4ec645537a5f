package import HTTPServer
internal import Markup
internal import Outbound
internal import Security

/// The pages that links in mails lead to. Each is one document that loads nothing else.
package enum MailPage {
    static func unsubscribe(tenant: String) -> Response {
        page(
            "Unsubscribe?",
            tenant,
            """
            <p>\(tenant.escapedForHTML()) will stop sending you mail about your notices. You still get them in the app's inbox.</p>
            <form method="post"><button>Unsubscribe</button></form>
            """
        )
    }

    static func unsubscribed(tenant: String) -> Response {
        page(
            "Unsubscribed",
            tenant,
            """
            <p>\(tenant.escapedForHTML()) no longer sends you mail about your notices. You can turn it on again in the app's \
            settings.</p>
            """
        )
    }

    package static func reset(tenant: String) -> Response {
        form(
            "Choose a new password",
            tenant,
            """
            <label>New password<input id="new" type="password" autocomplete="new-password" required></label>
            """,
            button: "Set password",
            script: resetScript
        )
    }

    /// Sends the code on a click, because mail scanners follow links and run scripts.
    package static func verification(tenant: String) -> Response {
        form("Confirm your email address", tenant, "", button: "Confirm", script: verificationScript)
    }

    private static let resetScript = script(
        method: "POST",
        path: "location.pathname.replace(/\\/?$/, '/confirm/')",
        body: "{code: code.value, new: document.getElementById('new').value}",
        focus: "document.getElementById('new')",
        done: "Your password was changed. Sign in to the app with it."
    )

    private static let verificationScript = script(
        method: "PUT",
        path: "location.pathname",
        body: "{code: code.value}",
        focus: "form.querySelector('button')",
        done: "Your email address is confirmed. You can close this page."
    )

    /// Calls the API. The fragment is removed from the address bar, so that no one reads the code there later.
    ///
    /// - Parameters:
    ///   - path: an expression of JavaScript, like `body`, and `focus` for a link that has a code.
    ///   - done: what the page says on success.
    private static func script(method: String, path: String, body: String, focus: String, done: String)
        -> String
    {
        """
        const form = document.getElementById('form'), message = document.getElementById('message');
        const code = document.getElementById('code');
        code.value = decodeURIComponent(location.hash.slice(1));
        history.replaceState(null, '', location.pathname);
        (code.value ? \(focus) : code).focus();
        form.addEventListener('submit', async event => {
          event.preventDefault();
          message.textContent = '';
          try {
            const answer = await fetch(\(path), {
              method: '\(method)', headers: {'Content-Type': 'application/json'},
              body: JSON.stringify(\(body))
            });
            if (answer.status === 204) {
              const done = document.createElement('p');
              done.textContent = '\(done)';
              form.replaceWith(done);
              return;
            }
            const problem = await answer.json();
            message.textContent = problem.errors ? Object.values(problem.errors).flat().join(' ') : problem.detail;
          } catch {
            message.textContent = 'The server did not respond. Check your connection and try again.';
          }
        });
        """
    }

    /// A form for the code of a mail and what else the call needs.
    private static func form(
        _ title: String,
        _ tenant: String,
        _ fields: String,
        button: String,
        script: String
    ) -> Response {
        page(
            title,
            tenant,
            """
            <form id="form">
            <label>Code from the mail<input id="code" autocomplete="one-time-code" spellcheck="false" required></label>
            \(fields)
            <p id="message" role="alert"></p>
            <button>\(button)</button>
            </form>
            <noscript><p>This page needs JavaScript. You can also enter the code in the app.</p></noscript>
            """,
            script: script
        )
    }

    private static let style = """
        :root{color-scheme:light dark;--back:#f1f3f7;--card:#fff;--text:#1b2333;--soft:#5b6577;--line:#c9cfdb;--main:#2f5bd8}
        @media(prefers-color-scheme:dark){:root{--back:#12151c;--card:#1c212c;--text:#e8ebf2;--soft:#9aa4b8;--line:#3a4252}}
        body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
        main{box-sizing:border-box;max-width:420px;margin:12vh auto 0;padding:0 16px}
        div{background:var(--card);border-radius:12px;padding:24px}
        header{padding:0 8px 12px;font-weight:700;color:var(--soft)}h1{margin:0 0 16px;font-size:22px}p{margin:0 0 16px}
        label{display:block;margin:0 0 16px;font-size:14px;color:var(--soft)}
        input{box-sizing:border-box;width:100%;margin-top:4px;padding:10px 12px;border:1px solid var(--line);\
        border-radius:8px;background:transparent;color:var(--text);font:inherit}
        button{width:100%;padding:12px;border:0;border-radius:8px;background:var(--main);color:#fff;font:inherit;\
        font-weight:600;cursor:pointer}#message{color:#c2372e}#message:empty{display:none}
        """

    private static func page(_ title: String, _ tenant: String, _ body: String, script: String? = nil)
        -> Response
    {
        let scriptElement = script.map { "<script>\($0)</script>\n" } ?? ""
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="robots" content="noindex"><title>\(title) – \(tenant.escapedForHTML())</title>
            <style>\(style)</style></head>
            <body><main><header>\(tenant.escapedForHTML())</header><div><h1>\(title)</h1>
            \(body)
            </div></main>
            \(scriptElement)</body>
            </html>

            """
        let mayRun =
            script.map { "script-src 'sha256-\(Base64.encode(sha256($0).bytes))'; connect-src 'self'; " }
            ?? ""
        return Response.text(text, contentType: "text/html; charset=utf-8")
            .with(
                "Content-Security-Policy",
                "default-src 'none'; \(mayRun)style-src 'sha256-\(Base64.encode(sha256(style).bytes))'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            )
            .with("Referrer-Policy", "no-referrer")
            .with("X-Content-Type-Options", "nosniff")
    }
}
