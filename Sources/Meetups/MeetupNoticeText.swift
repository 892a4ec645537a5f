internal import Localization

/// What people read of the notices about matches: for each text its title too. See `NoticeArguments`.
enum MeetupNoticeText: String, TextKey {
    case matchMadeTitle, matchMade, meetupProposedTitle, meetupProposed, meetupAcceptedTitle, meetupAccepted
    case meetupChangedTitle, meetupChanged, meetupCancelledTitle, meetupCancelled
    case proposalWithdrawnTitle, proposalWithdrawn, proposalDeclinedTitle, proposalDeclined, matchEndedTitle,
        matchEnded, partnerLeftTitle, partnerLeft
    case meetupReminder24hTitle, meetupReminder24h, meetupReminder1hTitle, meetupReminder1h,
        meetupFeedbackTitle
    case meetupFeedback, hiddenMatch = "hidden_match"
    // MARK: Kinds of notices, to choose from
    case kindMatchMade = "kind_match_made", kindMeetupProposed = "kind_meetup_proposed"
    case kindMeetupAccepted = "kind_meetup_accepted", kindMeetupCancelled = "kind_meetup_cancelled"
    case kindMeetupReminder = "kind_meetup_reminder", kindMeetupFeedback = "kind_meetup_feedback"

    static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
