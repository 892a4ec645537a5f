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
            Guide(
                .start,
                "getting-started",
                "From a running server to the first calls, in ten minutes.",
                text: PackageResources.getting_started_md
            ),
            Guide(
                .tenant,
                "first-people",
                "For those who run an app: from an empty tenant to the first hundred people.",
                text: PackageResources.first_people_md
            ),
            Guide(
                .tenant,
                "apps",
                "For those who run an app: what people see in the browser, and how to make it your own.",
                text: PackageResources.apps_md,
                pictures: [
                    "pictures/bet.webp": PackageResources.bet_webp,
                    "pictures/collection.webp": PackageResources.collection_webp,
                    "pictures/feed.webp": PackageResources.feed_webp,
                    "pictures/game.webp": PackageResources.game_webp,
                    "pictures/match.webp": PackageResources.match_webp,
                    "pictures/slip.webp": PackageResources.slip_webp,
                ]
            ),
            Guide(
                .tenant,
                "console",
                "For owners of an app: reports, people, settings and results, in a browser.",
                text: PackageResources.console_md,
                pictures: [
                    "pictures/console.webp": PackageResources.console_webp,
                    "pictures/person.webp": PackageResources.person_webp,
                    "pictures/report.webp": PackageResources.report_webp,
                    "pictures/result.webp": PackageResources.result_webp,
                    "pictures/settings.webp": PackageResources.settings_webp,
                ]
            ),
            Guide(
                .tenant,
                "client",
                "ParlayClient, the Swift library for apps.",
                text: PackageResources.client_md
            ),
            Guide(
                .tenant,
                "browsers",
                "An app of your own in a browser: origins, tokens, tickets and streams.",
                text: PackageResources.browsers_md
            ),
            Guide(
                .tenant,
                "javascript",
                "The client for JavaScript and TypeScript, in browsers and Node.",
                text: PackageResources.javascript_md
            ),
            Guide(
                .tenant,
                "python",
                "The client for Python.",
                text: PackageResources.python_md
            ),
            Guide(
                .operators,
                "operations",
                "For operators: processes, checks, commands, logs, metrics and backup.",
                text: PackageResources.operations_md
            ),
            Guide(
                .operators,
                "operator-console",
                "For operators: the installation in a browser, from its health to a dead job.",
                text: PackageResources.operator_console_md,
                pictures: [
                    "pictures/operator-health.webp": PackageResources.operator_health_webp,
                    "pictures/operator-job.webp": PackageResources.operator_job_webp,
                    "pictures/operator-tenant.webp": PackageResources.operator_tenant_webp,
                ]
            ),
            Guide(
                .operators,
                "settings",
                "For operators: every setting.",
                text: PackageResources.settings_md
            ),
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
