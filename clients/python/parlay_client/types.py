"""What the server answers and takes, by the names in JSON. Written by clients/generate."""
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class About(TypedDict):
    """Public facts about a tenant."""

    #: The tenant's name in paths.
    slug: str
    #: The tenant's name for people.
    name: str
    #: The modules that are on.
    modules: list[str]
    #: The people who made the app.
    creators: list[Creator]
    #: Who may register.
    registration: str


class AccountMail(TypedDict):
    """A mail to somebody, without its text."""

    #: What became of it.
    state: str
    #: What it is about, such as `notice` or `password_reset`; `stored` if only its subject is known.
    kind: str
    #: To which address; `null` if the account has none any more.
    recipient: str | None
    #: Its subject; `null` until it is written.
    subject: str | None
    #: When it was asked for, stored or sent.
    created_at: str


class AccountMailPage(TypedDict):
    """A page of a list: AccountMail."""

    #: The items on this page.
    items: list[AccountMail]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class AccountSettings(TypedDict):
    """The settings of an account."""

    #: A language tag (BCP 47).
    locale: str
    #: A time zone name of the IANA database.
    time_zone: str
    #: Whether notices are also sent by mail.
    mail_notices: bool
    #: Whether notices are also pushed to your devices.
    push_notices: bool
    #: Kinds of notices that are not pushed.
    push_muted: list[str]
    #: Whether push messages have the notice's text, and not only its title.
    push_text: bool
    #: When nothing but security notices is pushed, in your time zone, such as `22:00-07:00`; `null` for never.
    quiet_hours: str | None
    #: Whether others find you by searching for names.
    searchable: bool
    #: Filters of the wager feed when a call gives none.
    feed_filters: NotRequired[FeedFilters | None]
    #: The status of games that are added to the shelf without one.
    shelf_default_status: NotRequired[int]
    #: Whether others can see the shelf.
    shelf_public: NotRequired[bool]


class AddPushDeviceBody(TypedDict):
    """Get your notices on this device."""

    #: How messages reach the device: `web`, the default, with `endpoint` and `keys`; `apns` or `fcm` with `token`.
    platform: NotRequired[Literal["web", "apns", "fcm", None]]
    #: Where the push service takes messages for the browser: `https`, at a public address.
    endpoint: NotRequired[str | None]
    #: With what only the browser can read its messages.
    keys: NotRequired[AddPushDeviceBodyKeys | None]
    #: What the app got from its system: for `apns` the device token in hexadecimal digits, for `fcm` the registration token.
    token: NotRequired[str | None]
    #: A name for the device.
    label: NotRequired[str | None]


class AddPushDeviceBodyKeys(TypedDict):
    """With what only the browser can read its messages."""

    #: The browser's public key, as `toJSON()` of a subscription has it.
    p256dh: str
    #: The secret of the subscription, as `toJSON()` has it.
    auth: str


class AddToShelfBody(TypedDict):
    """Add a game to your shelf."""

    #: A game of the catalog.
    game_id: int
    #: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped; your `shelf_default_status` by default.
    status: NotRequired[int]


class ArbitrateWagerBody(TypedDict):
    """Decide a dispute."""

    #: The side that won.
    winner: NotRequired[Literal["challenger", "challengee", None]]
    #: Ends the wager without a winner.
    void: NotRequired[bool | None]
    #: Both parties get this reason.
    reason: NotRequired[str]


class AskFriendBody(TypedDict):
    """Send a friend request."""

    #: The username of the person to ask.
    username: str


class AuditEntry(TypedDict):
    """An action of an admin, a moderator or the operator."""

    #: The entry's id.
    id: int
    #: The person who did it; `null` for an API key and for the operator of the installation.
    by: Person | None
    #: The API key that did it; `null` for a person and for the operator.
    key: AuditKey | None
    #: Such as `account.change` or `settings.change`.
    action: str
    #: What was changed; `null` for the tenant itself.
    subject: Subject | None
    #: The account that the subject is or belongs to.
    person: Person | None
    #: The subject's present name; `null` if it is gone or has no name.
    title: str | None
    #: The changes, by field.
    details: dict[str, Any]
    #: When it was done.
    created_at: str


class AuditEntryPage(TypedDict):
    """A page of a list: AuditEntry."""

    #: The items on this page.
    items: list[AuditEntry]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class AuditKey(TypedDict):
    """The API key that did something."""

    #: The key's id.
    id: int
    #: What the key is for.
    label: str


class Availability(TypedDict):
    """Whether a username and an email address are free."""

    #: Whether the username is free and allowed.
    username: NotRequired[bool]
    #: Whether the address is free; absent unless the tenant's setting `reveal_emails` is on.
    email: NotRequired[bool]


class BareToken(TypedDict):
    """Only a token."""

    #: The token for the `Authorization` header. It is not shown again.
    token: str


class BeginSecondFactorBody(TypedDict):
    """Set up a second factor."""

    #: The account's password. Required if it has one.
    password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]


class Bet(TypedDict):
    """A bet: a single or a parlay."""

    #: The bet's id.
    id: int
    #: One for a single, 2 to 12 for a parlay.
    legs: list[BetLeg]
    #: The stake, in cents.
    stake_cents: int
    #: The price of all legs together, in decimal form.
    price_decimal: float
    #: The payout if every leg is won, including the stake, in cents.
    potential_payout_cents: int
    #: The payout, in cents; `null` until it is settled.
    payout_cents: int | None
    #: `won` pays more than the stake, `pushed` the stake, `lost` less; `void` if every leg is.
    status: str
    #: When it was placed.
    placed_at: str
    #: When it was settled.
    settled_at: str | None


class BetEvent(TypedDict):
    """The game that a leg is on."""

    #: The event's id.
    id: int
    #: The home team.
    home: str
    #: The away team.
    away: str
    #: The start of the game.
    starts_at: str
    #: The state of the game.
    status: str
    #: The score of the home team; `null` until there is one.
    home_score: int | None
    #: The score of the away team; `null` until there is one.
    away_score: int | None


class BetLeg(TypedDict):
    """One outcome that a bet is on."""

    #: The outcome that the leg is on.
    outcome_id: int
    #: The event of the outcome.
    event_id: int
    #: The game, as it is now.
    event: BetEvent
    #: The name of the outcome.
    name: str
    #: The side of the market.
    side: str
    #: The kind of the market.
    kind: str
    #: The line of this side; `null` for kinds without one.
    line: float | None
    #: The price when the bet was placed, in American form.
    price: str
    #: That price in decimal form, rounded to four places.
    price_decimal: float
    #: `pending` until the event is settled.
    result: str


class BetPage(TypedDict):
    """A page of a list: Bet."""

    #: The items on this page.
    items: list[Bet]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Block(TypedDict):
    """A person the caller has blocked."""

    #: The blocked person.
    person: Person
    #: When the caller blocked them.
    created_at: str


class BlockPage(TypedDict):
    """A page of a list: Block."""

    #: The items on this page.
    items: list[Block]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Categories(TypedDict):
    """The categories of wagers that admins have set."""

    #: In the order to show them; without commas, and unique regardless of case.
    names: list[str]


class CategoryList(TypedDict):
    """The tenant's categories."""

    #: "Other" is always last.
    items: list[str]
    #: Null on the last page.
    next_cursor: str | None


class ChangeAPIKeyBody(TypedDict):
    """Change an API key."""

    #: What the key is for.
    label: NotRequired[str]
    #: What the key may do. Writing includes reading.
    scopes: NotRequired[list[Literal["accounts:read", "accounts:write", "reports:read", "reports:write", "webhooks:read", "webhooks:write", "events:read", "events:write", "wallets:read", "wallets:write", "meetups:read", "wagers:read", "wagers:write", "sportsbook:read", "sportsbook:write", "shelf:read", "shelf:write"]]]
    #: When the key expires, in the future; null means never.
    expires_at: NotRequired[str | None]
    #: From where the key may be used, in CIDR form; empty for anywhere.
    networks: NotRequired[list[str]]


class ChangeAdminAccountBody(TypedDict):
    """Change an account."""

    #: The account's role.
    role: NotRequired[Literal["member", "moderator", "admin"]]
    #: The tokens of a suspended account stop working immediately.
    status: NotRequired[Literal["active", "suspended"]]
    #: `null` deletes the photo.
    photo: NotRequired[str | None]
    #: `null` clears the text.
    bio: NotRequired[str | None]
    #: Unique in the tenant, regardless of case.
    username: NotRequired[str]
    #: The person's first name.
    first_name: NotRequired[str | None]
    #: May be empty.
    last_name: NotRequired[str | None]
    #: The audit log keeps it. Who gets a notice of the change reads it there.
    reason: NotRequired[str | None]


class ChangeAdminFeedBody(TypedDict):
    """Change a feed."""

    #: The name of the feed.
    name: NotRequired[str]
    #: The address of the page: https, without a username, on port 443, 80 or at least 1024.
    url: NotRequired[str]
    #: How to read the source. `odds_api` needs `sport` and `regions`, `html` `tournament` and `sport`; others have defaults.
    options: NotRequired[dict[str, Any]]
    #: The key of The Odds API. It is never shown.
    key: NotRequired[str]
    #: Whether the feed is read.
    enabled: NotRequired[bool]
    #: `auto`, which reads more often as kick-off approaches, or a cron expression of five fields in UTC.
    schedule: NotRequired[str]


class ChangeAdminReportBody(TypedDict):
    """Decide on a report."""

    #: What was decided.
    status: NotRequired[Literal["open", "resolved"]]
    #: A note for moderators; null clears it.
    note: NotRequired[str | None]


class ChangeAdminSettingsBody(TypedDict):
    """Change some of the tenant's settings."""

    #: Who may register.
    registration: NotRequired[Literal["open", "invite", "closed"]]
    #: What registration requires besides a password; at least `email` or `username`.
    sign_up_fields: NotRequired[list[Literal["email", "first_name", "last_name", "username"]]]
    #: Whether `GET /register/available/` says whether an email address has an account.
    reveal_emails: NotRequired[bool]
    #: Days after its last use when a token expires.
    token_days: NotRequired[int]
    #: Days after its last use when a browser is signed out.
    browser_days: NotRequired[int]
    #: The minimum length of a new password.
    password_min_length: NotRequired[int]
    #: The languages people can practise, as ISO 639-1 codes; empty means all.
    languages: NotRequired[list[str]]
    #: The categories of wagers, in the order to show them.
    categories: NotRequired[list[str]]
    #: Days after which losers are reminded to pay; empty turns reminders off.
    reminder_days: NotRequired[list[int]]
    #: Whether people without an account can read a public wager that somebody shares with them.
    public_offers: NotRequired[bool]
    #: The paper money in a new wallet, in cents.
    starting_balance_cents: NotRequired[int]
    #: The smallest stake, in cents.
    min_stake_cents: NotRequired[int]
    #: The most that the stakes of an account's open bets on one outcome may add up to, in cents.
    max_stake_cents: NotRequired[int]
    #: The most that an account's open bets on one outcome may pay together, in cents.
    max_payout_cents: NotRequired[int]
    #: Whether the tree, the feed and the live stream need no token, and guests see the games in the app.
    public_sportsbook: NotRequired[bool]
    #: Whether the shelves that people show, and the games on them, need no token.
    public_shelves: NotRequired[bool]
    #: Who signs in with a second factor. `staff` requires one of moderators and admins, `everyone` of all people; who has none can only set one up. `off` offers none to people who have none.
    second_factor: NotRequired[Literal["off", "optional", "staff", "everyone"]]
    #: Hours until an admin's reset of someone's second factor takes effect, in which the person can object.
    second_factor_reset_hours: NotRequired[int]
    #: The colour of the app's pages: `#0b6f4f`.
    accent_color: NotRequired[str | None]
    #: The sections of the app's pages that are switched off, by their paths. The API does not change.
    hidden_sections: NotRequired[list[str]]
    #: The language of pages, notices and mail for people who did not choose one: `en`, `es` or `de`, perhaps with a region.
    locale: NotRequired[str | None]
    #: Origins of web pages that may call the API.
    allowed_origins: NotRequired[list[str]]
    #: The sender of mail.
    mail_from: NotRequired[str | None]
    #: Whether unverified addresses get only mail with codes.
    require_verified_email: NotRequired[bool]
    #: The people who made the app, for `/about/`.
    creators: NotRequired[list[ChangeAdminSettingsBodyCreators]]
    #: Calls per second allowed for an account.
    requests_per_second: NotRequired[int]
    #: Calls that an account can make in one burst after a pause.
    request_burst: NotRequired[int]
    #: Calls per second allowed for an API key; twice as many in one burst after a pause.
    key_requests_per_second: NotRequired[int]
    #: The OpenID Connect issuers whose ID tokens sign people in.
    oidc_issuers: NotRequired[list[ChangeAdminSettingsBodyOidcIssuers]]
    #: Services without ID tokens whose accounts sign people in.
    oauth_providers: NotRequired[list[ChangeAdminSettingsBodyOauthProviders]]
    #: Apps for Apple's systems that use the tenant's passkeys, as team and bundle.
    apple_apps: NotRequired[list[str]]
    #: Apps for Android that use the tenant's passkeys.
    android_apps: NotRequired[list[ChangeAdminSettingsBodyAndroidApps]]
    #: The credentials with which apps get push messages, one for each platform.
    push_apps: NotRequired[list[ChangeAdminSettingsBodyPushApps]]


