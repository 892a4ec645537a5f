internal import Pages
internal import ParlayAPI
internal import Tenancy

/// Every problem code, each at the target of its `type`: `/docs/problems#match_state`.
struct ProblemPage {
    let site: Site

    var page: Page {
        Page(
            "/docs/problems",
            title: "Problem codes · Parlay API",
            summary: "Every error of the Parlay API: when it occurs and what to do about it.",
            navigation: site.navigation(on: "/docs/problems"),
            body: """
                <section class="intro"><h1>Problem codes</h1>
                <p class="lead">Every error is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>, which never
                changes its meaning; <code>title</code> and <code>detail</code> are for people and may be reworded.</p>
                <pre><code>\(JSONText.marked(.object(example)))</code></pre>
                </section>
                <nav class="codes" aria-label="Codes">\(site.handbook.problems.sections.flatMap(\.entries).map { entry in
                    "<a href=\"#\(entry.code)\"><span>\(entry.status)</span> <code>\(entry.code)</code></a>\n" as HTML
                })</nav>
                \(site.handbook.problems.sections.map(section))
                """
        )
    }

    private var example: JSONObject {
        .problem(
            "match_state",
            409,
            title: site.handbook.problems["match_state"]?.title ?? "",
            detail: "This cannot be done while an offer is waiting for an answer."
        )
    }

    private func section(_ section: ProblemList.Section) -> HTML {
        """
        <section class="part" id="\(Page.anchor(section.title))">
        <h2>\(section.title)</h2>
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
