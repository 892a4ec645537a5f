internal import Tenancy

extension ReferencePart {
    /// What belongs to no component.
    static let own = ReferencePart(
        chapters: [
            Chapter(.operators, Contents.otherCalls, ""),
            Chapter(
                .operators,
                Contents.operation,
                "For operators: health, metrics and this reference. These paths belong to no tenant.",
                guide: "operations"
            ),
        ],
        guides: [
            Guide(.start, "getting-started", "From a running server to the first calls, in ten minutes."),
            Guide(
                .tenant,
                "first-people",
                "For those who run an app: from an empty tenant to the first hundred people."
            ),
            Guide(
                .tenant,
                "apps",
                "For those who run an app: what people see in the browser, and how to make it your own."
            ),
            Guide(
                .tenant,
                "console",
                "For owners of an app: reports, people, settings and results, in a browser."
            ),
            Guide(.tenant, "client", "ParlayClient, the Swift library for apps."),
            Guide(
                .tenant,
                "browsers",
                "An app of your own in a browser: origins, tokens, tickets and streams."
            ),
            Guide(.tenant, "javascript", "The client for JavaScript and TypeScript, in browsers and Node."),
            Guide(.tenant, "python", "The client for Python."),
            Guide(
                .operators,
                "operations",
                "For operators: processes, checks, commands, logs, metrics and backup."
            ),
            Guide(
                .operators,
                "operator-console",
                "For operators: the installation in a browser, from its health to a dead job."
            ),
            Guide(.operators, "settings", "For operators: every setting."),
        ],
        synonyms: [
            [
                "rate limit", "rate limiting", "ratelimit", "throttle", "throttled", "too many requests",
                "429", "quota",
            ],
            ["page", "paging", "pagination", "cursor", "next_cursor", "offset"],
            ["idempotency", "idempotent", "retry", "retries", "duplicate", "twice"],
            ["etag", "if-match", "concurrency", "optimistic lock", "version", "edit conflict"],
            ["cors", "origin", "origins", "allowed_origins"],
            ["token", "api key", "access token", "bearer", "authorization"],
            ["error", "errors", "problem", "problems", "exception"],
            ["near", "nearby", "location", "geo", "radius", "distance", "place"],
            ["search", "find", "query", "regex", "regular expression"],
            ["health", "healthz", "readyz", "liveness", "readiness", "probe"],
            ["metrics", "prometheus", "monitoring", "grafana"],
            ["swift", "ios", "sdk", "client library", "parlayclient", "javascript", "typescript", "python"],
            ["backup", "restore", "dump"],
            ["install", "setup", "quickstart", "getting started", "start"],
            ["cancel", "call off", "withdraw"],
        ]
    )
}