class ChangeAdminSettingsBodyAndroidApps(TypedDict):
    """ChangeAdminSettingsBodyAndroidApps"""

    #: The name of its package.
    package: str
    #: SHA-256 digests of the certificates that sign it, as Android's tools print them.
    fingerprints: list[str]


class ChangeAdminSettingsBodyCreators(TypedDict):
    """ChangeAdminSettingsBodyCreators"""

    #: A person or a team.
    name: str
    #: The URL of their page; null or empty without one.
    url: NotRequired[str | None]
    #: The URL of their picture; null or empty without one.
    icon: NotRequired[str | None]


class ChangeAdminSettingsBodyOauthProviders(TypedDict):
    """ChangeAdminSettingsBodyOauthProviders"""

    #: A preset (x, facebook, discord, github, twitch) or a name of your own beside the three addresses. It is part of paths.
    provider: str
    #: What people call the service.
    name: NotRequired[str | None]
    #: The app's client id there.
    client_id: str
    #: The app's secret there. It is stored encrypted and never answered. Without it, the one that is stored for the same client and the same address of tokens stays.
    client_secret: NotRequired[str | None]
    #: Where browsers begin. Leave it out for a preset.
    authorization_url: NotRequired[str | None]
    #: Where a code is exchanged. Leave it out for a preset.
    token_url: NotRequired[str | None]
    #: Where the person's profile is read: a JSON object whose `sub` or `id` never changes. Leave it out for a preset.
    profile_url: NotRequired[str | None]
    #: What the app asks for, with blanks between; by default the preset's.
    scope: NotRequired[str | None]
    #: Whether an address that the service calls verified signs in the account that has proven this address.
    link_by_email: NotRequired[bool]


class ChangeAdminSettingsBodyOidcIssuers(TypedDict):
    """ChangeAdminSettingsBodyOidcIssuers"""

    #: Its https URL, exactly as in the tokens' `iss`.
    issuer: str
    #: The client ids of the apps; a token must be for one of them.
    audiences: list[str]
    #: Whether a token with a verified address signs in the account that has proven this address.
    link_by_email: NotRequired[bool]
    #: The one of `audiences` with which the pages at `/app/` begin sign-ins. Without it they have no button for this issuer.
    web_client_id: NotRequired[str | None]


class ChangeAdminSettingsBodyPushApps(TypedDict):
    """ChangeAdminSettingsBodyPushApps"""

    #: `apns` for apps on devices of Apple's, `fcm` for apps with Firebase Cloud Messaging.
    platform: Literal["apns", "fcm"]
    #: For `apns`: the team's id, ten letters and digits.
    team_id: NotRequired[str | None]
    #: For `apns`: the id of the key, ten letters and digits.
    key_id: NotRequired[str | None]
    #: For `apns`: the app's bundle id.
    topic: NotRequired[str | None]
    #: For `apns`: whether messages go to Apple's sandbox, which apps have that Xcode installed.
    sandbox: NotRequired[bool]
    #: For `fcm`: the project's id. It may be left out with the whole file as `private_key`.
    project_id: NotRequired[str | None]
    #: For `fcm`: the service account. It may be left out with the whole file as `private_key`.
    client_email: NotRequired[str | None]
    #: The text of the key's file: for `apns` the .p8 file, for `fcm` the JSON file of the service account, or its private_key alone. It is stored encrypted and never answered. Without it, the one that is stored for the same account stays.
    private_key: NotRequired[str | None]


class ChangeAdminWebhookBody(TypedDict):
    """Change a webhook."""

    #: Where to send events: https, without a username, on port 443, 80 or at least 1024.
    url: NotRequired[str]
    #: The event types to send; `*` means all.
    events: NotRequired[list[Literal["*", "match.made", "meetup.proposed", "meetup.accepted", "meetup.cancelled", "meetup.reminder", "meetup.feedback", "wager.offered", "wager.declined", "wager.taken", "wager.claimed", "wager.cancel_requested", "wager.arbiter_named", "wager.payment_said", "wager.completed", "wager.disputed", "wager.cancelled", "wager.confirmed", "payment.reminder", "bet.settled", "friend.request", "friend.accepted", "feed.failed", "content.removed", "account.security"]]]
    #: Whether events are sent.
    enabled: NotRequired[bool]


class ChangeOwnProfileBody(TypedDict):
    """Change some fields of your profile."""

    #: Unique in the tenant, regardless of case.
    username: NotRequired[str]
    #: An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased.
    email: NotRequired[str | None]
    #: Required when the email changes, if the account has a password.
    current_password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]
    #: The person's first name.
    first_name: NotRequired[str | None]
    #: May be empty.
    last_name: NotRequired[str | None]
    #: A text about the person.
    bio: NotRequired[str]
    #: The language the person knows, as an ISO 639-1 code.
    known_lang: NotRequired[str]
    #: The language the person learns, as an ISO 639-1 code.
    learn_lang: NotRequired[str]
    #: A leading @ is dropped.
    venmo_username: NotRequired[str | None]


class ChangePasswordBody(TypedDict):
    """Change the password."""

    #: The current password. Required if the account has one.
    current: NotRequired[str | None]
    #: The new password.
    new: str
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]


class ChangeProfileBody(TypedDict):
    """Change some fields of your profile."""

    #: Unique in the tenant, regardless of case.
    username: NotRequired[str]
    #: An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased.
    email: NotRequired[str | None]
    #: Required when the email changes, if the account has a password.
    current_password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]
    #: The person's first name.
    first_name: NotRequired[str | None]
    #: May be empty.
    last_name: NotRequired[str | None]
    #: A text about the person.
    bio: NotRequired[str]
    #: The language the person knows, as an ISO 639-1 code.
    known_lang: NotRequired[str]
    #: The language the person learns, as an ISO 639-1 code.
    learn_lang: NotRequired[str]
    #: A leading @ is dropped.
    venmo_username: NotRequired[str | None]


class ChangeSettingsBody(TypedDict):
    """Change some of your settings."""

    #: A language tag (BCP 47), such as `pt-BR`; `en` by default. Decides how notices write times.
    locale: NotRequired[str]
    #: A time zone name of the IANA database, such as `Europe/Berlin`; `UTC` by default. Notices give times in this zone.
    time_zone: NotRequired[str]
    #: Whether notices are also sent by mail.
    mail_notices: NotRequired[bool]
    #: Whether notices are also pushed to your devices; `true` by default.
    push_notices: NotRequired[bool]
    #: Kinds of notices that are not pushed; none by default.
    push_muted: NotRequired[list[Literal["match_made", "meetup_proposed", "meetup_accepted", "meetup_cancelled", "meetup_reminder", "meetup_feedback", "wager_offered", "wager_declined", "wager_taken", "wager_claimed", "wager_cancel_requested", "wager_arbiter_named", "wager_payment_said", "wager_completed", "wager_disputed", "wager_cancelled", "wager_confirmed", "payment_reminder", "bet_settled", "friend_request", "friend_accepted", "feed_failed", "content_removed", "account_security"]]]
    #: Whether push messages have the notice's text, and not only its title; `false` by default.
    push_text: NotRequired[bool]
    #: When nothing but security notices is pushed, in your time zone, such as `22:00-07:00`.
    quiet_hours: NotRequired[str | None]
    #: Whether others find you by searching for names; `true` by default.
    searchable: NotRequired[bool]
    #: Filters of the wager feed when a call gives none.
    feed_filters: NotRequired[ChangeSettingsBodyFeedFilters | None]
    #: The status of games that are added to the shelf without one; 0 by default.
    shelf_default_status: NotRequired[int]
    #: Whether others can see the shelf; `true` by default.
    shelf_public: NotRequired[bool]


class ChangeSettingsBodyFeedFilters(TypedDict):
    """Filters of the wager feed when a call gives none."""

    #: Only wagers in these states.
    status: NotRequired[list[Literal["open", "active", "completed", "disputed", "confirmed", "cancelled", "expired", "declined"]]]
    #: Only these categories.
    category: NotRequired[list[str]]
    #: Only wagers around this point.
    near: NotRequired[ChangeSettingsBodyFeedFiltersNear | None]
    #: The distance around `near`.
    radius_km: NotRequired[float]
    #: The smallest amount.
    min_cents: NotRequired[int]
    #: The largest amount.
    max_cents: NotRequired[int]
    #: Only wagers that friends posed.
    friends: NotRequired[bool]


class ChangeSettingsBodyFeedFiltersNear(TypedDict):
    """Only wagers around this point."""

    #: Degrees north.
    lat: float
    #: Degrees east.
    lon: float


class CompleteWagerBody(TypedDict):
    """Report who won."""

    #: The side that won.
    winner: Literal["challenger", "challengee"]


class ConfirmWagerBody(TypedDict):
    """Confirm the payment."""

    #: `true`: the money arrived. `false`: it did not, and the reminders start again.
    paid: bool


class CreateAPIKeyBody(TypedDict):
    """Create an API key."""

    #: What the key is for.
    label: str
    #: What the key may do. Writing includes reading.
    scopes: list[Literal["accounts:read", "accounts:write", "reports:read", "reports:write", "webhooks:read", "webhooks:write", "events:read", "events:write", "wallets:read", "wallets:write", "meetups:read", "wagers:read", "wagers:write", "sportsbook:read", "sportsbook:write", "shelf:read", "shelf:write"]]
    #: When the key expires, in the future; null means never.
    expires_at: NotRequired[str | None]
    #: From where the key may be used, in CIDR form; empty for anywhere.
    networks: NotRequired[list[str]]


class CreateAdminFeedBody(TypedDict):
    """Create a feed."""

    #: `html` for a page, `odds_api` for The Odds API.
    source: Literal["html", "odds_api"]
    #: The name of the feed.
    name: str
    #: The address of the page: https, without a username, on port 443, 80 or at least 1024.
    url: NotRequired[str | None]
    #: How to read the source. `odds_api` needs `sport` and `regions`, `html` `tournament` and `sport`; others have defaults.
    options: NotRequired[dict[str, Any]]
    #: The key of The Odds API. It is never shown.
    key: NotRequired[str | None]
    #: Whether the feed is read.
    enabled: NotRequired[bool]
    #: `auto`, which reads more often as kick-off approaches, or a cron expression of five fields in UTC.
    schedule: NotRequired[str]


class CreateAdminInviteBody(TypedDict):
    """Create an invite."""

    #: How many may register with it.
    uses: int
    #: When the invite expires, in the future; null means never.
    expires_at: NotRequired[str | None]


class CreateAdminWebhookBody(TypedDict):
    """Register a webhook."""

    #: Where to send events: https, without a username, on port 443, 80 or at least 1024.
    url: str
    #: The event types to send; `*` means all.
    events: list[Literal["*", "match.made", "meetup.proposed", "meetup.accepted", "meetup.cancelled", "meetup.reminder", "meetup.feedback", "wager.offered", "wager.declined", "wager.taken", "wager.claimed", "wager.cancel_requested", "wager.arbiter_named", "wager.payment_said", "wager.completed", "wager.disputed", "wager.cancelled", "wager.confirmed", "payment.reminder", "bet.settled", "friend.request", "friend.accepted", "feed.failed", "content.removed", "account.security"]]
    #: Whether events are sent.
    enabled: NotRequired[bool]


