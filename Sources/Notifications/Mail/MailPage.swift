package import HTTPServer
internal import Localization
internal import Markup
internal import Outbound
internal import Security
package import Tenancy

/// The pages that links in mails lead to. Each is one document that loads nothing else.
package enum MailPage {
    static func unsubscribe(_ call: Call) -> Response {
        let words = Words(call)
        let button = words.html(.unsubscribe)
        return page(
            .pageUnsubscribeTitle,
            words,
            "<p>\(words.html(.pageUnsubscribeText))</p>\n<form method=\"post\"><button>\(button)</button></form>"
        )
    }

    static func unsubscribed(_ call: Call) -> Response {
        let words = Words(call)
        return page(.pageUnsubscribedTitle, words, "<p>\(words.html(.pageUnsubscribedText))</p>")
    }

    package static func reset(_ call: Call) -> Response {
        let words = Words(call)
        return form(
            .pageResetTitle,
            words,
            """
            <label>\(words.html(.pageNewPassword))<input id="new" type="password" autocomplete="new-password" required></label>
            """,
            button: .pageSetPassword,
            done: .pageResetDone,
            refusals: [
                (
                    "new",
                    words.html(.pageBadPassword, ["count": .number(call.tenant.settings.passwordMinLength)])
                )
            ],
            script: resetScript
        )
    }

    /// Sends the code on a click, because mail scanners follow links and run scripts.
    package static func verification(_ call: Call) -> Response {
        form(
            .pageVerifyTitle,
            Words(call),
            "",
            button: .pageConfirm,
            done: .pageVerifyDone,
            script: verificationScript
        )
    }

    /// By what the browser prefers, else the tenant's, else English: nobody is signed in.
    private struct Words {
        let tenant: String
        let localizer: Localizer

        init(_ call: Call) {
            tenant = call.tenant.name.escapedForHTML()
            let preferred = call.request.head.headers["Accept-Language"].flatMap(Language.preferredTag)
            localizer = Localizer(locales: [preferred, call.tenant.settings.locale])
        }

        func html(_ key: MailWords) -> String {
            // The name is escaped after it was inserted.
            html(key, ["app": .text("{app}")]).replacing("{app}", with: tenant)
        }

        func html(_ key: MailWords, _ arguments: KeyValuePairs<String, TextArgument>) -> String {
            localizer.text(key, arguments).escapedForHTML()
        }
    }

    private static let resetScript = script(
        method: "POST",
        path: "location.pathname.replace(/\\/?$/, '/confirm/')",
        body: "{code: code.value, new: document.getElementById('new').value}",
        focus: "document.getElementById('new')"
    )

    private static let verificationScript = script(
        method: "PUT",
        path: "location.pathname",
        body: "{code: code.value}",
        focus: "form.querySelector('button')"
    )

    /// Calls the API. The fragment is removed from the address bar, so that no one reads the code there later.
    ///
    /// - Parameter path: an expression of JavaScript, like `body`, and `focus` for a link that has a code.
    private static func script(method: String, path: String, body: String, focus: String) -> String {
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
              done.textContent = form.dataset.done;
              form.replaceWith(done);
              return;
            }
            const names = Object.keys((await answer.json()).errors ?? {failed: ''});
            message.textContent = names.map(name => form.dataset[name] ?? form.dataset.failed).join(' ');
          } catch {
            message.textContent = form.dataset.away;
          }
        });
        """
    }

    /// A form for the code of a mail and what else the call needs.
    ///
    /// - Parameter refusals: what is said about fields besides the code, by their names in the call's body.
    private static func form(
        _ title: MailWords,
        _ words: Words,
        _ fields: String,
        button: MailWords,
        done: MailWords,
        refusals: [(name: String, text: String)] = [],
        script: String
    ) -> Response {
        let all = refusals + [("code", words.html(.pageBadCode)), ("failed", words.html(.pageFailed))]
        let data = all.map { " data-\($0.name)=\"\($0.text)\"" }.joined()
        return page(
            title,
            words,
            """
            <form id="form" data-done="\(words.html(done))" data-away="\(words.html(.pageAway))"\(data)>
            <label>\(words.html(.pageCode))<input id="code" autocomplete="one-time-code" spellcheck="false" required></label>
            \(fields)
            <p id="message" role="alert"></p>
            <button>\(words.html(button))</button>
            </form>
            <noscript><p>\(words.html(.pageNoScript))</p></noscript>
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

    private static func page(_ title: MailWords, _ words: Words, _ body: String, script: String? = nil)
        -> Response
    {
        let scriptElement = script.map { "<script>\($0)</script>\n" } ?? ""
        let text = """
            <!DOCTYPE html>
            <html lang="\(words.localizer.language.rawValue)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="robots" content="noindex"><title>\(words.html(title)) – \(words.tenant)</title>
            <style>\(style)</style></head>
            <body><main><header>\(words.tenant)</header><div><h1>\(words.html(title))</h1>
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
    }
}
