internal import ParlayAPI

extension ReferencePage {
    var resources: HTML {
        """
        <section class="chapter" id="resources">
        <div class="head"><h2>Resources</h2><p>What answers hold. Every member is always there unless it says otherwise; what is empty is
        <code>null</code>. Members that you do not know may come with a new release.</p></div>
        \(handbook.schemas.map(resource))
        </section>
        """
    }

    private func resource(_ schema: Handbook.NamedSchema) -> HTML {
        let rows = schema.fields.flatMap { Self.rows($0, inBody: false) }
        let example: HTML =
            schema.example.map { "<pre tabindex=\"0\"><code>\(JSONText.marked($0))</code></pre>" } ?? .none
        return """
            <article class="call resource" id="\(schema.name)">
            <div class="text"><h3>\(schema.name) <a class="anchor" href="#\(schema.name)"
            aria-label="Link to \(schema.name)">#</a></h3>
            <table class="fields"><tbody>\(rows)</tbody></table></div>
            <div class="code"><div class="example">\(example)</div></div>
            </article>

            """
    }
}