class CreateBetBody(TypedDict):
    """Place a bet."""

    #: One outcome for a single; 2 to 12 of different events for a parlay.
    legs: list[CreateBetBodyLegs]
    #: The stake, in cents. The tenant's settings limit it further.
    stake_cents: int
    #: If a price has moved: `exact` refuses the bet, `better` takes a price that pays more, `any` takes any.
    accept: NotRequired[Literal["exact", "better", "any"]]


class CreateBetBodyLegs(TypedDict):
    """CreateBetBodyLegs"""

    #: The outcome to bet on.
    outcome_id: int
    #: The price that the person saw.
    price: str


class CreateEventBody(TypedDict):
    """Create an event."""

    #: The tournament it belongs to.
    tournament_id: int
    #: The home team.
    home: str
    #: The away team.
    away: str
    #: The start of the game.
    starts_at: str
    #: The week of the season.
    week: NotRequired[int | None]


class CreateMarketBody(TypedDict):
    """Create a market."""

    #: The event it is about.
    event_id: int
    #: What it is about.
    kind: Literal["moneyline", "match_result", "spread", "total"]
    #: The handicap of the home team for a spread, the total for a total. Required for these, and only there.
    line: NotRequired[float | None]
    #: The part of the game that counts; only the whole game.
    period: NotRequired[Literal["full"]]
    #: One for each side: `away` and `home`; `home`, `draw` and `away` of a `match_result`; `over` and `under`.
    outcomes: list[CreateMarketBodyOutcomes]


class CreateMarketBodyOutcomes(TypedDict):
    """CreateMarketBodyOutcomes"""

    #: The side of the market.
    side: Literal["home", "away", "draw", "over", "under"]
    #: The name to show; by default the team, `Draw`, or a text such as `Over 44.5`.
    name: NotRequired[str | None]
    #: In American form, with its sign.
    price: str
    #: Follows from the market's line: of the away team, the opposite. It may be sent.
    line: NotRequired[float | None]


class CreateMatchBody(TypedDict):
    """Match with a person."""

    #: Without it, a random person is chosen.
    a_username: NotRequired[str]


class CreatePasskeyBody(TypedDict):
    """Store a new passkey."""

    #: A name for the passkey.
    label: NotRequired[str | None]
    #: What `navigator.credentials.create()` gave, as `RegistrationResponseJSON` (WebAuthn Level 3, section 5.1).
    credential: dict[str, Any]
    #: The current password. Required if the account has one.
    current: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]


class CreateProfileBody(TypedDict):
    """Register an account."""

    #: Unique in the tenant, regardless of case. Required unless the tenant's `sign_up_fields` leave it out, then one is made.
    username: NotRequired[str | None]
    #: At least 8 characters, or more if the tenant requires it. Required without `registration_ticket`.
    password: NotRequired[str | None]
    #: An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. Required unless the tenant's `sign_up_fields` leave it out, or a ticket brings a verified one.
    email: NotRequired[str | None]
    #: The person's first name. Required unless the tenant's `sign_up_fields` leave it out.
    first_name: NotRequired[str | None]
    #: May be empty. Required unless the tenant's `sign_up_fields` leave it out.
    last_name: NotRequired[str | None]
    #: A text about the person.
    bio: NotRequired[str]
    #: The language the person knows, as an ISO 639-1 code.
    known_lang: NotRequired[str]
    #: The language the person learns, as an ISO 639-1 code.
    learn_lang: NotRequired[str]
    #: A leading @ is dropped.
    venmo_username: NotRequired[str | None]
    #: Required if the tenant registers by invitation.
    invite_code: NotRequired[str | None]
    #: From `POST /login/oidc/` or `POST /login/oauth/`, in place of a password: links the outside account.
    registration_ticket: NotRequired[str | None]


class CreateReportBody(TypedDict):
    """Report a person or something they did."""

    #: A person.
    account_id: NotRequired[int | None]
    #: A match of your own.
    match_id: NotRequired[int | None]
    #: A wager.
    wager_id: NotRequired[int | None]
    #: What is wrong.
    reason: Literal["spam", "abuse", "fraud", "other"]
    #: A description in your own words.
    text: NotRequired[str]


class CreateTournamentBody(TypedDict):
    """Create a tournament."""

    #: Such as `american_football` or `soccer`.
    sport: str
    #: The name of the league or cup.
    name: str
    #: The season, such as `2025` or `2025/26`.
    season: NotRequired[str | None]
    #: An icon: an https URL without a username.
    icon_url: NotRequired[str | None]


class CreateWagerBody(TypedDict):
    """Pose a wager."""

    #: The bet in one line.
    name: str
    #: The details.
    description: NotRequired[str]
    #: What the loser pays the winner, in cents.
    amount_cents: int
    #: One of `GET /categories/`. Required without `categories`; with them, the first of them.
    category: NotRequired[str | None]
    #: Up to three of `GET /categories/`.
    categories: NotRequired[list[str] | None]
    #: The place of the wager.
    place: NotRequired[CreateWagerBodyPlace | None]
    #: The time until which it can be taken.
    closes_at: NotRequired[str | None]
    #: The people it is offered to: everybody (the default), the caller's friends, or one account.
    audience: NotRequired[Literal["public", "friends", "account"]]
    #: The person it is addressed to; only with the audience `account`, and required there.
    audience_username: NotRequired[str | None]


class CreateWagerBodyPlace(TypedDict):
    """The place of the wager."""

    #: Degrees north.
    lat: float
    #: Degrees east.
    lon: float


class CreatedAPIKey(TypedDict):
    """A key with its secret."""

    #: What to send in `Authorization`. It is not shown again.
    secret: str
    #: The key's id.
    id: int
    #: What the key is for.
    label: str
    #: The first characters of the secret, to recognize it.
    prefix: str
    #: What the key may do.
    scopes: list[str]
    #: From where the key may be used; empty for anywhere.
    networks: list[str]
    #: When the key was created.
    created_at: str
    #: When the key was last used, rounded to the hour.
    last_used_at: str | None
    #: When the key expires; `null` means never.
    expires_at: str | None


class CreatedInvite(TypedDict):
    """An invitation with its code."""

    #: The code to register with. It is not shown again.
    code: str
    #: The invite's id.
    id: int
    #: The first characters of the code, to recognize it.
    prefix: str
    #: How many people may register with it.
    uses: int
    #: How many have registered with it.
    used: int
    #: When the invite expires; `null` means never.
    expires_at: str | None
    #: The admin who created it.
    created_by: Person
    #: When it was created.
    created_at: str


class Creator(TypedDict):
    """Someone who made an app."""

    #: A person or a team.
    name: str
    #: The URL of their page.
    url: str | None
    #: The URL of their picture.
    icon: str | None


class DeleteAccountBody(TypedDict):
    """Delete your account."""

    #: The account's password. Required if it has one.
    password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]


class DeleteOwnAccountBody(TypedDict):
    """Delete your account."""

    #: The account's password. Required if it has one.
    password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]


class DeleteOwnAccountByPostBody(TypedDict):
    """Delete your account."""

    #: The account's password. Required if it has one.
    password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]


class DenyNoticeBody(TypedDict):
    """Say that it was somebody else."""

    #: The last part of the link in the mail.
    code: str


class Event(TypedDict):
    """A game with its markets."""

    #: The event's id.
    id: int
    #: The tournament it belongs to.
    tournament_id: int
    #: The home team.
    home: str
    #: The away team.
    away: str
    #: The start of the game. Bets are taken until then.
    starts_at: str
    #: The week of the season.
    week: int | None
    #: The state of the game.
    status: str
    #: The score of the home team; `null` until there is one.
    home_score: int | None
    #: The score of the away team; `null` until there is one.
    away_score: int | None
    #: What people can bet on.
    markets: list[Market]


class EventBets(TypedDict):
    """The bets on an event."""

    #: Bets with a leg on the event, newest first.
    items: list[PlacedBet]
    #: What all open bets on the event add up to, for each outcome that has any.
    exposure: list[OutcomeExposure]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class EventPage(TypedDict):
    """A page of a list: Event."""

    #: The items on this page.
    items: list[Event]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Export(TypedDict):
    """Everything that is stored about the account."""

    #: The tenant's name in paths.
    tenant: str
    #: When the export was created.
    exported_at: str
    #: Your account.
    account: dict[str, Any]
    #: Your settings.
    settings: dict[str, Any]
    #: Your photo.
    photo: dict[str, Any] | None
    #: Your mails.
    mails: list[dict[str, Any]]
    #: Your tokens.
    tokens: list[dict[str, Any]]
    #: Your sign ins.
    sign_ins: list[dict[str, Any]]
    #: Your known devices.
    known_devices: list[dict[str, Any]]
    #: Your second factor.
    second_factor: dict[str, Any] | None
    #: Your notices.
    notices: list[dict[str, Any]]
    #: Your blocks.
    blocks: list[dict[str, Any]]
    #: Your identities.
    identities: list[dict[str, Any]]
    #: Your passkeys.
    passkeys: list[dict[str, Any]]
    #: Your friends.
    friends: list[dict[str, Any]]
    #: Your events.
    events: list[dict[str, Any]]
    #: Your push devices.
    push_devices: list[dict[str, Any]]
    #: Your reports.
    reports: list[dict[str, Any]]
    #: Your invites.
    invites: list[dict[str, Any]]
    #: Your audit.
    audit: list[dict[str, Any]]
    #: Your hidden content.
    hidden_content: list[dict[str, Any]]
    #: Your matches.
    matches: NotRequired[list[dict[str, Any]]]
    #: Your meetups.
    meetups: NotRequired[list[dict[str, Any]]]
    #: Your match moves.
    match_moves: NotRequired[list[dict[str, Any]]]
    #: Your wagers.
    wagers: NotRequired[list[dict[str, Any]]]
    #: Your wager ratings.
    wager_ratings: NotRequired[list[dict[str, Any]]]
    #: Your wallet entries.
    wallet_entries: NotRequired[list[dict[str, Any]]]
    #: Your bets.
    bets: NotRequired[list[dict[str, Any]]]
    #: Your shelf.
    shelf: NotRequired[list[dict[str, Any]]]
    #: Your wishlist.
    wishlist: NotRequired[list[dict[str, Any]]]


class FeaturedGames(TypedDict):
    """The games that a tenant's admins put first."""

    #: Games of the catalog, in the order to show them.
    game_ids: list[int]


class FeedFilters(TypedDict):
    """The saved filters of a person's wager feed."""

    #: Only wagers in these states.
    status: list[str]
    #: Only these categories.
    category: list[str]
    #: Only wagers around this point.
    near: FeedFiltersNear | None
    #: The distance around `near`.
    radius_km: float
    #: The smallest amount.
    min_cents: int
    #: The largest amount.
    max_cents: int
    #: Only wagers that friends posed.
    friends: bool


class FeedFiltersNear(TypedDict):
    """Only wagers around this point."""

    #: Degrees north.
    lat: float
    #: Degrees east.
    lon: float


class FeedPreview(TypedDict):
    """What a feed would import."""

    #: The games as they would be imported.
    games: list[PreviewedGame]
    #: What is wrong, in sentences.
    problems: list[str]


class FigureDay(TypedDict):
    """A figure on one day."""

    #: In UTC.
    day: str
    #: See the figure's unit.
    value: int


FigureReport = TypedDict("FigureReport", {
    "from": "str",
    "to": "str",
    "counted_at": "str | None",
    "figures": "list[FigureSeries]",
})


class FigureSeries(TypedDict):
    """One figure by day."""

    #: Such as `sign_ups`.
    name: str
    #: `number`, `state` or `cents`.
    unit: str
    #: The days that were counted, the earliest first.
    days: list[FigureDay]


class Friend(TypedDict):
    """A friend or a friend request."""

    #: The other person.
    person: Person
    #: `sent` when the caller asked, `received` when the person did.
    state: str
    #: When the state last changed.
    since: str


