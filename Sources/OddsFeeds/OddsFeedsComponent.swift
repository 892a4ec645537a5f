internal import Administration
package import Components
internal import Console
internal import Database
internal import Jobs
internal import Localization
internal import Outbound
internal import Pages
internal import ParlayAPI
internal import Tenancy
internal import Transfer

extension Component {
    /// Games, prices and results from other servers, for the same module as the tree that they are written into.
    package static let oddsFeeds = Component(
        .sportsbook,
        routes: { OddsFeedRoutes($0).routes },
        app: .oddsFeeds,
        auditSubjects: [
            AuditSubject(
                """
                select null::bigint, s.name
                  from odds_feeds s
                 where e.subject_type = 'feed' and s.tenant_id = e.tenant_id and s.id = e.subject_id
                """
            )
        ],
        jobs: { registry, services in
            let reader = try FeedReader(
                loop: services.loop,
                pages: services.configuration.tenantClient(on: services.loop),
                api: HTTPClient(on: services.loop, addresses: .any),
                base: services.configuration[Configuration.oddsAPI]
            )
            let feeds = FeedRunService(database: services.database, reader: reader)
            registry.register(PollFeedsJob.self, service: feeds)
            registry.register(ImportOddsJob.self, service: feeds)
        },
        schedules: { [try Schedule("poll_feeds", "* * * * *", PollFeedsJob())] },
        gauges: [FeedRunService.gauge],
        statements: FeedStore.statements,
        commands: [.feedsList, .feedsShow, .feedsAdd, .feedsRun],
        transfer: TransferRules(
            leftOut: [.init("odds_feed_keys", "secrets")],
            columns: [
                .init(
                    "odds_feeds",
                    "enabled",
                    leaving: "false",
                    arriving: "false",
                    "there is no key, and only one installation may read"
                ),
                .init(
                    "odds_feeds",
                    "key_set",
                    leaving: "false",
                    arriving: "false",
                    "its key is not exported"
                ),
            ]
        ),
        reference: .oddsFeeds,
        notices: TextLookup(FeedNoticeText.self),
        actions: TextLookup(FeedActionText.self)
    )
}
