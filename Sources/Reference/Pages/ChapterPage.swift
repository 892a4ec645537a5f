internal import Pages
internal import Tenancy

/// The calls of one chapter.
struct ChapterPage {
    let site: Site
    let chapter: Handbook.Chapter

    var page: Page {
        let path = Site.path(of: chapter)
        let others = site.handbook.chapters.map { (path: Site.path(of: $0), title: $0.title) }
        return Page(
            path,
            title: "\(chapter.title) · Parlay API",
            summary: chapter.summary,
            navigation: site.navigation(on: path),
            body: """
                <section class="intro"><h1>\(chapter.title)</h1>
                <p class="lead">\(HTML.inline(chapter.summary))\(guide.map { guide in
                    " Read the <a href=\"\(guide.path)\">guide</a> first." as HTML
                } ?? .none)</p>
                <ul class="calls">\(chapter.calls.map { call in
                    """
                    <li><a href="#\(call.name)">\(CallArticle.badge(call.method))<span>\(call.summary)</span>\
                    <code>\(CallArticle.shortPath(call.path))</code></a></li>

                    """
                })</ul>
                </section>
                \(chapter.calls.map { CallArticle(call: $0).html })
                \(site.neighbours(of: path, among: others))
                """
        )
    }

    private var guide: Guide? { site.guides.first { $0.name == chapter.guide } }
}

/// A guide of `docs/`.
struct GuidePage {
    let site: Site
    let guide: Guide

    var page: Page {
        Page(
            guide.path,
            title: "\(guide.title) · Parlay",
            summary: guide.summary,
            navigation: site.navigation(on: guide.path),
            body: """
                <div class="columns"><div>
                <article class="guide">
                \(guide.html)
                </article>
                \(site.neighbours(of: guide.path, among: site.guides.map { ($0.path, $0.title) }))
                </div>
                \(outline)
                </div>
                """
        )
    }

    /// The headlines beside the text. Those of the third level are left out where there are many.
    private var outline: HTML {
        let inner = guide.sections.filter { $0.level == 2 || $0.level == 3 }
        let shown = inner.count > 40 ? guide.headlines : inner
        return """
            <nav class="outline" aria-label="On this page"><p>On this page</p><ul>
            \(shown.map { section in
                """
                <li\(section.level == 3 ? " class=\"inner\"" : HTML.none)><a href="#\(section.anchor)">\(section.title)</a></li>

                """ as HTML
            })</ul></nav>
            """
    }
}

/// The resources page.
struct ResourcePage {
    let site: Site

    var page: Page {
        Page(
            "/docs/resources",
            title: "Resources · Parlay API",
            summary: "The resources of the Parlay API and their members.",
            navigation: site.navigation(on: "/docs/resources"),
            body: """
                <section class="intro"><h1>Resources</h1>
                <p class="lead">The objects in answers. Every member is always present unless noted; empty members are
                <code>null</code>. Ignore members that you do not know: new releases add some.</p></section>
                \(site.handbook.schemas.map(article))
                """
        )
    }

    private func article(_ schema: Handbook.NamedSchema) -> HTML {
        let rows = schema.fields.flatMap { CallArticle.rows($0, inBody: false) }
        let example: HTML =
            schema.example.map { "<pre tabindex=\"0\"><code>\(JSONText.marked($0))</code></pre>" } ?? .none
        return """
            <article class="call resource" id="\(schema.name)">
            <div class="text"><h2>\(schema.name) <a class="anchor" href="#\(schema.name)"
            aria-label="Link to \(schema.name)">#</a></h2>
            <p>\(HTML.inline(schema.summary))</p>
            <table class="fields"><tbody>\(rows)</tbody></table></div>
            <div class="code"><div class="example">\(example)</div></div>
            </article>

            """
    }
}