class FriendPage(TypedDict):
    """A page of a list: Friend."""

    #: The items on this page.
    items: list[Friend]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Game(TypedDict):
    """A video game of the catalog."""

    #: The game's id.
    id: int
    #: Its id at IGDB; `null` if it came from another source.
    igdb_id: int | None
    #: The name as published.
    name: str
    #: 0 to 100; `null` without ratings.
    rating: float | None
    #: How many people rated it.
    rating_count: int
    #: What the game is about.
    summary: str | None
    #: The day of its first release.
    release_date: str | None
    #: Its cover picture.
    cover: GameCover | None
    #: Sorted by name.
    genres: list[str]
    #: Sorted by name.
    platforms: list[str]
    #: When the catalog's data about it last changed.
    updated_at: str


class GameCover(TypedDict):
    """The picture of a game's cover."""

    #: The picture's name at its source.
    image_id: str
    #: The address of the picture.
    url: str


class GameDetails(TypedDict):
    """A video game with your entry of it."""

    #: The game's id.
    id: int
    #: Its id at IGDB; `null` if it came from another source.
    igdb_id: int | None
    #: The name as published.
    name: str
    #: 0 to 100; `null` without ratings.
    rating: float | None
    #: How many people rated it.
    rating_count: int
    #: What the game is about.
    summary: str | None
    #: The day of its first release.
    release_date: str | None
    #: Its cover picture.
    cover: GameCover | None
    #: Sorted by name.
    genres: list[str]
    #: Sorted by name.
    platforms: list[str]
    #: When the catalog's data about it last changed.
    updated_at: str
    #: At most ten, in the order of their source.
    screenshots: list[GameScreenshot]
    #: Your entry; `null` if the game is not on your shelf.
    shelf_entry: ShelfEntry | None
    #: Whether the game is on your wishlist.
    wished: bool


class GameGroup(TypedDict):
    """A genre or a platform of the catalog."""

    #: The name, for the filters of the list of games.
    name: str
    #: How many games have it.
    games: int


class GameGroupPage(TypedDict):
    """A page of a list: GameGroup."""

    #: The items on this page.
    items: list[GameGroup]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class GamePage(TypedDict):
    """A page of games."""

    #: Games.
    items: list[GamePageItems]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None
    #: True when the catalog could not be brought up to date for this answer, or not for two days.
    stale: NotRequired[bool]
    #: True while more games are looked up: ask again after `Retry-After`.
    searching: NotRequired[bool]


class GamePageItems(TypedDict):
    """GamePageItems"""

    #: The game's id.
    id: int
    #: Its id at IGDB; `null` if it came from another source.
    igdb_id: int | None
    #: The name as published.
    name: str
    #: 0 to 100; `null` without ratings.
    rating: float | None
    #: How many people rated it.
    rating_count: int
    #: What the game is about.
    summary: str | None
    #: The day of its first release.
    release_date: str | None
    #: Its cover picture.
    cover: GameCover | None
    #: Sorted by name.
    genres: list[str]
    #: Sorted by name.
    platforms: list[str]
    #: When the catalog's data about it last changed.
    updated_at: str


class GameScreenshot(TypedDict):
    """A picture of a game being played."""

    #: The picture's name at its source.
    image_id: str
    #: The address of the picture.
    url: str


class GiveFeedbackBody(TypedDict):
    """Give feedback on a meetup."""

    #: Whether the other person came.
    met: bool


class GrantMoneyBody(TypedDict):
    """Give someone paper money."""

    #: In cents.
    amount_cents: int
    #: Kept in the audit log.
    reason: str


class HiddenContent(TypedDict):
    """Something that is hidden from everyone but its author, moderators and admins."""

    #: The id of this entry.
    id: int
    #: The hidden subject, or the one that the hidden part belongs to.
    subject: Subject
    #: The part that is hidden; `null` for all of the subject.
    part: str | None
    #: The author.
    person: Person
    #: The moderator who hid it.
    by: Person
    #: The reason that the author got.
    reason: str
    #: When it was hidden.
    created_at: str


class HiddenContentPage(TypedDict):
    """A page of a list: HiddenContent."""

    #: The items on this page.
    items: list[HiddenContent]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class HideContentBody(TypedDict):
    """Hide content."""

    #: The subject to hide, or the one that the part belongs to.
    subject: HideContentBodySubject
    #: The part to hide; omit it for all of the subject.
    part: NotRequired[str | None]
    #: The author gets this reason.
    reason: str


class HideContentBodySubject(TypedDict):
    """The subject to hide, or the one that the part belongs to."""

    #: Such as `match`, `wager` or `account`.
    type: str
    #: The id of the subject.
    id: int


class Identity(TypedDict):
    """An outside account that is linked to yours."""

    #: The identity's id.
    id: int
    #: The URL of the issuer, as in its tokens. Of a service without ID tokens, the address of its profiles: `https://api.github.com/user`.
    issuer: str
    #: The address that the issuer last named, proven or not.
    email: str | None
    #: When it was linked.
    created_at: str
    #: When it was last used to sign in.
    last_used_at: str | None


class IdentityPage(TypedDict):
    """A page of a list: Identity."""

    #: The items on this page.
    items: list[Identity]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class ImportCounts(TypedDict):
    """What an import did to tournaments, events, markets and outcomes."""

    #: How many are new.
    created: int
    #: How many were changed.
    updated: int
    #: How many were already as in the file.
    unchanged: int


class Invite(TypedDict):
    """An invitation code, without the code."""

    #: The invite's id.
    id: int
    #: The first characters of the code, to recognize it.
    prefix: str
    #: How many people may register with it.
    uses: int
    #: How many have registered with it.
    used: int
    #: When the invite expires; `null` means never.
    expires_at: str | None
    #: The admin who created it.
    created_by: Person
    #: When it was created.
    created_at: str


class InvitePage(TypedDict):
    """A page of a list: Invite."""

    #: The items on this page.
    items: list[Invite]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Language(TypedDict):
    """A language that people can practise."""

    #: ISO 639-1.
    code: str
    #: The name in English.
    name: str
    #: The name in the language itself.
    native_name: str


class LanguagePage(TypedDict):
    """A page of a list: Language."""

    #: The items on this page.
    items: list[Language]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class LeaderboardEntry(TypedDict):
    """A person's place in the ranking by profit."""

    #: From 1. People with the same profit share a rank.
    rank: int
    #: The person.
    person: Person
    #: Payouts less stakes of settled bets, in cents.
    profit_cents: int
    #: How many bets were settled.
    bets: int
    #: How many of them were won.
    won: int


class LeaderboardEntryPage(TypedDict):
    """A page of a list: LeaderboardEntry."""

    #: The items on this page.
    items: list[LeaderboardEntry]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class LinkIdentityBody(TypedDict):
    """Link an outside account."""

    #: The ID token that the issuer gave the app.
    id_token: str
    #: The random value that the app made for this sign-in. The token contains it, or its SHA-256 in lower-case hex.
    nonce: str


class LinkOAuthIdentityBody(TypedDict):
    """Link an account of another service."""

    #: The service, as in the tenant's setting `oauth_providers`: `github`.
    provider: str
    #: What the service sent the person back to the app with. It is used once.
    code: str
    #: The verifier of the challenge with which the app began (PKCE, RFC 7636, method `S256`).
    verifier: str
    #: Where the service sent the person back to, exactly as the app asked.
    redirect_uri: str


class LiveTicket(TypedDict):
    """Opens one live stream."""

    #: For `?ticket=` of the stream, once.
    ticket: str
    #: A minute after it was made.
    expires_at: str


class LoginBody(TypedDict):
    """Sign in with username or email."""

    #: The username or the email.
    username: str
    #: The account's password.
    password: str
    #: A name for this device in the list of tokens.
    device: NotRequired[str | None]


class LoginWithIDTokenBody(TypedDict):
    """Sign in with an outside account."""

    #: The ID token that the issuer gave the app.
    id_token: str
    #: The random value that the app made for this sign-in. The token contains it, or its SHA-256 in lower-case hex.
    nonce: str
    #: A name for this device in the list of tokens.
    device: NotRequired[str | None]


class LoginWithOAuthBody(TypedDict):
    """Sign in with an account of another service."""

    #: The service, as in the tenant's setting `oauth_providers`: `github`.
    provider: str
    #: What the service sent the person back to the app with. It is used once.
    code: str
    #: The verifier of the challenge with which the app began (PKCE, RFC 7636, method `S256`).
    verifier: str
    #: Where the service sent the person back to, exactly as the app asked.
    redirect_uri: str
    #: A name for this device in the list of tokens.
    device: NotRequired[str | None]


class LoginWithPasskeyBody(TypedDict):
    """Sign in with a passkey."""

    #: What `navigator.credentials.get()` gave, as `AuthenticationResponseJSON` (WebAuthn Level 3, section 5.1).
    credential: dict[str, Any]
    #: A name for this device in the list of tokens.
    device: NotRequired[str | None]


class LoginWithSecondFactorBody(TypedDict):
    """Sign in with the second factor."""

    #: The ticket from the refusal of the first step.
    ticket: str
    #: The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter.
    code: str


class LogoutBody(TypedDict):
    """Sign out."""

    #: Revokes every token of the account.
    everywhere: NotRequired[bool | None]


class MarkNoticesReadBody(TypedDict):
    """Mark notices as read."""

    #: The ids of the notices.
    ids: NotRequired[list[int] | None]
    #: Marks all notices up to and including this id.
    up_to: NotRequired[int | None]
    #: Marks all notices about this resource, for an app that has just shown it.
    subject: NotRequired[MarkNoticesReadBodySubject | None]


class MarkNoticesReadBodySubject(TypedDict):
    """Marks all notices about this resource, for an app that has just shown it."""

    #: Such as `match`, `wager` or `account`.
    type: str
    #: The id of the subject.
    id: int


class Market(TypedDict):
    """Something to bet on, with its outcomes."""

    #: The market's id.
    id: int
    #: The event it is about.
    event_id: int
    #: `moneyline` and `spread` have two outcomes, `match_result` has three.
    kind: str
    #: The handicap of the home team for a spread, the total for a total; otherwise `null`.
    line: float | None
    #: The part of the game that counts.
    period: str
    #: Bets are taken while it is `open`.
    status: str
    #: `assumed` if the source had a line without prices, `made_up` in demos.
    prices: str
    #: What can happen.
    outcomes: list[Outcome]


class Match(TypedDict):
    """Two people who practise together, with their next meetup."""

    #: The match's id.
    match_id: int
    #: The account that asked for the match.
    user_id1: int
    #: The other account.
    user_id2: int
    #: When to meet; `null` unless a meetup is proposed or scheduled.
    time_1: str | None
    #: Where to meet; `null` unless a meetup is proposed or scheduled.
    location: str | None
    #: 0: no meetup planned. 1: `user_id1` proposed, 2: `user_id2` proposed; the other has not answered yet. 3: scheduled.
    status_code: int
    #: When the two people were matched.
    created_at: str
    #: When it was last changed.
    updated_at: str
    #: What you can do now.
    moves: list[str]
    #: When the meetup was that you can give feedback on; `null` if there is none.
    feedback_on: str | None
    #: The other person.
    profile: Profile


class MatchEvent(TypedDict):
    """Something that happened in a match."""

    #: What happened. `lapsed`: the time of an offer passed; `held`: the time of a scheduled meetup passed.
    kind: str
    #: The account that did it; `null` for `lapsed` and `held`.
    by: int | None
    #: The time that was proposed, accepted, or has passed.
    time_1: str | None
    #: The place that was proposed or accepted.
    location: str | None
    #: Of a meetup that was held: whether the other person came, as you said.
    met: bool | None
    #: When it happened.
    at: str


class MatchEventPage(TypedDict):
    """A page of a list: MatchEvent."""

    #: The items on this page.
    items: list[MatchEvent]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class MatchPage(TypedDict):
    """A page of a list: Match."""

    #: The items on this page.
    items: list[Match]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class NameWagerArbiterBody(TypedDict):
    """Choose an arbiter."""

    #: The username of the arbiter, who must not be a party.
    username: str


class Notice(TypedDict):
    """Something that happened and concerns the account."""

    #: The notice's id.
    id: int
    #: What happened.
    kind: str
    #: A title for people.
    title: str
    #: A sentence or two for people.
    text: str
    #: What the notice is about.
    subject: Subject | None
    #: When it happened.
    created_at: str
    #: `null` while unread.
    read_at: str | None


