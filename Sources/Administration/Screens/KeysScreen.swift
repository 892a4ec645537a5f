internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The keys of the tenant's servers, and a form for another.
    static let keys = Screen(
        "admin/keys",
        "API keys",
        for: .role(.admin),
        writes: [ScreenWrite(showing: KeyCalls.create, needsRecentSignIn: true)]
    ) { visit in
        let page = try await visit.read(KeyCalls.list, [("cursor", visit.query("cursor"))])
        let title = visit.text(KeyText.keys)
        let list = List(
            page.items.map { row($0, visit) },
            label: title,
            empty: EmptyState(.key, visit.text(KeyText.noKeys), visit.text(KeyText.noKeysText))
        )
        let form = ScreenForm(visit, KeyCalls.create)
        let creation = Card(
            visit.text(KeyText.add),
            form("\(form.alert)\(KeyFields(form, nil))\(form.submit(visit.text(KeyText.add), icon: .plus))")
        )
        return Document(
            title,
            in: "admin/settings",
            """
            \(PageHead(
                title,
                lead: "\(visit.text(KeyText.keysText))",
                back: (visit.text(AdminText.settings), visit.link("admin/settings"))
            ))
            \(visit.flash("revoked", KeyText.wasRevoked))\(secret(visit))
            \(Columns("\(list)\(visit.pager(page.nextCursor))", side: "\(creation)"))
            """
        )
    }

    /// It is shown once.
    private static func secret(_ visit: Visit) -> HTML {
        optional(visit.answer(of: KeyCalls.create)) { made in
            Card(
                visit.text(KeyText.secret),
                isAccent: true,
                id: "secret",
                "<p>\(visit.text(KeyText.secretOnce))</p><p><code class=\"secret\">\(made.secret)</code></p>"
            )
            .html
        }
    }

    private static func row(_ key: APIKey, _ visit: Visit) -> ListRow {
        let used: HTML =
            key.lastUsedAt.map { "\(visit.text(KeyText.lastUsed)) \(visit.time($0))" }
            ?? "\(visit.text(KeyText.neverUsed))"
        return ListRow(
            key.label,
            href: visit.link("admin/keys/\(key.id)"),
            leading: "\(Icon.key)",
            badge: key.isOver(at: visit.now) ? "\(Badge(visit.text(KeyText.expired), .warning))" : .none,
            detail: "<code>\(key.prefix)…</code> · \(used)"
        )
    }

    /// One key: what it may do, and its end.
    static let key = Screen(
        "admin/keys/{id:id}",
        "An API key",
        for: .role(.admin),
        writes: [
            ScreenWrite(KeyCalls.change, needsRecentSignIn: true) { visit, _ in
                "admin/keys/\(visit.value("id"))?done=saved"
            },
            ScreenWrite(KeyCalls.revoke, needsRecentSignIn: true) { _, _ in "admin/keys?done=revoked" },
        ]
    ) { visit in
        let (key, tag) = try await visit.readTagged(KeyCalls.show, try visit.id())
        let edit = ScreenForm(visit, KeyCalls.change, key.id, tag: tag)
        let revoke = ScreenForm(visit, KeyCalls.revoke, key.id)
        let button = revoke.button(
            visit.text(KeyText.revoke),
            .danger,
            confirm: visit.text(KeyText.revokeSure, ["label": .text(key.label)])
        )
        let never: HTML = "\(visit.text(KeyText.neverUsed))"
        let facts = Facts([
            (word: visit.text(KeyText.secret), value: "<code>\(key.prefix)…</code>"),
            (visit.text(KeyText.made), visit.time(key.createdAt)),
            (visit.text(KeyText.lastUsed), key.lastUsedAt.map { visit.time($0) } ?? never),
        ])
        return Document(
            key.label,
            in: "admin/settings",
            """
            \(PageHead(key.label, back: (visit.text(KeyText.keys), visit.link("admin/keys"))))
            \(visit.flash("saved", KeyText.wasSaved))
            \(Columns(
                """
                \(Card(
                    nil,
                    edit("\(edit.alert)\(KeyFields(edit, key))\(edit.submit(visit.text(PageText.save)))")
                ))
                """,
                side: """
                    <div class="stack">\(Card(nil, facts.html))\
                    \(Card(visit.text(KeyText.end), "<p class=\"soft\">\(visit.text(KeyText.endText))</p>\(button)"))</div>
                    """
            ))
            """
        )
    }
}

extension APIKey {
    fileprivate func isOver(at now: Timestamp) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// What a key is for, what it may do, until when, and from where.
struct KeyFields: Part {
    private let form: ScreenForm
    private let key: APIKey?

    init(_ form: ScreenForm, _ key: APIKey?) {
        self.form = form
        self.key = key
    }

    var html: HTML {
        let visit = form.visit
        return """
            \(form.field("label", visit.text(KeyText.label), value: key?.label, hint: visit.text(KeyText.labelHint)))
            \(form.field(
                "scopes",
                visit.text(KeyText.scopes),
                .checkboxes(options(visit)),
                value: key.map { $0.scopes.map(\.rawValue).joined(separator: ",") },
                hint: visit.text(KeyText.scopesHint)
            ))
            \(form.field(
                "expires_at",
                visit.text(KeyText.expires),
                value: key?.expiresAt.map { visit.localizer.localInput($0) },
                hint: visit.text(KeyText.expiresHint)
            ))
            \(DeclaredFields(form, values: values, parts: Self.parts).html { $0.name == "networks" })
            """
    }

    private static let parts = [FieldPart("networks", KeyText.networks, hint: .networksHint)]

    private var values: JSONObject {
        ["networks": .array((key?.networks ?? []).map { .string($0) })]
    }

    /// Those that open something in this tenant, and those that the key has all the same.
    private func options(_ visit: Visit) -> [Field.Option] {
        let has = Set((key?.scopes ?? []).map(\.rawValue))
        return KeyScope.allCases.filter { scope in
            scope.module.map(visit.tenant.modules.contains) ?? true || has.contains(scope.rawValue)
        }.map { Field.Option($0.rawValue, $0.rawValue) }
    }
}
