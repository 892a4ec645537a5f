internal import ParlayAPI

/// Every code of a problem, each where `type` points: `/docs/problems#match_state`.
struct ProblemPage: Sendable {
    let problems: ProblemList
    let version: String

    var html: HTML {
        ReferencePage.document(
            title: "Problems of the Parlay API",
            body: """
                <a class="skip" href="#main">Skip to the problems</a>
                \(ReferencePage.bar(version: version, isReference: false))
                <div class="frame single">
                <main id="main">
                <section class="intro"><h1>Problems</h1>
                <p class="lead">Every error is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>, which never
                changes its meaning; <code>title</code> and <code>detail</code> are for people and may be reworded.</p>
                <pre><code>\(JSONText.marked(.object(example)))</code></pre>
                </section>
                <nav class="codes" aria-label="Codes">\(problems.sections.flatMap(\.entries).map { entry in
                    "<a href=\"#\(entry.code)\"><span>\(entry.status)</span> <code>\(entry.code)</code></a>\n"
                })</nav>
                \(problems.sections.map(section))
                </main>
                </div>
                """
        )
    }

    private var example: JSONObject {
        .problem(
            "match_state",
            409,
            title: "The state forbids it",
            detail: "This cannot be done while an offer waits for its answer."
        )
    }

    private func section(_ section: ProblemList.Section) -> HTML {
        """
        <section class="chapter" id="\(ReferencePage.anchor(section.title))">
        <div class="head"><h2>\(section.title)</h2></div>
        \(section.entries.map { entry in
            """
            <article class="problem" id="\(entry.code)">
            <h3><span class="status bad">\(entry.status)</span> <code>\(entry.code)</code>
            <a class="anchor" href="#\(entry.code)" aria-label="Link to \(entry.code)">#</a></h3>
            <p class="title">\(entry.title)</p>
            <p>\(HTML.inline(entry.cause))</p>
            <p class="advice"><strong>What to do</strong> \(HTML.inline(entry.advice))</p>
            </article>

            """
        })
        </section>

        """
    }
}