class NoticePage(TypedDict):
    """A page of a list: Notice."""

    #: The items on this page.
    items: list[Notice]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class ObtainTokenBody(TypedDict):
    """Get a token only (compatible with Django REST framework)."""

    #: The username or the email.
    username: str
    #: The account's password.
    password: str


class OddsFeed(TypedDict):
    """A page or a service that games, odds and scores are read from."""

    #: The feed's id.
    id: int
    #: `html` for a page, `odds_api` for The Odds API.
    source: str
    #: The name that admins gave it.
    name: str
    #: The address of the page; `null` for The Odds API.
    url: str | None
    #: How to read the source, with all defaults.
    options: dict[str, Any]
    #: Whether the feed has a key. The key itself is never shown.
    key_set: bool
    #: Whether the feed is read.
    enabled: bool
    #: `auto`, or a cron expression of five fields in UTC.
    schedule: str
    #: `failing` after a failed run or contradictory data, `silent` after three intervals without a success.
    status: str
    #: When the feed is read next; `null` while it is off.
    next_run_at: str | None
    #: When it was last read or tried.
    last_run_at: str | None
    #: When it was last read with success.
    last_success_at: str | None
    #: What was wrong with the last run; `null` if nothing was.
    last_error: str | None


class OddsFeedPage(TypedDict):
    """A page of a list: OddsFeed."""

    #: The items on this page.
    items: list[OddsFeed]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Outcome(TypedDict):
    """One side of a market, with its price."""

    #: The outcome's id.
    id: int
    #: The market it belongs to.
    market_id: int
    #: The team, `Draw`, or a text such as `Over 44.5`.
    name: str
    #: The side of the market.
    side: str
    #: In American form, with its sign.
    price: str
    #: In decimal form, rounded to four places.
    price_decimal: float
    #: The handicap of this side for a spread, the total for a total; otherwise `null`.
    line: float | None
    #: Bets are taken while it is `active`; then its result.
    status: str


class OutcomeExposure(TypedDict):
    """What the open bets on an outcome add up to."""

    #: The outcome.
    outcome_id: int
    #: The stakes of the open bets on it, in cents.
    stake_cents: int
    #: What these bets pay if all of their legs are won, the stakes included, in cents.
    payout_cents: int


class Passkey(TypedDict):
    """A passkey, which signs in without a password."""

    #: The passkey's id.
    id: int
    #: The name that you gave it; may be empty.
    label: str
    #: When it was made.
    created_at: str
    #: When it was last used to sign in.
    last_used_at: str | None
    #: Whether a copy of it exists, as in a password manager that syncs.
    backed_up: bool
    #: How a browser reaches the authenticator: `internal`, `hybrid`, `usb`, `nfc`.
    transports: list[str]


class PasskeyOptions(TypedDict):
    """What a browser needs to make a passkey, or to sign in with one."""

    #: Base64url. Valid once, for five minutes.
    challenge: str
    #: In milliseconds.
    timeout: int
    #: For `sign_in`: the host that passkeys are for.
    rpId: NotRequired[str]
    #: For `sign_in`: `required`.
    userVerification: NotRequired[str]
    #: For `sign_in`: empty. The authenticator knows whose passkeys it has, so nobody learns here who has one.
    allowCredentials: NotRequired[list[dict[str, Any]]]
    #: For `create`: the host that the passkey is for, and the app's name.
    rp: NotRequired[dict[str, Any]]
    #: For `create`: the person.
    user: NotRequired[dict[str, Any]]
    #: For `create`: ES256, EdDSA and RS256 as COSE numbers them.
    pubKeyCredParams: NotRequired[list[dict[str, Any]]]
    #: For `create`: the passkeys that you have already.
    excludeCredentials: NotRequired[list[dict[str, Any]]]
    #: For `create`: a discoverable credential, with user verification.
    authenticatorSelection: NotRequired[dict[str, Any]]
    #: For `create`: `none`.
    attestation: NotRequired[str]


class PasskeyOptionsBody(TypedDict):
    """Begin to make a passkey, or to sign in with one."""

    #: `create` to make a passkey, `sign_in` to sign in with one.
    purpose: Literal["create", "sign_in"]
    #: For `sign_in`: the username or the email, if only a passkey of this account may sign in.
    username: NotRequired[str | None]


class PasskeyPage(TypedDict):
    """A page of a list: Passkey."""

    #: The items on this page.
    items: list[Passkey]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class PayWagerBody(TypedDict):
    """Get payment instructions."""

    #: `cash` stops the reminders.
    method: Literal["venmo", "cash"]


class PaymentGuide(TypedDict):
    """How the loser pays."""

    #: The payment method.
    method: str
    #: A link that opens the Venmo app; `null` for cash.
    app_url: str | None
    #: The same link for a browser.
    web_url: str | None
    #: The amount to pay, in cents.
    amount_cents: int
    #: The text of the payment.
    note: str


class Person(TypedDict):
    """A person as others see them."""

    #: The account's id.
    id: int
    #: Unique in the tenant, regardless of case.
    username: str
    #: The person's first name; `null` if they gave none.
    first_name: str | None
    #: May be empty, and `null` if they gave none.
    last_name: str | None
    #: The path of the photo, with its version; `null` without a photo.
    photo: str | None


class PersonPage(TypedDict):
    """A page of a list: Person."""

    #: The items on this page.
    items: list[Person]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Place(TypedDict):
    """A point on the map."""

    #: Degrees north.
    lat: float
    #: Degrees east.
    lon: float


class PlacedBet(TypedDict):
    """A bet with the person who placed it."""

    #: The bet's id.
    id: int
    #: One for a single, 2 to 12 for a parlay.
    legs: list[BetLeg]
    #: The stake, in cents.
    stake_cents: int
    #: The price of all legs together, in decimal form.
    price_decimal: float
    #: The payout if every leg is won, including the stake, in cents.
    potential_payout_cents: int
    #: The payout, in cents; `null` until it is settled.
    payout_cents: int | None
    #: `won` pays more than the stake, `pushed` the stake, `lost` less; `void` if every leg is.
    status: str
    #: When it was placed.
    placed_at: str
    #: When it was settled.
    settled_at: str | None
    #: Who placed it.
    person: Person


class PlanMeetupBody(TypedDict):
    """Propose, accept or cancel a meetup."""

    #: When to meet, within a year from now.
    time_1: NotRequired[str | None]
    #: Where to meet.
    location: NotRequired[str | None]
    #: Accepts the pending offer.
    accept: NotRequired[bool | None]
    #: Cancels the planned meetup or the pending offer.
    cancel: NotRequired[bool | None]


class PlanMeetupWithPersonBody(TypedDict):
    """Propose, accept or cancel a meetup with a person."""

    #: When to meet, within a year from now.
    time_1: NotRequired[str | None]
    #: Where to meet.
    location: NotRequired[str | None]
    #: Accepts the pending offer.
    accept: NotRequired[bool | None]
    #: Cancels the planned meetup or the pending offer.
    cancel: NotRequired[bool | None]


class PreviewFeedBody(TypedDict):
    """Preview a feed."""

    #: `html` for a page, `odds_api` for The Odds API.
    source: Literal["html", "odds_api"]
    #: The address of the page: https, without a username, on port 443, 80 or at least 1024.
    url: NotRequired[str | None]
    #: How to read the source. `odds_api` needs `sport` and `regions`, `html` `tournament` and `sport`; others have defaults.
    options: NotRequired[dict[str, Any]]
    #: The key of The Odds API. It is never shown.
    key: NotRequired[str | None]


class PreviewedGame(TypedDict):
    """A game that a source has."""

    #: The source's id: importing it again finds the same game.
    external_id: str
    #: The home team.
    home: str
    #: The away team.
    away: str
    #: The start of the game.
    starts_at: str
    #: The week of the season, counted from its first game.
    week: int | None
    #: The state of the game.
    status: str
    #: The score of the home team; `null` without one.
    home_score: int | None
    #: The score of the away team; `null` without one.
    away_score: int | None
    #: What people could bet on.
    markets: list[PreviewedMarket]


class PreviewedMarket(TypedDict):
    """A market of a game that a source has."""

    #: What it is about.
    kind: str
    #: The handicap of the home team, or the total; `null` for other kinds.
    line: float | None
    #: `assumed` if the source has a line without prices.
    prices: str
    #: One for each side.
    outcomes: list[PreviewedOutcome]


class PreviewedOutcome(TypedDict):
    """One side of a market that a source has."""

    #: The side of the market.
    side: str
    #: The team, `Draw`, or a text such as `Over 44.5`.
    name: str
    #: The price in American form.
    price: str
    #: That price in decimal form, rounded to four places.
    price_decimal: float
    #: The line of this side; `null` for kinds without one.
    line: float | None


class Problem(TypedDict):
    """RFC 9457. Some codes have further members, such as `parameter` or `status_code`."""

    #: The page that explains the code.
    type: str
    #: A short title, the same for every occurrence.
    title: str
    #: The HTTP status.
    status: int
    #: A sentence for people about this occurrence.
    detail: str
    #: A stable name of the error, for programs.
    code: str
    #: The value of the header `X-Request-Id`.
    request_id: str
    #: What is wrong with each field of the body, by its dotted path.
    errors: NotRequired[dict[str, Any]]


class Profile(TypedDict):
    """An account, with the fields of the tenant's modules."""

    #: The account's id.
    id: int
    #: Unique in the tenant, regardless of case.
    username: str
    #: The person's first name; `null` if they gave none.
    first_name: str | None
    #: May be empty, and `null` if they gave none.
    last_name: str | None
    #: The path of the photo, with its version; `null` without a photo.
    photo: str | None
    #: May be empty.
    bio: str
    #: When the account was created.
    created_at: str
    #: When the account last made a call, rounded to the hour.
    last_active_at: str
    #: The account's role in the tenant.
    role: str
    #: A suspended account cannot sign in.
    status: str
    #: Whether the caller and the person are friends.
    friendship: str
    #: The language the person knows, as an ISO 639-1 code.
    known_lang: NotRequired[str]
    #: The language the person learns, as an ISO 639-1 code.
    learn_lang: NotRequired[str]
    #: How often the person came to meetups.
    reliability: NotRequired[Reliability]
    #: The Venmo username to pay this person at.
    venmo_username: NotRequired[str | None]
    #: Profit and loss over all wagers, in cents.
    pnl_cents: NotRequired[int]
    #: Wagers the person won.
    wagers_won: NotRequired[int]
    #: Wagers the person lost.
    wagers_lost: NotRequired[int]
    #: Ratings by opponents.
    rating: NotRequired[Rating]
    #: The email address; only on your own profile. `null` if you gave none.
    email: NotRequired[str | None]
    #: Whether the email address is proven to be yours; only on your own profile.
    email_verified: NotRequired[bool]


class ProfilePage(TypedDict):
    """A page of a list: Profile."""

    #: The items on this page.
    items: list[Profile]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class ProveSecondFactorBody(TypedDict):
    """Turn the second factor on."""

    #: The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter.
    code: str


class PublicShelf(TypedDict):
    """A person's shelf that others can see."""

    #: Whose shelf it is.
    person: Person
    #: How many games are on it.
    games: int
    #: When one of its games was last added or changed.
    updated_at: str


class PublicShelfPage(TypedDict):
    """A page of a list: PublicShelf."""

    #: The items on this page.
    items: list[PublicShelf]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class PushDevice(TypedDict):
    """A browser or an app that gets notices as push messages."""

    #: The device's id.
    id: int
    #: The name that the device gave itself; may be empty.
    label: str
    #: How messages reach it: `web` for a browser, `apns` or `fcm` for an app.
    platform: str
    #: The host of its push service. The whole address, or an app's token, is a secret of the device and is not answered.
    service: str
    #: Whether it subscribed with the token of the call.
    current: bool
    #: When it subscribed.
    created_at: str


class PushDevices(TypedDict):
    """The devices that get an account's notices."""

    #: The server's key (VAPID, RFC 8292), which `pushManager.subscribe()` takes as `applicationServerKey`.
    public_key: str
    #: Your devices, newest first.
    devices: list[PushDevice]


class RateWagerBody(TypedDict):
    """Rate the other side."""

    #: 5 is best.
    rating: int
    #: A comment.
    comment: NotRequired[str | None]


class Rating(TypedDict):
    """A person's ratings by opponents."""

    #: The mean, from 1 to 5; `null` without ratings.
    mean: float | None
    #: How many ratings there are.
    count: int


