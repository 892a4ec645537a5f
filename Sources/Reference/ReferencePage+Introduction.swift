internal import ParlayAPI

extension ReferencePage {
    var introduction: HTML {
        """
        <section class="intro" id="start">
        <h1>The Parlay API</h1>
        <p class="lead">One self-hosted backend for social play: accounts, language-exchange meetups and friendly wagers, for as
        many apps as you like.</p>
        <div class="cards">
        <div class="card"><h3>Base address</h3><pre><code>\(Samples.origin)/v1/\(Samples.tenant)/</code></pre>
        <p>One installation serves many apps, called tenants. Each has its own accounts, data and modules.</p></div>
        <div class="card"><h3>Authentication</h3><pre><code>Authorization: Token parlay_…</code></pre>
        <p>From <a href="#register">register</a> or <a href="#login">sign in</a>. <code>Bearer</code> does as well as
        <code>Token</code>.</p></div>
        </div>
        \(session)
        </section>
        \(conventions)
        """
    }

    /// Where the reader says as whom the forms below speak.
    private var session: HTML {
        """
        <section class="session" id="session" aria-labelledby="session-title">
        <h3 id="session-title">Try it here</h3>
        <p>Every call below has a form that sends it to this server. The token stays in this tab and is forgotten when you close it.</p>
        <form id="session-form" autocomplete="off">
        <label>Tenant<input id="tenant" name="tenant" value="\(Samples.tenant)" spellcheck="false" autocapitalize="none"></label>
        <label>Username or email<input id="username" name="username" spellcheck="false" autocapitalize="none"
        autocomplete="username"></label>
        <label>Password<input id="password" name="password" type="password" autocomplete="current-password"></label>
        <button type="submit" class="primary">Sign in</button>
        <label class="wide">or a token that you have<input id="token" name="token" type="password" spellcheck="false"
        autocomplete="off" placeholder="parlay_…"></label>
        <button type="button" id="forget">Forget</button>
        </form>
        <p id="session-state" role="status" aria-live="polite"></p>
        <noscript><p>The forms need JavaScript; everything else does not.</p></noscript>
        </section>
        """
    }

    private var conventions: HTML {
        """
        <section class="chapter" id="conventions">
        <div class="head"><h2>Conventions</h2><p>What holds for every call.</p></div>
        <dl class="rules">
        <div><dt>JSON</dt><dd>UTF-8, <code>snake_case</code>. A member of a body that a call does not know is an error that
        names it. Members and calls of a <em>module</em> are there where the tenant has switched it on.</dd></div>
        <div><dt>Values</dt><dd>Times are RFC 3339 in UTC with milliseconds; any offset is taken. Money is an integer count of
        cents. Ids are integers. Text is not trimmed.</dd></div>
        <div><dt>Problems</dt><dd>Every error is <code>application/problem+json</code> with a stable <code>code</code>, a
        <code>detail</code> for people and, for bodies, <code>errors</code> by field, all at once.
        <a href="/docs/problems">All codes</a>.</dd></div>
        <div><dt>Lists</dt><dd><code>{"items": […], "next_cursor": …}</code>, 25 at a time unless <code>limit</code> says
        otherwise. Hand <code>next_cursor</code> back as <code>cursor</code>, or follow the header <code>Link</code>. Rows that come
        or go in between shift nothing.</dd></div>
        <div><dt>Repeating</dt><dd>A <code>POST</code> with an <code>Idempotency-Key</code> may be sent again: the same key and body
        answer the first response once more for 24 hours, and nothing happens twice.</dd></div>
        <div><dt>Editing</dt><dd>Send the <code>ETag</code> that you read as <code>If-Match</code>, and an edit that came between is
        412 instead of lost. With <code>If-None-Match</code>, what has not changed is 304.</dd></div>
        <div><dt>Limits</dt><dd>Answers to a token carry <code>RateLimit-*</code>. 429 and 503 say in <code>Retry-After</code> how
        many seconds to wait; nothing was done.</dd></div>
        <div><dt>Order of refusal</dt><dd>404 unknown tenant or path, 405, 401, 429, 413 and 415, 400, 404 of a row, 403, 412, 422,
        409. The first that applies is answered.</dd></div>
        </dl>
        </section>
        """
    }
}