class RecoveryCodes(TypedDict):
    """Recovery codes of a second factor."""

    #: Ten codes. They are not shown again.
    codes: list[str]


class RegisterBody(TypedDict):
    """Register."""

    #: Unique in the tenant, regardless of case. Required unless the tenant's `sign_up_fields` leave it out, then one is made.
    username: NotRequired[str | None]
    #: At least 8 characters, or more if the tenant requires it. Required without `registration_ticket`.
    password: NotRequired[str | None]
    #: An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. Required unless the tenant's `sign_up_fields` leave it out, or a ticket brings a verified one.
    email: NotRequired[str | None]
    #: The person's first name. Required unless the tenant's `sign_up_fields` leave it out.
    first_name: NotRequired[str | None]
    #: May be empty. Required unless the tenant's `sign_up_fields` leave it out.
    last_name: NotRequired[str | None]
    #: A text about the person.
    bio: NotRequired[str]
    #: The language the person knows, as an ISO 639-1 code.
    known_lang: NotRequired[str]
    #: The language the person learns, as an ISO 639-1 code.
    learn_lang: NotRequired[str]
    #: A leading @ is dropped.
    venmo_username: NotRequired[str | None]
    #: Required if the tenant registers by invitation.
    invite_code: NotRequired[str | None]
    #: From `POST /login/oidc/` or `POST /login/oauth/`, in place of a password: links the outside account.
    registration_ticket: NotRequired[str | None]


class Reliability(TypedDict):
    """How often a person came to meetups."""

    #: Meetups the person came to, as reported by the others.
    met: int
    #: Meetups the person missed, as reported by the others.
    no_show: int


class RemoveSecondFactorBody(TypedDict):
    """Remove the second factor."""

    #: The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter.
    code: str
    #: The account's password. Required if it has one.
    password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]


class RenamePasskeyBody(TypedDict):
    """Rename a passkey."""

    #: A name for the passkey.
    label: NotRequired[str]


class ReplaceAdminCategoriesBody(TypedDict):
    """Replace the categories of wagers."""

    #: In the order to show them; without commas, and unique regardless of case.
    names: list[str]


class ReplaceFeaturedGamesBody(TypedDict):
    """Replace the featured games."""

    #: Games of the catalog, in the order to show them.
    game_ids: list[int]


class ReplaceOwnProfileBody(TypedDict):
    """Replace your profile."""

    #: Unique in the tenant, regardless of case.
    username: str
    #: An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased.
    email: NotRequired[str | None]
    #: Required when the email changes, if the account has a password.
    current_password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]
    #: The person's first name.
    first_name: NotRequired[str | None]
    #: May be empty.
    last_name: NotRequired[str | None]
    #: A text about the person.
    bio: NotRequired[str]
    #: The language the person knows, as an ISO 639-1 code.
    known_lang: NotRequired[str]
    #: The language the person learns, as an ISO 639-1 code.
    learn_lang: NotRequired[str]
    #: A leading @ is dropped.
    venmo_username: NotRequired[str | None]


class ReplaceProfileBody(TypedDict):
    """Replace your profile."""

    #: Unique in the tenant, regardless of case.
    username: str
    #: An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased.
    email: NotRequired[str | None]
    #: Required when the email changes, if the account has a password.
    current_password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]
    #: A code of the second factor. Required if the account has one and signed in over 15 minutes ago.
    code: NotRequired[str | None]
    #: The person's first name.
    first_name: NotRequired[str | None]
    #: May be empty.
    last_name: NotRequired[str | None]
    #: A text about the person.
    bio: NotRequired[str]
    #: The language the person knows, as an ISO 639-1 code.
    known_lang: NotRequired[str]
    #: The language the person learns, as an ISO 639-1 code.
    learn_lang: NotRequired[str]
    #: A leading @ is dropped.
    venmo_username: NotRequired[str | None]


class ReplaceRecoveryCodesBody(TypedDict):
    """Replace the recovery codes."""

    #: The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter.
    code: str
    #: The account's password. Required if it has one.
    password: NotRequired[str | None]
    #: In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old.
    id_token: NotRequired[str | None]
    #: The nonce of `id_token`.
    nonce: NotRequired[str | None]


class ReplaceSettingsBody(TypedDict):
    """Replace your settings."""

    #: A language tag (BCP 47), such as `pt-BR`; `en` by default. Decides how notices write times.
    locale: NotRequired[str]
    #: A time zone name of the IANA database, such as `Europe/Berlin`; `UTC` by default. Notices give times in this zone.
    time_zone: NotRequired[str]
    #: Whether notices are also sent by mail.
    mail_notices: NotRequired[bool]
    #: Whether notices are also pushed to your devices; `true` by default.
    push_notices: NotRequired[bool]
    #: Kinds of notices that are not pushed; none by default.
    push_muted: NotRequired[list[Literal["match_made", "meetup_proposed", "meetup_accepted", "meetup_cancelled", "meetup_reminder", "meetup_feedback", "wager_offered", "wager_declined", "wager_taken", "wager_claimed", "wager_cancel_requested", "wager_arbiter_named", "wager_payment_said", "wager_completed", "wager_disputed", "wager_cancelled", "wager_confirmed", "payment_reminder", "bet_settled", "friend_request", "friend_accepted", "feed_failed", "content_removed", "account_security"]]]
    #: Whether push messages have the notice's text, and not only its title; `false` by default.
    push_text: NotRequired[bool]
    #: When nothing but security notices is pushed, in your time zone, such as `22:00-07:00`.
    quiet_hours: NotRequired[str | None]
    #: Whether others find you by searching for names; `true` by default.
    searchable: NotRequired[bool]
    #: Filters of the wager feed when a call gives none.
    feed_filters: NotRequired[ReplaceSettingsBodyFeedFilters | None]
    #: The status of games that are added to the shelf without one; 0 by default.
    shelf_default_status: NotRequired[int]
    #: Whether others can see the shelf; `true` by default.
    shelf_public: NotRequired[bool]


class ReplaceSettingsBodyFeedFilters(TypedDict):
    """Filters of the wager feed when a call gives none."""

    #: Only wagers in these states.
    status: NotRequired[list[Literal["open", "active", "completed", "disputed", "confirmed", "cancelled", "expired", "declined"]]]
    #: Only these categories.
    category: NotRequired[list[str]]
    #: Only wagers around this point.
    near: NotRequired[ReplaceSettingsBodyFeedFiltersNear | None]
    #: The distance around `near`.
    radius_km: NotRequired[float]
    #: The smallest amount.
    min_cents: NotRequired[int]
    #: The largest amount.
    max_cents: NotRequired[int]
    #: Only wagers that friends posed.
    friends: NotRequired[bool]


class ReplaceSettingsBodyFeedFiltersNear(TypedDict):
    """Only wagers around this point."""

    #: Degrees north.
    lat: float
    #: Degrees east.
    lon: float


class ReplaceShelfEntryBody(TypedDict):
    """Replace what you say about a game."""

    #: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped.
    status: int
    #: Your rating.
    user_rating: NotRequired[int | None]
    #: Hours played, with at most one decimal; 0 by default.
    user_hours: NotRequired[float]
    #: Your note; empty is the same as `null`.
    note: NotRequired[str | None]
    #: The day you started to play.
    started_on: NotRequired[str | None]
    #: The day you finished; not before `started_on`.
    finished_on: NotRequired[str | None]


class Report(TypedDict):
    """A report to the moderators."""

    #: The report's id.
    id: int
    #: The person who reported it.
    by: Person
    #: An account, a match or a wager.
    about: Subject
    #: What is wrong.
    reason: str
    #: The reporter's own words; may be empty.
    text: str
    #: What the moderators decided.
    status: str
    #: A note of the moderators.
    note: str | None
    #: The account that the subject belongs to; `null` for the reporter.
    person: Person | None
    #: The subject's name; `null` for the reporter, and once it is erased.
    title: str | None
    #: The subject when it was reported; `null` for the reporter, and 90 days after the report is resolved.
    subject_copy: SubjectCopy | None
    #: When it was reported.
    created_at: str


class ReportPage(TypedDict):
    """A page of a list: Report."""

    #: The items on this page.
    items: list[Report]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class RequestPasswordResetBody(TypedDict):
    """Request a code to reset the password."""

    #: An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased.
    email: str


class ResetPasswordBody(TypedDict):
    """Reset the password with a code."""

    #: The code from the mail.
    code: str
    #: The new password.
    new: str


class ResultPreview(TypedDict):
    """What a decision about an event would pay."""

    #: Bets that would be settled, settled again or opened again.
    bets: int
    #: How many of them would pay more than their stake.
    won: int
    #: How many of them would pay less than their stake.
    lost: int
    #: How many of them would get exactly their stake back.
    returned: int
    #: Open bets on the event that would stay open, because another event decides them.
    waiting: int
    #: The stakes of the bets that would change, in cents.
    stake_cents: int
    #: What they would pay, the stakes included, in cents.
    payout_cents: int
    #: What an earlier result paid for them, and would be taken back first, in cents.
    reversed_cents: int
    #: `false` if the event has so many bets that the figures are of the first 10,000 only.
    complete: bool


class SearchResults(TypedDict):
    """People with `in=people`, wagers with `in=wagers`."""

    #: People or wagers.
    items: list[SearchResultsItems]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class SearchResultsItems(TypedDict):
    """SearchResultsItems"""

    #: Unique in the tenant, regardless of case.
    username: NotRequired[str]
    #: The person's first name; `null` if they gave none.
    first_name: NotRequired[str | None]
    #: May be empty, and `null` if they gave none.
    last_name: NotRequired[str | None]
    #: The path of the photo, with its version; `null` without a photo.
    photo: NotRequired[str | None]
    #: The wager's id.
    id: int
    #: The bet in one line.
    name: NotRequired[str]
    #: The details; may be empty.
    description: NotRequired[str]
    #: What the loser pays the winner, in cents.
    amount_cents: NotRequired[int]
    #: The first of `categories`.
    category: NotRequired[str]
    #: One to three of the tenant's categories.
    categories: NotRequired[list[str]]
    #: The person who posed the wager.
    challenger: NotRequired[Person]
    #: The person who took it; `null` while it is open.
    challengee: NotRequired[Person | None]
    #: The state of the wager.
    status: NotRequired[str]
    #: `null` until it is decided.
    winner: NotRequired[str | None]
    #: The first report of who won. The other side has 72 hours to agree or disagree.
    claim: NotRequired[WagerClaim | None]
    #: The side that asked to cancel.
    cancel_requested_by: NotRequired[str | None]
    #: The person both sides chose to decide a dispute.
    arbiter: NotRequired[Person | None]
    #: The place of the wager.
    place: NotRequired[Place | None]
    #: Distance from the point `near`; `null` without that filter.
    distance_km: NotRequired[float | None]
    #: When it was posed.
    opened_at: NotRequired[str]
    #: When someone took it.
    taken_at: NotRequired[str | None]
    #: When the winner was settled.
    completed_at: NotRequired[str | None]
    #: When the winner confirmed the payment.
    confirmed_at: NotRequired[str | None]
    #: The time until which it can be taken.
    closes_at: NotRequired[str | None]
    #: The people it is offered to.
    audience: NotRequired[str]
    #: The person it is addressed to if the audience is `account`.
    audience_username: NotRequired[str | None]
    #: The payment method that the loser chose.
    payment_method: NotRequired[str | None]
    #: The caller's rating of the other side.
    my_rating: NotRequired[int | None]
    #: When the two sides disagreed about who won.
    disputed_at: NotRequired[str | None]
    #: When a side asked to cancel.
    cancel_requested_at: NotRequired[str | None]
    #: When the loser chose the payment method.
    payment_said_at: NotRequired[str | None]
    #: Who decided or cancelled it in the place of the two sides; `null` if they did.
    decided_by: NotRequired[str | None]
    #: What they said to both sides; only for the sides, their arbiter and moderators, and `null` in lists.
    decision_reason: NotRequired[str | None]
    #: When it was cancelled or declined.
    ended_at: NotRequired[str | None]
    #: The person that the challenger wants as the arbiter; only for the two sides, and `null` in lists.
    challenger_arbiter_id: NotRequired[int | None]
    #: The person that the challengee wants as the arbiter; only for the two sides, and `null` in lists.
    challengee_arbiter_id: NotRequired[int | None]
    #: What the caller can do next: each is a call. `null` in lists.
    moves: NotRequired[list[str] | None]


class SecondFactor(TypedDict):
    """Whether and how an account has a second factor."""

    #: Whether a sign-in needs a code.
    enabled: bool
    #: Since when; `null` without a second factor.
    enabled_at: str | None
    #: How many recovery codes were not used.
    recovery_codes_left: int
    #: When an admin's reset of the second factor takes effect; `null` without one.
    reset_at: str | None
    #: Whether the app requires a second factor of the account.
    required: bool


class SecondFactorSecret(TypedDict):
    """The secret of an authenticator app."""

    #: The secret to type into an authenticator app, in base32.
    secret: str
    #: The same as an `otpauth://` URL, to open or to show as a QR code.
    url: str


class ShelfEntry(TypedDict):
    """A game on a person's shelf."""

    #: The game's id, which identifies the entry.
    game_id: int
    #: The game.
    game: Game
    #: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped.
    status: int
    #: Their rating; `null` without one.
    user_rating: int | None
    #: Hours played, with at most one decimal.
    user_hours: float
    #: Their note; `null` without one.
    note: str | None
    #: The day they started to play.
    started_on: str | None
    #: The day they finished.
    finished_on: str | None
    #: When the game came onto the shelf.
    added_at: str
    #: When the entry last changed.
    updated_at: str


class ShelfEntryPage(TypedDict):
    """A page of a list: ShelfEntry."""

    #: The items on this page.
    items: list[ShelfEntry]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class ShelfImportLine(TypedDict):
    """What an import did with one line."""

    #: Where it starts in the file; the header is line 1.
    line: int
    #: What the import did with it.
    result: str
    #: The name that it has; `null` without one.
    name: str | None
    #: The game that it names; `null` if that is unknown.
    game_id: int | None
    #: Why it is `unknown` or `invalid`, as a sentence.
    detail: str | None


class ShelfImportReport(TypedDict):
    """What an import did to a shelf, line by line."""

    #: Each line, in the order of the file.
    items: list[ShelfImportLine]
    #: How many games came onto the shelf.
    added: int
    #: How many lines changed an entry.
    updated: int
    #: How many lines changed nothing.
    unchanged: int
    #: How many lines match no game, or several.
    unknown: int
    #: How many lines have a value that is not valid.
    invalid: int


class ShelfStats(TypedDict):
    """A person's shelf in numbers."""

    #: How many games are on the shelf.
    games: int
    #: Hours played in all of them.
    hours: float
    #: Of the rated games, to two decimals.
    mean_rating: float | None
    #: One for each status.
    by_status: list[ShelfStatsOfStatus]
    #: Most games first. A game counts in each of its genres.
    by_genre: list[ShelfStatsOfGenre]
    #: Months in which games were finished, the earliest first.
    by_month: list[ShelfStatsOfMonth]


class ShelfStatsOfGenre(TypedDict):
    """The games of one genre."""

    #: The name of the genre.
    genre: str
    #: How many games have it.
    games: int
    #: Hours played in them.
    hours: float


class ShelfStatsOfMonth(TypedDict):
    """The games that were finished in one month."""

    #: Year and month: `2026-05`.
    month: str
    #: How many games were finished in it, by `finished_on`.
    finished: int
    #: Hours played in them in total.
    hours: float


class ShelfStatsOfStatus(TypedDict):
    """The games with one status."""

    #: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped.
    status: int
    #: How many games have it.
    games: int
    #: Hours played in them.
    hours: float


class SignedIn(TypedDict):
    """A new token and its account."""

    #: The token for the `Authorization` header. It is not shown again.
    token: str
    #: When the token expires; each use extends it.
    expires_at: str
    #: The account that signed in.
    profile: Profile


class SportsbookTournament(TypedDict):
    """A tournament with all of its events."""

    #: The tournament's id.
    id: int
    #: Such as `american_football` or `soccer`.
    sport: str
    #: The name of the league or cup.
    name: str
    #: The season, such as `2025` or `2025/26`.
    season: str | None
    #: An icon, set by an admin.
    icon_url: str | None
    #: Whether it is still being played.
    status: str
    #: In the order of their start.
    events: list[Event]


class SportsbookTree(TypedDict):
    """What people can bet on, as one document."""

    #: The number of the last update that is contained: pass it to the stream.
    seq: int
    #: Open tournaments with an event that is not decided.
    tournaments: list[SportsbookTournament]


class Subject(TypedDict):
    """The resource that a notice, report or log entry is about."""

    #: Such as `match`, `wager` or `account`.
    type: str
    #: The id of the subject.
    id: int


class SubjectCopy(TypedDict):
    """The subject of a report when it was reported."""

    #: The text that could be read; may be empty.
    text: str
    #: The version in the path of the photo; `null` without one.
    photo_version: int | None


class TenantKey(TypedDict):
    """A key of a server, without its secret."""

    #: The key's id.
    id: int
    #: What the key is for.
    label: str
    #: The first characters of the secret, to recognize it.
    prefix: str
    #: What the key may do.
    scopes: list[str]
    #: From where the key may be used; empty for anywhere.
    networks: list[str]
    #: When the key was created.
    created_at: str
    #: When the key was last used, rounded to the hour.
    last_used_at: str | None
    #: When the key expires; `null` means never.
    expires_at: str | None


class TenantKeyPage(TypedDict):
    """A page of a list: TenantKey."""

    #: The items on this page.
    items: list[TenantKey]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class TenantSettings(TypedDict):
    """The settings of a tenant."""

    #: Who may register.
    registration: str
    #: What registration requires besides a password; at least `email` or `username`.
    sign_up_fields: list[str]
    #: Whether `GET /register/available/` says whether an email address has an account.
    reveal_emails: bool
    #: Days after its last use when a token expires.
    token_days: int
    #: Days after its last use when a browser is signed out.
    browser_days: int
    #: The minimum length of a new password.
    password_min_length: int
    #: The languages people can practise, as ISO 639-1 codes; empty means all.
    languages: list[str]
    #: The categories of wagers, in the order to show them.
    categories: list[str]
    #: Days after which losers are reminded to pay; empty turns reminders off.
    reminder_days: list[int]
    #: Whether people without an account can read a public wager that somebody shares with them.
    public_offers: bool
    #: The paper money in a new wallet, in cents.
    starting_balance_cents: int
    #: The smallest stake, in cents.
    min_stake_cents: int
    #: The most that the stakes of an account's open bets on one outcome may add up to, in cents.
    max_stake_cents: int
    #: The most that an account's open bets on one outcome may pay together, in cents.
    max_payout_cents: int
    #: Whether the tree, the feed and the live stream need no token, and guests see the games in the app.
    public_sportsbook: bool
    #: Whether the shelves that people show, and the games on them, need no token.
    public_shelves: bool
    #: Who signs in with a second factor. `staff` requires one of moderators and admins, `everyone` of all people; who has none can only set one up. `off` offers none to people who have none.
    second_factor: str
    #: Hours until an admin's reset of someone's second factor takes effect, in which the person can object.
    second_factor_reset_hours: int
    #: The colour of the app's pages: `#0b6f4f`.
    accent_color: str | None
    #: The sections of the app's pages that are switched off, by their paths. The API does not change.
    hidden_sections: list[str]
    #: The language of pages, notices and mail for people who did not choose one: `en`, `es` or `de`, perhaps with a region.
    locale: str | None
    #: Origins of web pages that may call the API.
    allowed_origins: list[str]
    #: The sender of mail.
    mail_from: str | None
    #: Whether unverified addresses get only mail with codes.
    require_verified_email: bool
    #: The people who made the app, for `/about/`.
    creators: list[TenantSettingsCreators]
    #: Calls per second allowed for an account.
    requests_per_second: int
    #: Calls that an account can make in one burst after a pause.
    request_burst: int
    #: Calls per second allowed for an API key; twice as many in one burst after a pause.
    key_requests_per_second: int
    #: The OpenID Connect issuers whose ID tokens sign people in.
    oidc_issuers: list[TenantSettingsOidcIssuers]
    #: Services without ID tokens whose accounts sign people in.
    oauth_providers: list[TenantSettingsOauthProviders]
    #: Apps for Apple's systems that use the tenant's passkeys, as team and bundle.
    apple_apps: list[str]
    #: Apps for Android that use the tenant's passkeys.
    android_apps: list[TenantSettingsAndroidApps]
    #: The credentials with which apps get push messages, one for each platform.
    push_apps: list[TenantSettingsPushApps]


class TenantSettingsAndroidApps(TypedDict):
    """TenantSettingsAndroidApps"""

    #: The name of its package.
    package: str
    #: SHA-256 digests of the certificates that sign it, as Android's tools print them.
    fingerprints: list[str]


class TenantSettingsCreators(TypedDict):
    """TenantSettingsCreators"""

    #: A person or a team.
    name: str
    #: The URL of their page; null or empty without one.
    url: NotRequired[str | None]
    #: The URL of their picture; null or empty without one.
    icon: NotRequired[str | None]


class TenantSettingsOauthProviders(TypedDict):
    """TenantSettingsOauthProviders"""

    #: A preset (x, facebook, discord, github, twitch) or a name of your own beside the three addresses. It is part of paths.
    provider: str
    #: What people call the service.
    name: NotRequired[str | None]
    #: The app's client id there.
    client_id: str
    #: The app's secret there. It is stored encrypted and never answered. Without it, the one that is stored for the same client and the same address of tokens stays.
    client_secret: NotRequired[str | None]
    #: Where browsers begin. Leave it out for a preset.
    authorization_url: NotRequired[str | None]
    #: Where a code is exchanged. Leave it out for a preset.
    token_url: NotRequired[str | None]
    #: Where the person's profile is read: a JSON object whose `sub` or `id` never changes. Leave it out for a preset.
    profile_url: NotRequired[str | None]
    #: What the app asks for, with blanks between; by default the preset's.
    scope: NotRequired[str | None]
    #: Whether an address that the service calls verified signs in the account that has proven this address.
    link_by_email: NotRequired[bool]


class TenantSettingsOidcIssuers(TypedDict):
    """TenantSettingsOidcIssuers"""

    #: Its https URL, exactly as in the tokens' `iss`.
    issuer: str
    #: The client ids of the apps; a token must be for one of them.
    audiences: list[str]
    #: Whether a token with a verified address signs in the account that has proven this address.
    link_by_email: NotRequired[bool]
    #: The one of `audiences` with which the pages at `/app/` begin sign-ins. Without it they have no button for this issuer.
    web_client_id: NotRequired[str | None]


class TenantSettingsPushApps(TypedDict):
    """TenantSettingsPushApps"""

    #: `apns` for apps on devices of Apple's, `fcm` for apps with Firebase Cloud Messaging.
    platform: str
    #: For `apns`: the team's id, ten letters and digits.
    team_id: NotRequired[str | None]
    #: For `apns`: the id of the key, ten letters and digits.
    key_id: NotRequired[str | None]
    #: For `apns`: the app's bundle id.
    topic: NotRequired[str | None]
    #: For `apns`: whether messages go to Apple's sandbox, which apps have that Xcode installed.
    sandbox: NotRequired[bool]
    #: For `fcm`: the project's id. It may be left out with the whole file as `private_key`.
    project_id: NotRequired[str | None]
    #: For `fcm`: the service account. It may be left out with the whole file as `private_key`.
    client_email: NotRequired[str | None]
    #: The text of the key's file: for `apns` the .p8 file, for `fcm` the JSON file of the service account, or its private_key alone. It is stored encrypted and never answered. Without it, the one that is stored for the same account stays.
    private_key: NotRequired[str | None]


class Token(TypedDict):
    """A device that is signed in."""

    #: The token's id.
    id: int
    #: The name that the device gave itself.
    label: str
    #: The first characters of the token, to recognize it.
    prefix: str
    #: What the token works in: `app`, or `browser` for the server's own pages.
    kind: str
    #: Whether this is the token of the call.
    current: bool
    #: When the device signed in.
    created_at: str
    #: When the token was last used, rounded to the hour.
    last_used_at: str | None
    #: When the token expires; each use extends it.
    expires_at: str


class TokenPage(TypedDict):
    """A page of a list: Token."""

    #: The items on this page.
    items: list[Token]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Tournament(TypedDict):
    """A league's season, or a cup."""

    #: The tournament's id.
    id: int
    #: Such as `american_football` or `soccer`.
    sport: str
    #: The name of the league or cup.
    name: str
    #: The season, such as `2025` or `2025/26`.
    season: str | None
    #: An icon, set by an admin.
    icon_url: str | None
    #: Whether it is still being played.
    status: str


class TournamentPage(TypedDict):
    """A page of a list: Tournament."""

    #: The items on this page.
    items: list[Tournament]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class UpdateEventBody(TypedDict):
    """Change an event, or enter its result."""

    #: `final` needs both scores and settles the bets; `live` may have both.
    status: NotRequired[Literal["scheduled", "live", "final", "postponed", "cancelled"]]
    #: The score of the home team. Only with the status `final` or `live`.
    home_score: NotRequired[int]
    #: The score of the away team. Only with the status `final` or `live`.
    away_score: NotRequired[int]
    #: The start of the game.
    starts_at: NotRequired[str]
    #: The home team.
    home: NotRequired[str]
    #: The away team.
    away: NotRequired[str]
    #: The week of the season.
    week: NotRequired[int | None]


class UpdateMarketBody(TypedDict):
    """Suspend, open, void or move a market."""

    #: `suspended` takes no more bets; `void` pays the stakes back.
    status: NotRequired[Literal["open", "suspended", "void"]]
    #: Only while there are no bets.
    line: NotRequired[float]


class UpdateOutcomeBody(TypedDict):
    """Move a price, or suspend an outcome."""

    #: In American form, with its sign.
    price: NotRequired[str]
    #: `suspended` takes no more bets on this side.
    status: NotRequired[Literal["active", "suspended"]]


class UpdateShelfEntryBody(TypedDict):
    """Change what you say about a game."""

    #: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped.
    status: NotRequired[int]
    #: Your rating.
    user_rating: NotRequired[int | None]
    #: Hours played, with at most one decimal; 0 by default.
    user_hours: NotRequired[float]
    #: Your note; empty is the same as `null`.
    note: NotRequired[str | None]
    #: The day you started to play.
    started_on: NotRequired[str | None]
    #: The day you finished; not before `started_on`.
    finished_on: NotRequired[str | None]


class UpdateTournamentBody(TypedDict):
    """Change a tournament."""

    #: Such as `american_football` or `soccer`.
    sport: NotRequired[str]
    #: The name of the league or cup.
    name: NotRequired[str]
    #: The season, such as `2025` or `2025/26`.
    season: NotRequired[str | None]
    #: An icon: an https URL without a username.
    icon_url: NotRequired[str | None]
    #: `closed` once it has been played.
    status: NotRequired[Literal["open", "closed"]]


class UpdateWagerBody(TypedDict):
    """Change an open wager."""

    #: The bet in one line.
    name: str
    #: The details.
    description: NotRequired[str]
    #: What the loser pays the winner, in cents.
    amount_cents: int
    #: One of `GET /categories/`. Required without `categories`; with them, the first of them.
    category: NotRequired[str | None]
    #: Up to three of `GET /categories/`.
    categories: NotRequired[list[str] | None]
    #: The place of the wager.
    place: NotRequired[UpdateWagerBodyPlace | None]
    #: The time until which it can be taken.
    closes_at: NotRequired[str | None]
    #: The people it is offered to: everybody (the default), the caller's friends, or one account.
    audience: NotRequired[Literal["public", "friends", "account"]]
    #: The person it is addressed to; only with the audience `account`, and required there.
    audience_username: NotRequired[str | None]


class UpdateWagerBodyPlace(TypedDict):
    """The place of the wager."""

    #: Degrees north.
    lat: float
    #: Degrees east.
    lon: float


class VerifyEmailBody(TypedDict):
    """Verify an email address with a code."""

    #: The code from the mail.
    code: str


class VoidWagerBody(TypedDict):
    """Take a wager down."""

    #: Both parties get this reason.
    reason: str


class Wager(TypedDict):
    """A friendly bet between two people."""

    #: The wager's id.
    id: int
    #: The bet in one line.
    name: str
    #: The details; may be empty.
    description: str
    #: What the loser pays the winner, in cents.
    amount_cents: int
    #: The first of `categories`.
    category: str
    #: One to three of the tenant's categories.
    categories: list[str]
    #: The person who posed the wager.
    challenger: Person
    #: The person who took it; `null` while it is open.
    challengee: Person | None
    #: The state of the wager.
    status: str
    #: `null` until it is decided.
    winner: str | None
    #: The first report of who won. The other side has 72 hours to agree or disagree.
    claim: WagerClaim | None
    #: The side that asked to cancel.
    cancel_requested_by: str | None
    #: The person both sides chose to decide a dispute.
    arbiter: Person | None
    #: The place of the wager.
    place: Place | None
    #: Distance from the point `near`; `null` without that filter.
    distance_km: float | None
    #: When it was posed.
    opened_at: str
    #: When someone took it.
    taken_at: str | None
    #: When the winner was settled.
    completed_at: str | None
    #: When the winner confirmed the payment.
    confirmed_at: str | None
    #: The time until which it can be taken.
    closes_at: str | None
    #: The people it is offered to.
    audience: str
    #: The person it is addressed to if the audience is `account`.
    audience_username: str | None
    #: The payment method that the loser chose.
    payment_method: str | None
    #: The caller's rating of the other side.
    my_rating: int | None
    #: When the two sides disagreed about who won.
    disputed_at: str | None
    #: When a side asked to cancel.
    cancel_requested_at: str | None
    #: When the loser chose the payment method.
    payment_said_at: str | None
    #: Who decided or cancelled it in the place of the two sides; `null` if they did.
    decided_by: str | None
    #: What they said to both sides; only for the sides, their arbiter and moderators, and `null` in lists.
    decision_reason: str | None
    #: When it was cancelled or declined.
    ended_at: str | None
    #: The person that the challenger wants as the arbiter; only for the two sides, and `null` in lists.
    challenger_arbiter_id: int | None
    #: The person that the challengee wants as the arbiter; only for the two sides, and `null` in lists.
    challengee_arbiter_id: int | None
    #: What the caller can do next: each is a call. `null` in lists.
    moves: list[str] | None


class WagerClaim(TypedDict):
    """The first report of who won."""

    #: The side that reported it.
    by: str
    #: The side that won according to the report.
    winner: str
    #: When it was reported.
    at: str


class WagerOffer(TypedDict):
    """A public wager as its link shows it to everybody."""

    #: The wager's id.
    id: int
    #: The bet in one line.
    name: str
    #: The details; may be empty.
    description: str
    #: What the loser pays the winner, in cents.
    amount_cents: int
    #: One to three of the tenant's categories.
    categories: list[str]
    #: The first name of the person who posed it.
    challenger_name: str
    #: Whether it can still be taken.
    is_open: bool
    #: When it was posed.
    opened_at: str
    #: The time until which it can be taken.
    closes_at: str | None
    #: The place of the wager.
    place: Place | None


class WagerPage(TypedDict):
    """A page of a list: Wager."""

    #: The items on this page.
    items: list[Wager]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Wallet(TypedDict):
    """The caller's paper money."""

    #: What you can bet, in cents.
    balance_cents: int
    #: The stakes of your open bets, in cents.
    open_stakes_cents: int
    #: What a corrected result took back beyond your balance, in cents. Your next credits repay it.
    debt_cents: int


class WalletEntry(TypedDict):
    """A change of the caller's balance."""

    #: The entry's id; the order of entries is that of the list.
    id: int
    #: In cents; negative if the balance shrank.
    amount_cents: int
    #: Why the balance changed.
    kind: str
    #: The bet that it is about.
    bet_id: int | None
    #: The balance after it, in cents.
    balance_after_cents: int
    #: When it was made.
    created_at: str


class WalletEntryPage(TypedDict):
    """A page of a list: WalletEntry."""

    #: The items on this page.
    items: list[WalletEntry]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Webhook(TypedDict):
    """An endpoint that events are sent to."""

    #: The webhook's id.
    id: int
    #: The URL that events are sent to.
    url: str
    #: The event types that are sent.
    events: list[str]
    #: Whether events are sent.
    enabled: bool
    #: Why the server turned the webhook off: the endpoint answered 410 or failed for days.
    disabled_reason: str | None
    #: The key that signs events. It is shown once, when it is created.
    secret: str | None
    #: When the webhook was registered.
    created_at: str
    #: When it was last changed.
    updated_at: str


class WebhookDelivery(TypedDict):
    """One attempt to deliver an event."""

    #: The delivery's id.
    id: int
    #: The header `webhook-id`: the same for every attempt and replay.
    event_id: str
    #: The event type, such as `match.made`.
    type: str
    #: The number of the attempt, from 1; a replay starts at 1 again.
    attempt: int
    #: The result.
    status: str
    #: The earliest time to send it.
    scheduled_at: str
    #: When the endpoint had answered.
    finished_at: str | None
    #: How long the endpoint took to answer.
    duration_ms: int | None
    #: The HTTP status of the answer.
    response_status: int | None
    #: The first 1,000 characters of the answer.
    response: str | None
    #: Why the attempt failed or was not made.
    error: str | None
    #: The body that was sent; `null` before that, and after seven days.
    request_body: str | None


class WebhookDeliveryPage(TypedDict):
    """A page of a list: WebhookDelivery."""

    #: The items on this page.
    items: list[WebhookDelivery]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class WebhookEvent(TypedDict):
    """What is sent to webhooks."""

    #: The type of the event, such as `match.made`.
    type: str
    #: When it happened.
    timestamp: str
    #: What it is about.
    data: WebhookEventData


class WebhookEventData(TypedDict):
    """What an event is about, and who is notified."""

    #: The resource that the event is about.
    subject: Subject | None
    #: The notices of the people who are notified; the first hundred.
    notices: list[WebhookEventNotice]


class WebhookEventNotice(TypedDict):
    """A notice that an event put into an inbox."""

    #: The notice's id.
    id: int
    #: Whose inbox it is in.
    account_id: int
    #: Its title, at most a hundred characters.
    title: str


class WebhookPage(TypedDict):
    """A page of a list: Webhook."""

    #: The items on this page.
    items: list[Webhook]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class Wish(TypedDict):
    """A game on a person's wishlist."""

    #: The game's id, which identifies the wish.
    game_id: int
    #: The game.
    game: Game
    #: When the game came onto the wishlist.
    added_at: str


class WishPage(TypedDict):
    """A page of a list: Wish."""

    #: The items on this page.
    items: list[Wish]
    #: For `cursor`; `null` on the last page.
    next_cursor: str | None


class StreamEvent(TypedDict):
    """What happened, or `reset`. It says what to read again."""

    number: int
    #: One of `StreamEventType`, `reset`, or one of a later server.
    type: str
    subject: NotRequired[Subject]
    at: NotRequired[str]
    #: The device, if it was one of the person's own: an `id` of `list_tokens`.
    by: NotRequired[int | None]


StreamEventType = Literal[
    "account.changed",
    "account.security",
    "bet.placed",
    "bet.settled",
    "block.added",
    "block.removed",
    "content.removed",
    "device.revoked",
    "device.signed_in",
    "feed.failed",
    "feedback.given",
    "friend.accepted",
    "friend.removed",
    "friend.request",
    "inbox.read",
    "match.ended",
    "match.made",
    "meetup.accepted",
    "meetup.cancelled",
    "meetup.feedback",
    "meetup.lapsed",
    "meetup.proposed",
    "meetup.reminder",
    "payment.reminder",
    "profile.changed",
    "report.decided",
    "report.filed",
    "settings.changed",
    "shelf.changed",
    "shelf.imported",
    "wager.arbiter_named",
    "wager.cancel_requested",
    "wager.cancelled",
    "wager.changed",
    "wager.claimed",
    "wager.completed",
    "wager.confirmed",
    "wager.declined",
    "wager.deleted",
    "wager.disputed",
    "wager.edited",
    "wager.expired",
    "wager.offered",
    "wager.payment_said",
    "wager.posed",
    "wager.rated",
    "wager.taken",
    "wallet.changed",
    "wishlist.changed",
]
