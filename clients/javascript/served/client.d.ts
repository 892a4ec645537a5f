/** The version of the server that served this file, or that it was generated from. */
export const version: string;

/** What every call throws, except for the `AbortError` of a caller's signal. */
export class ParlayError extends Error {}

/** The server refused the call; `code` never changes its meaning. */
export class ProblemError extends ParlayError {
  readonly problem: Problem;
  readonly code: ProblemCode;
  readonly status: number;
  /** What is wrong with each field of the body, by its dotted path. */
  readonly fieldErrors: Record<string, string[]>;
  /** To find the call in the server's log. */
  readonly requestID: string;
  /** How long the server asks to wait, in seconds. */
  readonly retryAfter: number | undefined;
}

/** There was no answer. The call may have taken effect. */
export class ConnectionError extends ParlayError {}

/** Something other than the server answered, such as a proxy or a captive portal. */
export class UnexpectedAnswerError extends ParlayError {
  readonly status: number;
}

/** The call is for people who are signed in. Nothing was sent. */
export class NotSignedInError extends ParlayError {}

export interface SignIn {
  /** Such as `https://play.example.org/v1/wordup/`. A token is only sent to the place that issued it. */
  base: string;
  /** Secret. */
  token: string;
  account_id?: number;
  expires_at?: string;
}

/** Where a sign-in is kept. */
export interface TokenStorage {
  load(): SignIn | null | Promise<SignIn | null>;
  save(signIn: SignIn): void | Promise<void>;
  clear(): void | Promise<void>;
}

/** Until the page or the process ends. */
export class MemoryStorage implements TokenStorage {
  constructor(signIn?: SignIn | null);
  load(): SignIn | null;
  save(signIn: SignIn): void;
  clear(): void;
}

/** In `localStorage` or `sessionStorage`, for all tabs of the origin. */
export class BrowserStorage implements TokenStorage {
  constructor(store?: Pick<Storage, "getItem" | "setItem" | "removeItem">, key?: string);
  load(): SignIn | null;
  save(signIn: SignIn): void;
  clear(): void;
}

export interface Retries {
  /** How often a call is sent, including the first time; 5 by default. */
  attempts: number;
  /** The pause before the second attempt in milliseconds; it doubles for each further one. */
  firstPause: number;
  /** The pause stops doubling here. A longer `Retry-After` is still obeyed. */
  longestPause: number;
  /** For all attempts and pauses of a call, in milliseconds; 30,000 by default. */
  timeLimit: number;
}

export interface ParlayOptions {
  /** Such as `https://play.example.org`; by default the server from which this module was loaded. */
  server?: string | URL;
  /** The tenant's name in paths. */
  tenant: string;
  /** Where the sign-in is kept; a `MemoryStorage` by default. */
  storage?: TokenStorage;
  /** A token or an API key to use, instead of a storage. */
  token?: string;
  retries?: Partial<Retries>;
  /** Called with each new sign-in; with `null` when it has ended: by the person (`left`), or because the server refused the token. */
  onSignInChange?(signIn: SignIn | null, reason?: "left" | "refused"): void;
  /** For tests. */
  fetch?: typeof fetch;
  /** For tests, and Node before 22 if its own WebSocket is to be used. */
  WebSocket?: unknown;
}

export interface CallOptions {
  /** Cancels the call, which may have taken effect. */
  signal?: AbortSignal;
  retries?: Partial<Retries>;
}
/** Of a `POST`. */
export interface PostOptions extends CallOptions {
  /** Calls with the same key and body within a day are one call. Without it, each call has its own, which its attempts share. */
  idempotencyKey?: string;
}
/** Of a change of something that has versions. */
export interface ChangeOptions extends CallOptions {
  /** The answer that was read, or its `ETag`: if someone has changed it since, the call fails with `precondition_failed`. */
  ifMatch?: object | string;
}
/** Of an upload. */
export interface UploadOptions extends PostOptions, ChangeOptions {
  /** The type of the file, if it is not a `Blob` with a type. */
  contentType?: string;
}
export interface PostChangeOptions extends PostOptions, ChangeOptions {}
/** A file to upload. */
export type Upload = Blob | ArrayBuffer | Uint8Array | string;

export interface Page<Item> {
  items: Item[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
export interface PageQuery {
  /** How many items a page has, 1 to 100. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string | null;
}
/** A list. Nothing is fetched until it is iterated, and then page by page as needed. */
export interface List<Item, P extends Page<Item> = Page<Item>> extends AsyncIterable<Item> {
  /** One page, by default the first. */
  page(query?: PageQuery): Promise<P>;
  /** Page after page. */
  pages(): AsyncGenerator<P, void, undefined>;
  /** Everything. */
  all(): Promise<Item[]>;
}

/** What happened to the person; see `Parlay.events`. It says what to read again. */
export interface StreamEvent {
  /** Rises by one with each event of the person. */
  number: number;
  type: StreamEventType;
  subject: Subject;
  at: string;
  /** The device, if it was one of the person's own: an `id` of `listTokens`. */
  by: number | null;
}
/** Read again what you show: events before this number are unknown. */
export interface StreamReset {
  type: "reset";
  number: number;
}

/** See `Parlay.live`. Nothing in it is ever changed: what has changed is a new object. */
export interface LiveTree {
  connection: "connecting" | "live" | "waiting";
  /** `undefined` until the tree is loaded. */
  seq: number | undefined;
  tournaments: SportsbookTournament[];
  /** The prices that changed since the element before, by outcome. */
  moves: Map<number, {from: string; to: string}>;
}

/** The `ETag` of an answer that was read, for `ifMatch`. */
export function versionOf(answer: object): string | undefined;
/** The number of the last event that the answer contains, for `events({after})`. */
export function positionOf(answer: object): number | undefined;
/** `+300` is 4, `-110` is 1.9091. */
export function decimal(price: string): number;

/** A client of one tenant of a server. */
export class Parlay {
  constructor(options: ParlayOptions);
  /** Such as `https://play.example.org/v1/wordup/`. */
  readonly base: string;
  /** Whose token is stored, or `null`. */
  signIn(): Promise<SignIn | null>;
  /** Forgets the sign-in without telling the server; `logout` does both. */
  forgetSignIn(): Promise<void>;

  /**
   * What happens to the signed-in person, as it happens. It begins with a reset: read what you show. From then on nothing is
   * missed or repeated; a lost connection is opened again and goes on where it was. Where events are gone by then, there is
   * another reset. It ends when the loop is left or the signal is aborted, and throws when trying again is useless, such as when
   * the person is signed out.
   */
  events(options?: {after?: number; signal?: AbortSignal}): AsyncGenerator<StreamEvent | StreamReset, void, undefined>;

  /** What `read` gives, now and after each change of the subject, until it is gone: `follow({type: "wager", id}, () => parlay.getWager(id))`. */
  follow<T>(subject: Subject, read: () => Promise<T>, options?: {signal?: AbortSignal}): AsyncGenerator<T, void, undefined>;

  /**
   * The sportsbook as it changes. Each element is the whole tree, or the part with these tournaments and events; a slow loop gets
   * the latest. A lost connection is opened again and goes on where it was. It ends and throws as `events` does.
   */
  live(options?: {tournaments?: number[]; events?: number[]; signal?: AbortSignal}): AsyncGenerator<LiveTree, void, undefined>;

  /**
   * Register.
   *
   * Also signs in: the answer contains a token. With a `registration_ticket`, the outside account takes the place of a password. With the module `meetups`, `known_lang` and `learn_lang` are required and must differ. Fields of modules that are off are rejected.
   */
  register(body: RegisterBody, options?: CallOptions): Promise<SignedIn>;
  /**
   * Sign in with username or email.
   *
   * Creates a token for this device. Tokens of other devices stay valid.
   */
  login(body: LoginBody, options?: CallOptions): Promise<SignedIn>;
  /**
   * Get a token only (compatible with Django REST framework).
   *
   * For clients that expect `obtain_auth_token`: the answer contains only the token.
   */
  obtainToken(body: ObtainTokenBody, options?: CallOptions): Promise<BareToken>;
  /**
   * Change the password.
   *
   * Signs out every other device: only the token of this call stays valid.
   */
  changePassword(body: ChangePasswordBody, options?: CallOptions): Promise<void>;
  /**
   * Check if a username or an email is free.
   *
   * For forms, while people type. A name that cannot be a username is not available either. Send `username`, `email` or both. The answer says nothing about `email` unless the tenant's setting `reveal_emails` is on. Calls are limited like registrations, and counted separately.
   */
  checkAvailability(query?: CheckAvailabilityQuery, options?: CallOptions): Promise<Availability>;
  /**
   * Sign in with an outside account.
   *
   * Takes an ID token (OpenID Connect) of an issuer in the tenant's setting `oidc_issuers`, such as Google or Apple. A token signs in once. Refused tokens count as failed sign-ins of the address.
   */
  loginWithIDToken(body: LoginWithIDTokenBody, options?: CallOptions): Promise<SignedIn>;
  /**
   * List your outside accounts.
   *
   * Newest first.
   */
  listIdentities(query?: PageQuery, options?: CallOptions): List<Identity>;
  /**
   * Link an outside account.
   *
   * From then on you can sign in with it. Linking it again changes nothing. An account can have 10. A verified address in the token that equals the account's proves it, if the issuer's `link_by_email` is on.
   */
  linkIdentity(body: LinkIdentityBody, options?: PostOptions): Promise<Identity>;
  /**
   * Unlink an outside account.
   *
   * Devices that are signed in stay signed in.
   */
  unlinkIdentity(id: number, options?: CallOptions): Promise<void>;
  /**
   * Sign in with an account of another service.
   *
   * For services without ID tokens, such as GitHub or Discord. Takes the code of an authorization that the app began with PKCE, and exchanges it with the tenant's client id and secret. A code signs in once. Refused codes count as failed sign-ins of the address.
   */
  loginWithOAuth(body: LoginWithOAuthBody, options?: CallOptions): Promise<SignedIn>;
  /**
   * Link an account of another service.
   *
   * From then on you can sign in with it. Linking it again changes nothing. An account can have 10 outside accounts. An address that the service calls verified and that equals the account's proves it, if the provider's `link_by_email` is on.
   */
  linkOAuthIdentity(body: LinkOAuthIdentityBody, options?: PostOptions): Promise<Identity>;
  /**
   * Begin to make a passkey, or to sign in with one.
   *
   * For `sign_in` no token is needed. With `username`, only a passkey of that account signs in; the answer is the same whether or not there is such an account. For `create`, the account of the token gets the passkey.
   *
   * Needs no token; one that is sent must be valid.
   */
  passkeyOptions(body: PasskeyOptionsBody, options?: PostOptions): Promise<PasskeyOptions>;
  /**
   * Store a new passkey.
   *
   * An account can have 20.
   */
  createPasskey(body: CreatePasskeyBody, options?: PostOptions): Promise<Passkey>;
  /**
   * List your passkeys.
   *
   * Newest first.
   */
  listPasskeys(query?: PageQuery, options?: CallOptions): List<Passkey>;
  /**
   * Rename a passkey.
   *
   * The name is for its owner alone, and may be empty.
   */
  renamePasskey(id: number, body: RenamePasskeyBody, options?: CallOptions): Promise<Passkey>;
  /**
   * Delete a passkey.
   *
   * It no longer signs in. The authenticator still shows it until it is deleted there, too. Devices that are signed in stay signed in.
   */
  deletePasskey(id: number, options?: CallOptions): Promise<void>;
  /**
   * Sign in with a passkey.
   *
   * Creates a token for this device. A challenge signs in once. Refused passkeys count as failed sign-ins of the address. A passkey counts as two factors.
   */
  loginWithPasskey(body: LoginWithPasskeyBody, options?: CallOptions): Promise<SignedIn>;
  /**
   * Sign in with the second factor.
   *
   * The second step of a sign-in that was refused with `second_factor_required`. Its `ticket` works once, for 5 minutes and five tries. Wrong codes count as failed sign-ins.
   */
  loginWithSecondFactor(body: LoginWithSecondFactorBody, options?: CallOptions): Promise<SignedIn>;
  /**
   * Get your second factor.
   *
   * Whether it is on, how many recovery codes are left, and whether the app requires one of you.
   */
  getSecondFactor(options?: CallOptions): Promise<SecondFactor>;
  /**
   * Set up a second factor.
   *
   * Makes a secret for an authenticator app. Nothing changes until a code proves that the app has it; another call makes another secret.
   */
  beginSecondFactor(body: BeginSecondFactorBody, options?: PostChangeOptions): Promise<SecondFactorSecret>;
  /**
   * Turn the second factor on.
   *
   * Signs out every other device. The answer has the recovery codes.
   */
  proveSecondFactor(body: ProveSecondFactorBody, options?: PostOptions): Promise<RecoveryCodes>;
  /**
   * Replace the recovery codes.
   *
   * The old ones work no longer.
   */
  replaceRecoveryCodes(body: ReplaceRecoveryCodesBody, options?: PostOptions): Promise<RecoveryCodes>;
  /**
   * Remove the second factor.
   *
   * A sign-in needs the password alone again, and the recovery codes are void.
   */
  removeSecondFactor(body: RemoveSecondFactorBody, options?: PostOptions): Promise<void>;
  /**
   * Object to a reset of the second factor.
   *
   * Ends an admin's reset that has not taken effect.
   */
  keepSecondFactor(options?: PostOptions): Promise<void>;
  /**
   * Say that it was somebody else.
   *
   * For the link in the mail about a security notice. Signs out all devices, ends an admin's reset of the second factor, and mails a code for a new password. Of the last 24 hours it undoes a change of the email address, and removes passkeys, outside accounts, a second factor that was turned on, recovery codes that were replaced, and a password that was changed. The code works once and for 7 days.
   */
  denyNotice(body: DenyNoticeBody, options?: CallOptions): Promise<void>;
  /**
   * Sign out.
   *
   * Revokes the token of this call, or with `everywhere` the tokens of all your devices.
   */
  logout(body?: LogoutBody, options?: PostOptions): Promise<void>;
  /**
   * List your devices.
   *
   * One token for each device that is signed in, newest first.
   */
  listTokens(query?: PageQuery, options?: CallOptions): List<Token>;
  /**
   * Sign out a device.
   *
   * The token stops working immediately.
   */
  revokeToken(id: number, options?: CallOptions): Promise<void>;
  /**
   * Request a code to reset the password.
   *
   * The answer is the same whether or not an account has this email. The code is sent by mail, works once, and expires after 30 minutes or five tries. A new code replaces the old one.
   */
  requestPasswordReset(body: RequestPasswordResetBody, options?: CallOptions): Promise<void>;
  /**
   * Reset the password with a code.
   *
   * Signs out every device. Wrong codes count like failed sign-ins. Hyphens, spaces and case of the code do not matter.
   */
  resetPassword(body: ResetPasswordBody, options?: CallOptions): Promise<void>;
  /**
   * Request a code to verify the email address.
   *
   * Sends a mail with a code and a link to the caller's address. The code works once, and expires after 30 minutes, after five tries, or when the address changes. A new code replaces the old one. An account gets at most ten codes in ten minutes; further calls answer 202 too, and send nothing.
   */
  requestEmailVerification(options?: PostOptions): Promise<void>;
  /**
   * Verify an email address with a code.
   *
   * The code is proof enough, so no token is needed. With a token, the code must be for that account. Wrong codes count like failed sign-ins. Hyphens, spaces and case of the code do not matter.
   *
   * Needs no token; one that is sent must be valid.
   */
  verifyEmail(body: VerifyEmailBody, options?: CallOptions): Promise<void>;
  /**
   * Show your profile.
   *
   * Includes `email`, which only you see.
   */
  getOwnProfile(options?: CallOptions): Promise<Profile>;
  /**
   * Replace your profile.
   *
   * Omitted optional fields are cleared. Changing the email requires `current_password`.
   */
  replaceOwnProfile(body: ReplaceOwnProfileBody, options?: ChangeOptions): Promise<Profile>;
  /**
   * Change some fields of your profile.
   *
   * Omitted fields do not change; `null` clears a field. Changing the email requires `current_password`.
   */
  changeOwnProfile(body: ChangeOwnProfileBody, options?: ChangeOptions): Promise<Profile>;
  /**
   * Delete your account.
   *
   * Revokes all tokens, and frees the username and the email. Ends all matches. Open bets continue, and the ledger stays. Your shelf and your wishlist are deleted. Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`.
   */
  deleteOwnAccount(body: DeleteOwnAccountBody, options?: ChangeOptions): Promise<void>;
  /**
   * Delete your account.
   *
   * Revokes all tokens, and frees the username and the email. Ends all matches. Open bets continue, and the ledger stays. Your shelf and your wishlist are deleted. Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`.
   */
  deleteOwnAccountByPost(body: DeleteOwnAccountByPostBody, options?: PostOptions): Promise<void>;
  /**
   * Show a person's profile.
   *
   * Your own id works like `me`. `email` is only on your own profile.
   */
  getProfile(id: number, options?: CallOptions): Promise<Profile>;
  /**
   * Replace your profile.
   *
   * Omitted optional fields are cleared. Changing the email requires `current_password`.
   */
  replaceProfile(id: number, body: ReplaceProfileBody, options?: ChangeOptions): Promise<Profile>;
  /**
   * Change some fields of your profile.
   *
   * Omitted fields do not change; `null` clears a field. Changing the email requires `current_password`.
   */
  changeProfile(id: number, body: ChangeProfileBody, options?: ChangeOptions): Promise<Profile>;
  /**
   * Delete your account.
   *
   * Revokes all tokens, and frees the username and the email. Ends all matches. Open bets continue, and the ledger stays. Your shelf and your wishlist are deleted. Clients that cannot send a body with `DELETE` use `POST /profiles/me/delete/`.
   */
  deleteAccount(id: number, body: DeleteAccountBody, options?: ChangeOptions): Promise<void>;
  /**
   * Show a profile photo.
   *
   * WebP if `Accept` names it, otherwise JPEG; upright, in sRGB, without metadata, and in the aspect ratio of the original. Under the versioned path in a person's `photo`, caches may keep it for a year.
   */
  getOwnPhoto(query?: GetOwnPhotoQuery, options?: CallOptions): Promise<Blob>;
  /**
   * Upload a profile photo.
   *
   * The body is the image: JPEG, PNG or WebP, up to 8 MiB and 40 megapixels. It is turned upright by its EXIF data, cropped, and stored in three sizes. Only the first picture of an animation is used.
   */
  replaceOwnPhoto(file: Upload, query?: ReplaceOwnPhotoQuery, options?: UploadOptions): Promise<Profile>;
  /**
   * Delete the profile photo.
   *
   * Deletes all sizes of it.
   */
  deleteOwnPhoto(options?: ChangeOptions): Promise<void>;
  /**
   * Show a profile photo.
   *
   * WebP if `Accept` names it, otherwise JPEG; upright, in sRGB, without metadata, and in the aspect ratio of the original. Under the versioned path in a person's `photo`, caches may keep it for a year.
   */
  getProfilePhoto(id: number, query?: GetProfilePhotoQuery, options?: CallOptions): Promise<Blob>;
  /**
   * Upload a profile photo.
   *
   * The body is the image: JPEG, PNG or WebP, up to 8 MiB and 40 megapixels. It is turned upright by its EXIF data, cropped, and stored in three sizes. Only the first picture of an animation is used.
   */
  replaceProfilePhoto(id: number, file: Upload, query?: ReplaceProfilePhotoQuery, options?: UploadOptions): Promise<Profile>;
  /**
   * Delete the profile photo.
   *
   * Deletes all sizes of it.
   */
  deleteProfilePhoto(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * List blocked people.
   *
   * Newest first.
   */
  listBlocks(query?: PageQuery, options?: CallOptions): List<Block>;
  /**
   * Block a person.
   *
   * Neither person sees the other in lists and searches any more, and the other person cannot see your profile. A match between the two ends. Wagers that have started continue. People who have blocked you can be blocked too.
   */
  createBlock(id: number, options?: PostChangeOptions): Promise<Block>;
  /**
   * Show whether a person is blocked.
   *
   * 404 if the person is not blocked.
   */
  getBlock(id: number, options?: CallOptions): Promise<Block>;
  /**
   * Unblock a person.
   *
   * What the block ended is not restored.
   */
  deleteBlock(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Report a person or something they did.
   *
   * Only moderators see the report. The reported person is not notified.
   */
  createReport(body: CreateReportBody, options?: PostOptions): Promise<Report>;
  /**
   * List friends and requests.
   *
   * Includes requests that you sent or received. Latest change first.
   */
  listFriends(query?: ListFriendsQuery, options?: CallOptions): List<Friend>;
  /**
   * Send a friend request.
   *
   * If they already asked you, this accepts.
   */
  askFriend(body: AskFriendBody, options?: PostOptions): Promise<Friend>;
  /**
   * Accept a friend request.
   *
   * Takes no body.
   */
  acceptFriend(id: number, options?: CallOptions): Promise<Friend>;
  /**
   * Remove a friend or a request.
   *
   * Ends a friendship, refuses a request, or withdraws your own. The other person is not notified.
   */
  removeFriend(id: number, options?: CallOptions): Promise<void>;
  /**
   * Find people by name.
   *
   * Each word of `q` must be part of the username, the first or the last name, in any case. Newest accounts first. It leaves out people who set `searchable` to false, who are suspended or who have blocked you, and people you have blocked. A search may take 250 ms; three or more letters in a row make it fast.
   */
  findPeople(query?: FindPeopleQuery, options?: CallOptions): List<Person>;
  /**
   * Show your settings.
   *
   * Language, time zone, mail, and the settings of modules.
   */
  getSettings(options?: CallOptions): Promise<AccountSettings>;
  /**
   * Replace your settings.
   *
   * Omitted fields get their defaults.
   */
  replaceSettings(body: ReplaceSettingsBody, options?: ChangeOptions): Promise<AccountSettings>;
  /**
   * Change some of your settings.
   *
   * Omitted fields do not change. `feed_filters` are replaced as a whole, or cleared by `null`.
   */
  changeSettings(body: ChangeSettingsBody, options?: ChangeOptions): Promise<AccountSettings>;
  /**
   * Export my data.
   *
   * One JSON object with everything that is stored about you. The secrets of tokens and of the second factor are left out, and other people appear only as you can see them. `photo` is the largest that is stored, as base64. `mails` are messages of the last 30 days; the text of one is null if a mail server took it, and while a code in it is valid.
   */
  getExport(options?: CallOptions): Promise<Export>;
  /**
   * Create a ticket for your stream.
   *
   * For browsers, which cannot send a token with a WebSocket or an event stream: put the ticket into the query of the stream. It is valid for a minute and one handshake, and its stream ends when the token of this call is revoked.
   */
  createStreamTicket(options?: PostOptions): Promise<LiveTicket>;
  /**
   * List your notices.
   *
   * What happened, newest first.
   */
  listNotices(query?: ListNoticesQuery, options?: CallOptions): List<Notice>;
  /**
   * Mark notices as read.
   *
   * Takes one of `ids`, `up_to` and `subject`. Ids of other people's notices are ignored.
   */
  markNoticesRead(body: MarkNoticesReadBody, options?: PostOptions): Promise<void>;
  /**
   * List the devices that get your notices.
   *
   * With `public_key`, which a browser needs to subscribe. `push_notices`, `push_muted`, `push_text` and `quiet_hours` of your settings say what is sent to them.
   */
  listPushDevices(options?: CallOptions): Promise<PushDevices>;
  /**
   * Get your notices on this device.
   *
   * Takes what a browser's `pushManager.subscribe()` gave, or `platform` and `token` of an app. The device belongs to the token of the call: when that is signed out or expires, it gets nothing any more. The same endpoint, or the same token of an app, replaces the device. An account has at most 20: the oldest goes.
   */
  addPushDevice(body: AddPushDeviceBody, options?: PostChangeOptions): Promise<PushDevice>;
  /**
   * Send no more notices to a device.
   *
   * It stays signed in.
   */
  deletePushDevice(id: number, options?: CallOptions): Promise<void>;
  /**
   * List people to match with.
   *
   * People who know the language you learn, and learn the one you know. The most recently active come first.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  listPartners(query?: ListPartnersQuery, options?: CallOptions): List<Profile>;
  /**
   * Register an account.
   *
   * Also signs in: the answer contains a token. With a `registration_ticket`, the outside account takes the place of a password. With the module `meetups`, `known_lang` and `learn_lang` are required and must differ. Fields of modules that are off are rejected.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  createProfile(body: CreateProfileBody, options?: CallOptions): Promise<SignedIn>;
  /**
   * List languages.
   *
   * The languages that people of the tenant can practise.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  listLanguages(query?: PageQuery, options?: CallOptions): List<Language>;
  /**
   * List your matches.
   *
   * Newest first.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  listMatches(query?: ListMatchesQuery, options?: CallOptions): List<Match>;
  /**
   * Match with a person.
   *
   * Without `a_username`, a random partner is chosen.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  createMatch(body?: CreateMatchBody, options?: PostOptions): Promise<Match>;
  /**
   * Show a match.
   *
   * `profile` is the other person.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  getMatch(id: number, options?: CallOptions): Promise<Match>;
  /**
   * Propose, accept or cancel a meetup.
   *
   * Send one of: `{time_1, location}` to propose or make a counter-offer, `{accept: true}`, or `{cancel: true}`. With `accept` you can send the `time_1` and `location` that you saw: if the offer has changed since, the answer is 409.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  planMeetup(id: number, body: PlanMeetupBody, options?: ChangeOptions): Promise<Match>;
  /**
   * End a match.
   *
   * Deletes its history too. Matching again starts from the beginning.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  endMatch(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Show the history of a match.
   *
   * Oldest first: the match, the last 100 moves of both people, and what became of them.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  listMatchHistory(id: number, query?: PageQuery, options?: CallOptions): List<MatchEvent>;
  /**
   * Download the meetup as a calendar file.
   *
   * The scheduled meetup as iCalendar.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  getMeetupCalendar(id: number, options?: CallOptions): Promise<Blob>;
  /**
   * Give feedback on a meetup.
   *
   * Says whether the other person came. Possible once for each meetup, within 14 days. It counts in the `reliability` of the other person.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  giveFeedback(id: number, body: GiveFeedbackBody, options?: PostOptions): Promise<Match>;
  /**
   * Show the match with a person.
   *
   * `profile` is the other person.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  getMatchWithPerson(id: number, options?: CallOptions): Promise<Match>;
  /**
   * Propose, accept or cancel a meetup with a person.
   *
   * Send one of: `{time_1, location}` to propose or make a counter-offer, `{accept: true}`, or `{cancel: true}`. With `accept` you can send the `time_1` and `location` that you saw: if the offer has changed since, the answer is 409.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  planMeetupWithPerson(id: number, body: PlanMeetupWithPersonBody, options?: ChangeOptions): Promise<Match>;
  /**
   * End the match with a person.
   *
   * Deletes its history too. Matching again starts from the beginning.
   *
   * Part of the module `meetups`; 404 if it is off.
   */
  endMatchWithPerson(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Pose a wager.
   *
   * It is open until someone takes it, it expires, or you withdraw it.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  createWager(body: CreateWagerBody, options?: PostOptions): Promise<Wager>;
  /**
   * List wagers.
   *
   * Open wagers that you may see, newest first. Without filters in the query, your saved `feed_filters` apply, unless `filters=none`. With `near`, each wager has its `distance_km`, and wagers without a place are left out.
   *
   * Part of the module `wagers`; 404 if it is off. API keys need the scope `wagers:read`.
   */
  listWagers(query?: ListWagersQuery, options?: CallOptions): List<Wager>;
  /**
   * Show a wager.
   *
   * You can see public wagers in every state, wagers that are offered to you, and your own.
   *
   * Part of the module `wagers`; 404 if it is off. API keys need the scope `wagers:read`.
   */
  getWager(id: number, options?: CallOptions): Promise<Wager>;
  /**
   * Change an open wager.
   *
   * Replaces the whole wager. Omitted fields get their defaults.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  updateWager(id: number, body: UpdateWagerBody, options?: ChangeOptions): Promise<Wager>;
  /**
   * Withdraw an open wager.
   *
   * Possible until someone takes it.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  deleteWager(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Show a public wager to everybody.
   *
   * What the link of a public wager shows to people who have no account yet.
   *
   * Part of the module `wagers`; 404 if it is off. Needs no token where the tenant's setting `public_offers` is on.
   */
  getWagerOffer(id: number, options?: CallOptions): Promise<WagerOffer>;
  /**
   * Take a wager.
   *
   * If several people take it at the same time, exactly one succeeds. A wager that was edited since it was posed requires `If-Match` with its `ETag`, so that no one takes terms they have not seen.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  takeWager(id: number, options?: PostChangeOptions): Promise<Wager>;
  /**
   * Decline a wager that is addressed to you.
   *
   * The challenger gets a notice. A declined wager is final.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  declineWager(id: number, options?: PostChangeOptions): Promise<Wager>;
  /**
   * Report who won.
   *
   * The first report is the `claim`; its author may change it. Agreement, or 72 hours of silence, completes the wager; disagreement disputes it.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  completeWager(id: number, body: CompleteWagerBody, options?: PostChangeOptions): Promise<Wager>;
  /**
   * Cancel a wager.
   *
   * Asks the other side to cancel. The wager is cancelled when both sides have asked.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  cancelWager(id: number, options?: PostChangeOptions): Promise<Wager>;
  /**
   * Withdraw the cancellation request.
   *
   * Possible until the other side agrees.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  withdrawWagerCancellation(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Choose an arbiter.
   *
   * When both sides choose the same person, that person becomes the arbiter, until both choose another.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  nameWagerArbiter(id: number, body: NameWagerArbiterBody, options?: ChangeOptions): Promise<Wager>;
  /**
   * Decide a dispute.
   *
   * Send either `winner` or `void: true`, which cancels the wager.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  arbitrateWager(id: number, body: ArbitrateWagerBody, options?: PostChangeOptions): Promise<Wager>;
  /**
   * Get payment instructions.
   *
   * The links open Venmo with everything filled in. The money moves outside of Parlay, and the winner confirms that it arrived. Choosing `cash` stops the reminders.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  payWager(id: number, body: PayWagerBody, options?: PostChangeOptions): Promise<PaymentGuide>;
  /**
   * Confirm the payment.
   *
   * With `false` the wager stays completed, and the reminders start again.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  confirmWager(id: number, body: ConfirmWagerBody, options?: PostChangeOptions): Promise<Wager>;
  /**
   * Rate the other side.
   *
   * Possible once per wager. It counts in the `rating` of the other side.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  rateWager(id: number, body: RateWagerBody, options?: PostChangeOptions): Promise<Wager>;
  /**
   * List the categories of wagers.
   *
   * The categories to choose from, in the order to show them.
   *
   * Part of the module `wagers`; 404 if it is off. API keys need the scope `wagers:read`.
   */
  listCategories(query?: PageQuery, options?: CallOptions): List<string>;
  /**
   * List wagers that are offered to you alone.
   *
   * Open wagers with the audience `account` that you can take or decline, newest first.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  listAddressedWagers(query?: PageQuery, options?: CallOptions): List<Wager>;
  /**
   * List a person's wagers.
   *
   * Wagers the person posed or took, as far as you can see them, newest first.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  listWagersOfPerson(id: number, query?: ListWagersOfPersonQuery, options?: CallOptions): List<Wager>;
  /**
   * Search people or wagers.
   *
   * By a regular expression (PostgreSQL's), in any case: over the names of people, or the name and description of wagers that you may see. The newest first. A search may take 250 ms; three or more letters in a row make it fast.
   *
   * Part of the module `wagers`; 404 if it is off.
   */
  search(query?: SearchQuery, options?: CallOptions): List<SearchResults["items"][number], SearchResults>;
  /**
   * List tournaments.
   *
   * Newest first.
   *
   * Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
   */
  listTournaments(query?: ListTournamentsQuery, options?: CallOptions): List<Tournament>;
  /**
   * Show a tournament.
   *
   * Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
   */
  getTournament(id: number, options?: CallOptions): Promise<Tournament>;
  /**
   * List events with their odds.
   *
   * In the order of their start, each with its markets and outcomes.
   *
   * Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
   */
  listEvents(query?: ListEventsQuery, options?: CallOptions): List<Event>;
  /**
   * Show an event with its odds.
   *
   * Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
   */
  getEvent(id: number, options?: CallOptions): Promise<Event>;
  /**
   * Show a market.
   *
   * Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
   */
  getMarket(id: number, options?: CallOptions): Promise<Market>;
  /**
   * Show an outcome.
   *
   * Part of the module `sportsbook`; 404 if it is off. API keys need the scope `events:read`.
   */
  getOutcome(id: number, options?: CallOptions): Promise<Outcome>;
  /**
   * Place a bet.
   *
   * A single, or a parlay of 2 to 12 legs of different events. The stake leaves the wallet immediately. Send an `Idempotency-Key`, so that a repeated call does not bet twice. Limits hold for the position: your stakes and possible payouts of all open bets on an outcome count together.
   *
   * Part of the module `sportsbook`; 404 if it is off.
   */
  createBet(body: CreateBetBody, options?: PostOptions): Promise<Bet>;
  /**
   * List your bets.
   *
   * Newest first.
   *
   * Part of the module `sportsbook`; 404 if it is off.
   */
  listBets(query?: ListBetsQuery, options?: CallOptions): List<Bet>;
  /**
   * Show a bet of yours.
   *
   * Part of the module `sportsbook`; 404 if it is off.
   */
  getBet(id: number, options?: CallOptions): Promise<Bet>;
  /**
   * Show your wallet.
   *
   * The first call opens it with the tenant's starting balance.
   *
   * Part of the module `sportsbook`; 404 if it is off.
   */
  getWallet(options?: CallOptions): Promise<Wallet>;
  /**
   * List the entries of your wallet.
   *
   * Everything that moved the balance, newest first. The amounts add up to the balance. Ids are not in the order of the list.
   *
   * Part of the module `sportsbook`; 404 if it is off.
   */
  listWalletEntries(query?: PageQuery, options?: CallOptions): List<WalletEntry>;
  /**
   * Show the leaderboard.
   *
   * People by their profit from settled bets. Equal profits share a rank. Suspended people are not ranked. With `friends=true` the caller and the caller's friends are ranked among themselves.
   *
   * Part of the module `sportsbook`; 404 if it is off.
   */
  listLeaderboard(query?: ListLeaderboardQuery, options?: CallOptions): List<LeaderboardEntry>;
  /**
   * Show the tree of the sportsbook.
   *
   * Open tournaments that have an event which is not final or cancelled, with all of their events, markets and outcomes, from memory. It is at most 250 ms older than the stream. The stream's messages after its `seq` lead to the present tree.
   *
   * Part of the module `sportsbook`; 404 if it is off. Needs no token where the tenant's setting `public_sportsbook` is on. API keys need the scope `sportsbook:read`.
   */
  getSportsbook(query?: GetSportsbookQuery, options?: CallOptions): Promise<SportsbookTree>;
  /**
   * Show the tree for the original Betbull app.
   *
   * The array that the original app decodes: string ids, `startTime` in Unix seconds, events called `A vs. B`, and only those that have a market of two outcomes. The icon is that of the tournament, or one of its sport.
   *
   * Part of the module `sportsbook`; 404 if it is off. Needs no token where the tenant's setting `public_sportsbook` is on. API keys need the scope `sportsbook:read`.
   */
  getSportsbookFeed(options?: CallOptions): Promise<(Record<string, unknown>)[]>;
  /**
   * Create a ticket for the live stream.
   *
   * For browsers, which cannot send a token with a WebSocket: put the ticket into the query of the stream. It is valid for a minute and one handshake, and its stream ends when the token of this call is revoked.
   *
   * Part of the module `sportsbook`; 404 if it is off.
   */
  createLiveTicket(options?: PostOptions): Promise<LiveTicket>;
  /**
   * List and search games.
   *
   * The best first: games that at least 20 people rated, by their rating as in `sort=rating`, then the others. With `q` the closest first: the same name, names that begin with it, names with all its words, similar names. Case, accents, punctuation and the signs ™ ® © do not matter.
   *
   * Part of the module `shelf`; 404 if it is off. API keys need the scope `shelf:read`.
   */
  listGames(query?: ListGamesQuery, options?: CallOptions): List<GamePage["items"][number], GamePage>;
  /**
   * Show a game.
   *
   * With your entry of it, and whether it is on your wishlist. Where the tenant has `public_shelves`, no token is needed.
   *
   * Part of the module `shelf`; 404 if it is off. Needs no token where the tenant's setting `public_shelves` is on. API keys need the scope `shelf:read`.
   */
  getGame(id: number, options?: CallOptions): Promise<GameDetails>;
  /**
   * List the genres of games.
   *
   * By name. Use these names for `genre` in the list of games.
   *
   * Part of the module `shelf`; 404 if it is off. API keys need the scope `shelf:read`.
   */
  listGenres(query?: PageQuery, options?: CallOptions): List<GameGroup>;
  /**
   * List the platforms of games.
   *
   * By name. Use these names for `platform` in the list of games.
   *
   * Part of the module `shelf`; 404 if it is off. API keys need the scope `shelf:read`.
   */
  listPlatforms(query?: PageQuery, options?: CallOptions): List<GameGroup>;
  /**
   * List the games on your shelf.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  listShelf(query?: ListShelfQuery, options?: CallOptions): List<ShelfEntry>;
  /**
   * Add a game to your shelf.
   *
   * A game on your wishlist is removed from it.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  addToShelf(body: AddToShelfBody, options?: PostOptions): Promise<ShelfEntry>;
  /**
   * Show your shelf in numbers.
   *
   * Games and hours by status, genre and month, and the mean of your ratings.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  getShelfStats(options?: CallOptions): Promise<ShelfStats>;
  /**
   * List the games on a person's shelf.
   *
   * A shelf is public unless its owner has set `shelf_public` to `false`. Where the tenant has `public_shelves`, no token is needed.
   *
   * Part of the module `shelf`; 404 if it is off. Needs no token where the tenant's setting `public_shelves` is on.
   */
  listShelfOfPerson(id: number, query?: ListShelfOfPersonQuery, options?: CallOptions): List<ShelfEntry>;
  /**
   * List the games on a person's shelf.
   *
   * A shelf is public unless its owner has set `shelf_public` to `false`. Where the tenant has `public_shelves`, no token is needed.
   *
   * Part of the module `shelf`; 404 if it is off. Needs no token where the tenant's setting `public_shelves` is on.
   */
  getShelf(id: number, query?: GetShelfQuery, options?: CallOptions): List<ShelfEntry>;
  /**
   * Show a game of your shelf.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  getShelfEntry(id: number, options?: CallOptions): Promise<ShelfEntry>;
  /**
   * Replace what you say about a game.
   *
   * Omitted fields are cleared; `status` is required.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  replaceShelfEntry(id: number, body: ReplaceShelfEntryBody, options?: ChangeOptions): Promise<ShelfEntry>;
  /**
   * Change what you say about a game.
   *
   * Omitted fields do not change; `null` clears a field.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  updateShelfEntry(id: number, body: UpdateShelfEntryBody, options?: ChangeOptions): Promise<ShelfEntry>;
  /**
   * Take a game off your shelf.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  removeFromShelf(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * List the people who show their shelves.
   *
   * Shelves with games on them; the one that was updated last comes first. Your own is among them. Where the tenant has `public_shelves`, no token is needed.
   *
   * Part of the module `shelf`; 404 if it is off. Needs no token where the tenant's setting `public_shelves` is on.
   */
  listShelves(query?: ListShelvesQuery, options?: CallOptions): List<PublicShelf>;
  /**
   * List the games you wish for.
   *
   * The latest additions come first.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  listWishlist(query?: PageQuery, options?: CallOptions): List<Wish>;
  /**
   * Wish for a game.
   *
   * Takes no body. Doing it again changes nothing.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  addToWishlist(id: number, options?: CallOptions): Promise<void>;
  /**
   * Take a game off your wishlist.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  removeFromWishlist(id: number, options?: CallOptions): Promise<void>;
  /**
   * Export your shelf as a file.
   *
   * CSV in UTF-8, by name, with the columns `igdb_id,name,release_year,status,user_rating,user_hours,note,started_on,finished_on`. Names and notes that a spreadsheet would read as a formula begin with an apostrophe, which an import removes.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  exportShelf(options?: CallOptions): Promise<Blob>;
  /**
   * Import a file into your shelf.
   *
   * The body is a file like those of the export: up to 8 MiB and 10,000 lines besides the header, whose columns may be in any order and be fewer. A status is its number or its name, such as `playing`. A line names its game by `igdb_id`, else by name and year, compared without case, accents and punctuation. Empty cells change nothing, and the later of two lines about one game wins. Bad lines do not stop good ones: the report has each line's fate.
   *
   * Part of the module `shelf`; 404 if it is off.
   */
  importShelf(file: Upload, query?: ImportShelfQuery, options?: UploadOptions): Promise<ShelfImportReport>;
  /**
   * Describe the tenant.
   *
   * For the first screen of an app: the name, the modules that are on, and who may register.
   */
  about(options?: CallOptions): Promise<About>;
  /**
   * List reports.
   *
   * Newest first. `subject_copy` is the subject as it was when it was reported, until 90 days after the report is resolved.
   *
   * Requires the role `moderator`. API keys need the scope `reports:read`.
   */
  listAdminReports(query?: ListAdminReportsQuery, options?: CallOptions): List<Report>;
  /**
   * Get a report.
   *
   * Requires the role `moderator`. API keys need the scope `reports:read`.
   */
  getAdminReport(id: number, options?: CallOptions): Promise<Report>;
  /**
   * Decide on a report.
   *
   * Sets the status, a note, or both.
   *
   * Requires the role `moderator`. API keys need the scope `reports:write`.
   */
  changeAdminReport(id: number, body: ChangeAdminReportBody, options?: ChangeOptions): Promise<Report>;
  /**
   * Show the tenant's settings.
   *
   * For admins.
   *
   * Requires the role `admin`.
   */
  getAdminSettings(options?: CallOptions): Promise<TenantSettings>;
  /**
   * Change some of the tenant's settings.
   *
   * Omitted settings do not change. All server processes apply the change within a second.
   *
   * Requires the role `admin`.
   */
  changeAdminSettings(body: ChangeAdminSettingsBody, options?: ChangeOptions): Promise<TenantSettings>;
  /**
   * Hide content.
   *
   * Hides it from everyone but its author, moderators and admins, until it is shown again; a replaced photo, bio, name or note stays hidden. The author gets the reason in a notice. `account`: the `photo`, the `bio` or the `name` (username, first and last name). `match`: the feedback of one member, which then does not count in the other's reliability: `user_id1_feedback` or `user_id2_feedback`. `wager`: all of it, so that only its parties and its arbiter see it, or the comment of one side's rating: `challenger_comment` or `challengee_comment`. `shelf`, by the person's id: the note on a game; `part` is the game's id.
   *
   * Requires the role `moderator`.
   */
  hideContent(body: HideContentBody, options?: PostOptions): Promise<HiddenContent>;
  /**
   * List hidden content.
   *
   * Newest first.
   *
   * Requires the role `moderator`. API keys need the scope `reports:read`.
   */
  listHiddenContent(query?: PageQuery, options?: CallOptions): List<HiddenContent>;
  /**
   * Show hidden content again.
   *
   * Requires the role `moderator`. API keys need the scope `reports:write`.
   */
  showContent(id: number, options?: CallOptions): Promise<void>;
  /**
   * List invites.
   *
   * Newest first. Codes are not shown again; `prefix` has the first characters of each.
   *
   * Requires the role `admin`.
   */
  listAdminInvites(query?: PageQuery, options?: CallOptions): List<Invite>;
  /**
   * Create an invite.
   *
   * The answer contains the code, which is not shown again: only its digest is stored.
   *
   * Requires the role `admin`.
   */
  createAdminInvite(body: CreateAdminInviteBody, options?: PostOptions): Promise<CreatedInvite>;
  /**
   * Withdraw an invite.
   *
   * Accounts that registered with it stay.
   *
   * Requires the role `admin`.
   */
  deleteAdminInvite(id: number, options?: CallOptions): Promise<void>;
  /**
   * List API keys.
   *
   * Newest first, without revoked ones. Secrets are not shown again; `prefix` has the first characters of each.
   *
   * Requires the role `admin`.
   */
  listAPIKeys(query?: PageQuery, options?: CallOptions): List<TenantKey>;
  /**
   * Create an API key.
   *
   * For a server of yours: it sends the secret as its token. The answer contains the secret, which is not shown again: only its digest is stored. A key does what its scopes say, from the networks that it names, and is refused elsewhere like an unknown one. It never gives roles, makes keys or acts as a person. To replace a key, create another, switch the server over, and revoke the first.
   *
   * Requires the role `admin`.
   */
  createAPIKey(body: CreateAPIKeyBody, options?: PostOptions): Promise<CreatedAPIKey>;
  /**
   * Show an API key.
   *
   * Without its secret.
   *
   * Requires the role `admin`.
   */
  showAPIKey(id: number, options?: CallOptions): Promise<TenantKey>;
  /**
   * Change an API key.
   *
   * The secret stays the same. What changes holds for the next call.
   *
   * Requires the role `admin`.
   */
  changeAPIKey(id: number, body: ChangeAPIKeyBody, options?: ChangeOptions): Promise<TenantKey>;
  /**
   * Revoke an API key.
   *
   * It stops working immediately, and its open streams end within a second. The audit log still names it.
   *
   * Requires the role `admin`.
   */
  revokeAPIKey(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * List the audit log.
   *
   * Actions of admins, moderators and the operator, newest first. `by` is null for the operator. `person` is the account that the subject is or belongs to, and `title` the subject's present name; both are null if they are not known, such as for a deleted webhook.
   *
   * Requires the role `admin`.
   */
  listAdminAudit(query?: ListAdminAuditQuery, options?: CallOptions): List<AuditEntry>;
  /**
   * Show figures by day.
   *
   * What the worker counts of the tenant by day, in UTC, every ten minutes: at most 366 days. Each figure is of a module that the tenant has, or of the tenant itself. Those about money are for admins.
   *
   * Requires the role `moderator`.
   */
  getAdminFigures(query?: GetAdminFiguresQuery, options?: CallOptions): Promise<FigureReport>;
  /**
   * List webhooks.
   *
   * Without their secrets.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:read`.
   */
  listAdminWebhooks(query?: PageQuery, options?: CallOptions): List<Webhook>;
  /**
   * Register a webhook.
   *
   * The answer contains the secret that signs each event. It is not shown again.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:write`.
   */
  createAdminWebhook(body: CreateAdminWebhookBody, options?: PostOptions): Promise<Webhook>;
  /**
   * Show a webhook.
   *
   * Without its secret.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:read`.
   */
  getAdminWebhook(id: number, options?: CallOptions): Promise<Webhook>;
  /**
   * Change a webhook.
   *
   * Can also turn it off and on.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:write`.
   */
  changeAdminWebhook(id: number, body: ChangeAdminWebhookBody, options?: ChangeOptions): Promise<Webhook>;
  /**
   * Delete a webhook.
   *
   * Also deletes the log of its deliveries.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:write`.
   */
  deleteAdminWebhook(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Replace a webhook's secret.
   *
   * For 24 hours events carry signatures of both secrets, so that receivers can switch.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:write`.
   */
  rotateWebhookSecret(id: number, options?: PostOptions): Promise<Webhook>;
  /**
   * List deliveries.
   *
   * One entry for each attempt of the last 30 days, newest first.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:read`.
   */
  listAdminWebhookDeliveries(id: number, query?: PageQuery, options?: CallOptions): List<WebhookDelivery>;
  /**
   * Resend an event.
   *
   * Starts a new delivery with the same `webhook-id`, which is retried like any other.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:write`.
   */
  replayWebhookDelivery(id: number, delivery: number, options?: PostOptions): Promise<WebhookDelivery>;
  /**
   * Send a test event.
   *
   * Sends an event of the type `webhook.test`, signed and retried like any other, to this webhook alone.
   *
   * Requires the role `admin`. API keys need the scope `webhooks:write`.
   */
  testWebhook(id: number, options?: PostOptions): Promise<WebhookDelivery>;
  /**
   * List someone's matches.
   *
   * Newest first. `profile` is the person whom that account is matched with; `moves` is empty, because none is yours.
   *
   * Part of the module `meetups`; 404 if it is off. Requires the role `moderator`. API keys need the scope `meetups:read`.
   */
  listMatchesOfAccount(id: number, query?: ListMatchesOfAccountQuery, options?: CallOptions): List<Match>;
  /**
   * List disputed wagers.
   *
   * Wagers that are waiting for a decision, oldest first.
   *
   * Part of the module `wagers`; 404 if it is off. Requires the role `moderator`. API keys need the scope `wagers:read`.
   */
  listDisputes(query?: PageQuery, options?: CallOptions): List<Wager>;
  /**
   * Take a wager down.
   *
   * For every wager that you can see and that is not final yet: it becomes `cancelled`, a result no longer counts, and reminders stop. Both sides get the reason.
   *
   * Part of the module `wagers`; 404 if it is off. Requires the role `moderator`. API keys need the scope `wagers:write`.
   */
  voidWager(id: number, body: VoidWagerBody, options?: PostChangeOptions): Promise<Wager>;
  /**
   * List the categories of wagers.
   *
   * In the order in which people see them.
   *
   * Requires the role `admin`. API keys need the scope `wagers:read`.
   */
  getAdminCategories(options?: CallOptions): Promise<Categories>;
  /**
   * Replace the categories of wagers.
   *
   * Existing wagers keep a category that is removed.
   *
   * Requires the role `admin`.
   */
  replaceAdminCategories(body: ReplaceAdminCategoriesBody, options?: ChangeOptions): Promise<Categories>;
  /**
   * List the featured games.
   *
   * In the order in which `GET /games/?featured=true` shows them.
   *
   * Part of the module `shelf`; 404 if it is off. Requires the role `admin`. API keys need the scope `shelf:read`.
   */
  getFeaturedGames(options?: CallOptions): Promise<FeaturedGames>;
  /**
   * Replace the featured games.
   *
   * At most 50. They come first in lists with `featured=true`, if they match the filters.
   *
   * Part of the module `shelf`; 404 if it is off. Requires the role `admin`. API keys need the scope `shelf:write`.
   */
  replaceFeaturedGames(body: ReplaceFeaturedGamesBody, options?: ChangeOptions): Promise<FeaturedGames>;
  /**
   * List accounts.
   *
   * With their emails. Deleted accounts are not listed.
   *
   * Requires the role `admin`. API keys need the scope `accounts:read`.
   */
  listAdminAccounts(query?: ListAdminAccountsQuery, options?: CallOptions): List<Profile>;
  /**
   * Get an account.
   *
   * As in the list: with the email, the role and the status. Deleted accounts are not found.
   *
   * Requires the role `admin`. API keys need the scope `accounts:read`.
   */
  getAdminAccount(id: number, options?: CallOptions): Promise<Profile>;
  /**
   * Change an account.
   *
   * Admins set the role and the status. The tokens of a suspended account stop working immediately, and work again when it is active. Moderators and admins remove the photo and the bio with null, and change the names; the person gets a notice with the changes and the reason.
   *
   * Requires the role `moderator`. API keys need the scope `accounts:write`.
   */
  changeAdminAccount(id: number, body: ChangeAdminAccountBody, options?: ChangeOptions): Promise<Profile>;
  /**
   * Delete someone's account.
   *
   * The same as when the owner deletes it: personal data is erased, and history stays.
   *
   * Requires the role `admin`. API keys need the scope `accounts:write`.
   */
  eraseAccount(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Mail someone a code to reset the password.
   *
   * The mail of `POST /password/reset/`, to the account's address. The present password works until the code is used, and the devices stay signed in until then.
   *
   * Requires the role `admin`. API keys need the scope `accounts:write`.
   */
  mailPasswordReset(id: number, options?: PostOptions): Promise<void>;
  /**
   * List someone's devices.
   *
   * One token for each device that is signed in, newest first.
   *
   * Requires the role `admin`.
   */
  listTokensOfAccount(id: number, query?: PageQuery, options?: CallOptions): List<Token>;
  /**
   * Sign someone out on all devices.
   *
   * Revokes all tokens of the account. They stop working immediately; the person can sign in again.
   *
   * Requires the role `admin`. API keys need the scope `accounts:write`.
   */
  signOutAccount(id: number, options?: CallOptions): Promise<void>;
  /**
   * List someone's mail.
   *
   * Mail of the last 30 days that a mail server took, that is stored because none is set, that waits, or that could not be sent, newest first and without its text.
   *
   * Requires the role `admin`.
   */
  listMailsOfAccount(id: number, query?: PageQuery, options?: CallOptions): List<AccountMail>;
  /**
   * Get someone's second factor.
   *
   * Requires the role `admin`. API keys need the scope `accounts:read`.
   */
  getSecondFactorOfAccount(id: number, options?: CallOptions): Promise<SecondFactor>;
  /**
   * Reset someone's second factor.
   *
   * For someone who has lost the device and the recovery codes. The person is told by mail, and can object by its link. It takes effect after the hours of the setting `second_factor_reset_hours`, and signs the person out on all devices.
   *
   * Requires the role `admin`.
   */
  resetSecondFactorOfAccount(id: number, options?: PostOptions): Promise<SecondFactor>;
  /**
   * Export someone's data.
   *
   * The document of `GET /export/`, for someone who asks you for their data. Each export is in the audit log.
   *
   * Requires the role `admin`. API keys need the scope `accounts:write`.
   */
  exportAccount(id: number, options?: CallOptions): Promise<Export>;
  /**
   * Create a tournament.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  createTournament(body: CreateTournamentBody, options?: PostOptions): Promise<Tournament>;
  /**
   * Show a tournament.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
   */
  getAdminTournament(id: number, options?: CallOptions): Promise<Tournament>;
  /**
   * Change a tournament.
   *
   * A closed tournament takes no bets.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  updateTournament(id: number, body: UpdateTournamentBody, options?: ChangeOptions): Promise<Tournament>;
  /**
   * Delete a tournament.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  deleteTournament(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Create an event.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  createEvent(body: CreateEventBody, options?: PostOptions): Promise<Event>;
  /**
   * Show an event with its odds.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
   */
  getAdminEvent(id: number, options?: CallOptions): Promise<Event>;
  /**
   * Change an event, or enter its result.
   *
   * The status `final` with both scores is the result: outcomes are graded immediately, and bets are settled by the worker. Other scores later are a correction. `live` with both scores is a running score, which settles nothing. `cancelled` pays all stakes back.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  updateEvent(id: number, body: UpdateEventBody, options?: ChangeOptions): Promise<Event>;
  /**
   * Delete an event.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  deleteEvent(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Create a market.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  createMarket(body: CreateMarketBody, options?: PostOptions): Promise<Market>;
  /**
   * Show a market.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
   */
  getAdminMarket(id: number, options?: CallOptions): Promise<Market>;
  /**
   * Suspend, open, void or move a market.
   *
   * `void` pays the stakes back, and cannot be undone.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  updateMarket(id: number, body: UpdateMarketBody, options?: ChangeOptions): Promise<Market>;
  /**
   * Delete a market.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  deleteMarket(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Show an outcome.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
   */
  getAdminOutcome(id: number, options?: CallOptions): Promise<Outcome>;
  /**
   * Move a price, or suspend an outcome.
   *
   * Bets that are placed keep their price.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:write`.
   */
  updateOutcome(id: number, body: UpdateOutcomeBody, options?: ChangeOptions): Promise<Outcome>;
  /**
   * Import games and odds from a file.
   *
   * The body is the file, up to 16 MiB: the CSV of nflverse, or a JSON tree of tournaments. All of it is imported or nothing. Importing it again changes nothing, and a selection that no line fits is refused. Each bad line is named in `errors` as `lines.<n>`, the first 100: of a CSV the line, whose header is line 1, and of a tree the event.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
   */
  importOdds(file: Upload, query?: ImportOddsQuery, options?: UploadOptions): Promise<ImportCounts>;
  /**
   * Show someone's wallet.
   *
   * Also of suspended and deleted accounts. Opens the wallet if the account has none yet.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:read`.
   */
  getAccountWallet(id: number, options?: CallOptions): Promise<Wallet>;
  /**
   * List the entries of someone's wallet.
   *
   * Everything that moved the balance, newest first. Ids are not in the order of the list.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:read`.
   */
  listAccountWalletEntries(id: number, query?: PageQuery, options?: CallOptions): List<WalletEntry>;
  /**
   * List someone's bets.
   *
   * Newest first, as the person sees them. Also of suspended and deleted accounts.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:read`.
   */
  listAccountBets(id: number, query?: ListAccountBetsQuery, options?: CallOptions): List<Bet>;
  /**
   * Give someone paper money.
   *
   * Answers the wallet. A debt is repaid first.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:write`.
   */
  grantMoney(id: number, body: GrantMoneyBody, options?: PostOptions): Promise<Wallet>;
  /**
   * List the bets on an event.
   *
   * Newest first, each with its person. `exposure` is the same on each page: the stakes and potential payouts of all open bets on the event, for each outcome. A parlay counts with its whole amounts.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `wallets:read`.
   */
  listEventBets(id: number, query?: PageQuery, options?: CallOptions): List<EventBets["items"][number], EventBets>;
  /**
   * Preview what a result pays.
   *
   * By the rules of the settlement, over the bets as they are now. Nothing is written. A result, a correction and a cancelled event are then entered by `PATCH /admin/events/{id}/`, and a market is made void by `PATCH /admin/markets/{id}/`.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `events:read`.
   */
  previewResult(id: number, query: PreviewResultQuery, options?: CallOptions): Promise<ResultPreview>;
  /**
   * List feeds.
   *
   * With the state of each. Keys are never shown.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:read`.
   */
  listAdminFeeds(query?: PageQuery, options?: CallOptions): List<OddsFeed>;
  /**
   * Create a feed.
   *
   * The worker reads it within a minute, and then on its schedule. The options of The Odds API need `sport` and `regions`, those of a page `tournament` and `sport`; others that are absent take their defaults.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
   */
  createAdminFeed(body: CreateAdminFeedBody, options?: PostOptions): Promise<OddsFeed>;
  /**
   * Show a feed.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:read`.
   */
  getAdminFeed(id: number, options?: CallOptions): Promise<OddsFeed>;
  /**
   * Change a feed.
   *
   * Can also turn it off and on. `options` replaces all options.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
   */
  changeAdminFeed(id: number, body: ChangeAdminFeedBody, options?: ChangeOptions): Promise<OddsFeed>;
  /**
   * Delete a feed.
   *
   * Its games stay, and their open markets are suspended.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
   */
  deleteAdminFeed(id: number, options?: ChangeOptions): Promise<void>;
  /**
   * Read a feed now.
   *
   * The worker reads it in the next seconds; the answer does not wait for that.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
   */
  runFeed(id: number, options?: PostOptions): Promise<OddsFeed>;
  /**
   * Preview a feed.
   *
   * Reads the source now, as the worker would, and stores nothing. `games` are those that would be imported, `problems` says in sentences what is wrong. Of The Odds API this is one request for odds.
   *
   * Part of the module `sportsbook`; 404 if it is off. Requires the role `admin`. API keys need the scope `sportsbook:write`.
   */
  previewFeed(body: PreviewFeedBody, options?: PostOptions): Promise<FeedPreview>;
}

/** Public facts about a tenant. */
export interface About {
  /** The tenant's name in paths. */
  slug: string;
  /** The tenant's name for people. */
  name: string;
  /** The modules that are on. */
  modules: ("meetups" | "wagers" | "sportsbook" | "shelf" | (string & {}))[];
  /** The people who made the app. */
  creators: Creator[];
  /** Who may register. */
  registration: "open" | "invite" | "closed" | (string & {});
}
/** A mail to somebody, without its text. */
export interface AccountMail {
  /** What became of it. */
  state: "sent" | "stored" | "waiting" | "failed" | (string & {});
  /** What it is about, such as `notice` or `password_reset`; `stored` if only its subject is known. */
  kind: string;
  /** To which address; `null` if the account has none any more. */
  recipient: string | null;
  /** Its subject; `null` until it is written. */
  subject: string | null;
  /** When it was asked for, stored or sent. */
  created_at: string;
}
/** A page of a list: AccountMail. */
export interface AccountMailPage {
  /** The items on this page. */
  items: AccountMail[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** The settings of an account. */
export interface AccountSettings {
  /** A language tag (BCP 47). */
  locale: string;
  /** A time zone name of the IANA database. */
  time_zone: string;
  /** Whether notices are also sent by mail. */
  mail_notices: boolean;
  /** Whether notices are also pushed to your devices. */
  push_notices: boolean;
  /** Kinds of notices that are not pushed. */
  push_muted: string[];
  /** Whether push messages have the notice's text, and not only its title. */
  push_text: boolean;
  /** When nothing but security notices is pushed, in your time zone, such as `22:00-07:00`; `null` for never. */
  quiet_hours: string | null;
  /** Whether others find you by searching for names. */
  searchable: boolean;
  /** Filters of the wager feed when a call gives none. */
  feed_filters?: FeedFilters | null;
  /** The status of games that are added to the shelf without one. */
  shelf_default_status?: number;
  /** Whether others can see the shelf. */
  shelf_public?: boolean;
}
/** Get your notices on this device. */
export interface AddPushDeviceBody {
  /** How messages reach the device: `web`, the default, with `endpoint` and `keys`; `apns` or `fcm` with `token`. */
  platform?: "web" | "apns" | "fcm" | null;
  /** Where the push service takes messages for the browser: `https`, at a public address. */
  endpoint?: string | null;
  /** With what only the browser can read its messages. */
  keys?: {
    /** The browser's public key, as `toJSON()` of a subscription has it. */
    p256dh: string;
    /** The secret of the subscription, as `toJSON()` has it. */
    auth: string;
  } | null;
  /** What the app got from its system: for `apns` the device token in hexadecimal digits, for `fcm` the registration token. */
  token?: string | null;
  /** A name for the device. */
  label?: string | null;
}
/** Add a game to your shelf. */
export interface AddToShelfBody {
  /** A game of the catalog. */
  game_id: number;
  /** 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped; your `shelf_default_status` by default. */
  status?: number;
}
/** Decide a dispute. */
export interface ArbitrateWagerBody {
  /** The side that won. */
  winner?: "challenger" | "challengee" | null;
  /** Ends the wager without a winner. */
  void?: boolean | null;
  /** Both parties get this reason. */
  reason?: string;
}
/** Send a friend request. */
export interface AskFriendBody {
  /** The username of the person to ask. */
  username: string;
}
/** An action of an admin, a moderator or the operator. */
export interface AuditEntry {
  /** The entry's id. */
  id: number;
  /** The person who did it; `null` for an API key and for the operator of the installation. */
  by: Person | null;
  /** The API key that did it; `null` for a person and for the operator. */
  key: AuditKey | null;
  /** Such as `account.change` or `settings.change`. */
  action: string;
  /** What was changed; `null` for the tenant itself. */
  subject: Subject | null;
  /** The account that the subject is or belongs to. */
  person: Person | null;
  /** The subject's present name; `null` if it is gone or has no name. */
  title: string | null;
  /** The changes, by field. */
  details: Record<string, unknown>;
  /** When it was done. */
  created_at: string;
}
/** A page of a list: AuditEntry. */
export interface AuditEntryPage {
  /** The items on this page. */
  items: AuditEntry[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** The API key that did something. */
export interface AuditKey {
  /** The key's id. */
  id: number;
  /** What the key is for. */
  label: string;
}
/** Whether a username and an email address are free. */
export interface Availability {
  /** Whether the username is free and allowed. */
  username?: boolean;
  /** Whether the address is free; absent unless the tenant's setting `reveal_emails` is on. */
  email?: boolean;
}
/** Only a token. */
export interface BareToken {
  /** The token for the `Authorization` header. It is not shown again. */
  token: string;
}
/** Set up a second factor. */
export interface BeginSecondFactorBody {
  /** The account's password. Required if it has one. */
  password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
}
/** A bet: a single or a parlay. */
export interface Bet {
  /** The bet's id. */
  id: number;
  /** One for a single, 2 to 12 for a parlay. */
  legs: BetLeg[];
  /** The stake, in cents. */
  stake_cents: number;
  /** The price of all legs together, in decimal form. */
  price_decimal: number;
  /** The payout if every leg is won, including the stake, in cents. */
  potential_payout_cents: number;
  /** The payout, in cents; `null` until it is settled. */
  payout_cents: number | null;
  /** `won` pays more than the stake, `pushed` the stake, `lost` less; `void` if every leg is. */
  status: "open" | "won" | "lost" | "pushed" | "void" | (string & {});
  /** When it was placed. */
  placed_at: string;
  /** When it was settled. */
  settled_at: string | null;
}
/** The game that a leg is on. */
export interface BetEvent {
  /** The event's id. */
  id: number;
  /** The home team. */
  home: string;
  /** The away team. */
  away: string;
  /** The start of the game. */
  starts_at: string;
  /** The state of the game. */
  status: "scheduled" | "live" | "final" | "postponed" | "cancelled" | (string & {});
  /** The score of the home team; `null` until there is one. */
  home_score: number | null;
  /** The score of the away team; `null` until there is one. */
  away_score: number | null;
}
/** One outcome that a bet is on. */
export interface BetLeg {
  /** The outcome that the leg is on. */
  outcome_id: number;
  /** The event of the outcome. */
  event_id: number;
  /** The game, as it is now. */
  event: BetEvent;
  /** The name of the outcome. */
  name: string;
  /** The side of the market. */
  side: "home" | "away" | "draw" | "over" | "under" | (string & {});
  /** The kind of the market. */
  kind: "moneyline" | "match_result" | "spread" | "total" | (string & {});
  /** The line of this side; `null` for kinds without one. */
  line: number | null;
  /** The price when the bet was placed, in American form. */
  price: string;
  /** That price in decimal form, rounded to four places. */
  price_decimal: number;
  /** `pending` until the event is settled. */
  result: "pending" | "won" | "half_won" | "pushed" | "half_lost" | "lost" | "void" | (string & {});
}
/** A page of a list: Bet. */
export interface BetPage {
  /** The items on this page. */
  items: Bet[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A person the caller has blocked. */
export interface Block {
  /** The blocked person. */
  person: Person;
  /** When the caller blocked them. */
  created_at: string;
}
/** A page of a list: Block. */
export interface BlockPage {
  /** The items on this page. */
  items: Block[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** The categories of wagers that admins have set. */
export interface Categories {
  /** In the order to show them; without commas, and unique regardless of case. */
  names: string[];
}
/** The tenant's categories. */
export interface CategoryList {
  /** "Other" is always last. */
  items: string[];
  /** Null on the last page. */
  next_cursor: string | null;
}
/** Change an API key. */
export interface ChangeAPIKeyBody {
  /** What the key is for. */
  label?: string;
  /** What the key may do. Writing includes reading. */
  scopes?: ("accounts:read" | "accounts:write" | "reports:read" | "reports:write" | "webhooks:read" | "webhooks:write" | "events:read" | "events:write" | "wallets:read" | "wallets:write" | "meetups:read" | "wagers:read" | "wagers:write" | "sportsbook:read" | "sportsbook:write" | "shelf:read" | "shelf:write")[];
  /** When the key expires, in the future; null means never. */
  expires_at?: string | null;
  /** From where the key may be used, in CIDR form; empty for anywhere. */
  networks?: string[];
}
/** Change an account. */
export interface ChangeAdminAccountBody {
  /** The account's role. */
  role?: "member" | "moderator" | "admin";
  /** The tokens of a suspended account stop working immediately. */
  status?: "active" | "suspended";
  /** `null` deletes the photo. */
  photo?: string | null;
  /** `null` clears the text. */
  bio?: string | null;
  /** Unique in the tenant, regardless of case. */
  username?: string;
  /** The person's first name. */
  first_name?: string | null;
  /** May be empty. */
  last_name?: string | null;
  /** The audit log keeps it. Who gets a notice of the change reads it there. */
  reason?: string | null;
}
/** Change a feed. */
export interface ChangeAdminFeedBody {
  /** The name of the feed. */
  name?: string;
  /** The address of the page: https, without a username, on port 443, 80 or at least 1024. */
  url?: string;
  /** How to read the source. `odds_api` needs `sport` and `regions`, `html` `tournament` and `sport`; others have defaults. */
  options?: Record<string, unknown>;
  /** The key of The Odds API. It is never shown. */
  key?: string;
  /** Whether the feed is read. */
  enabled?: boolean;
  /** `auto`, which reads more often as kick-off approaches, or a cron expression of five fields in UTC. */
  schedule?: string;
}
/** Decide on a report. */
export interface ChangeAdminReportBody {
  /** What was decided. */
  status?: "open" | "resolved";
  /** A note for moderators; null clears it. */
  note?: string | null;
}
/** Change some of the tenant's settings. */
export interface ChangeAdminSettingsBody {
  /** Who may register. */
  registration?: "open" | "invite" | "closed";
  /** What registration requires besides a password; at least `email` or `username`. */
  sign_up_fields?: ("email" | "first_name" | "last_name" | "username")[];
  /** Whether `GET /register/available/` says whether an email address has an account. */
  reveal_emails?: boolean;
  /** Days after its last use when a token expires. */
  token_days?: number;
  /** Days after its last use when a browser is signed out. */
  browser_days?: number;
  /** The minimum length of a new password. */
  password_min_length?: number;
  /** The languages people can practise, as ISO 639-1 codes; empty means all. */
  languages?: string[];
  /** The categories of wagers, in the order to show them. */
  categories?: string[];
  /** Days after which losers are reminded to pay; empty turns reminders off. */
  reminder_days?: number[];
  /** Whether people without an account can read a public wager that somebody shares with them. */
  public_offers?: boolean;
  /** The paper money in a new wallet, in cents. */
  starting_balance_cents?: number;
  /** The smallest stake, in cents. */
  min_stake_cents?: number;
  /** The most that the stakes of an account's open bets on one outcome may add up to, in cents. */
  max_stake_cents?: number;
  /** The most that an account's open bets on one outcome may pay together, in cents. */
  max_payout_cents?: number;
  /** Whether the tree, the feed and the live stream need no token, and guests see the games in the app. */
  public_sportsbook?: boolean;
  /** Whether the shelves that people show, and the games on them, need no token. */
  public_shelves?: boolean;
  /** Who signs in with a second factor. `staff` requires one of moderators and admins, `everyone` of all people; who has none can only set one up. `off` offers none to people who have none. */
  second_factor?: "off" | "optional" | "staff" | "everyone";
  /** Hours until an admin's reset of someone's second factor takes effect, in which the person can object. */
  second_factor_reset_hours?: number;
  /** The colour of the app's pages: `#0b6f4f`. */
  accent_color?: string | null;
  /** The sections of the app's pages that are switched off, by their paths. The API does not change. */
  hidden_sections?: string[];
  /** The language of pages, notices and mail for people who did not choose one: `en`, `es` or `de`, perhaps with a region. */
  locale?: string | null;
  /** Origins of web pages that may call the API. */
  allowed_origins?: string[];
  /** The sender of mail. */
  mail_from?: string | null;
  /** Whether unverified addresses get only mail with codes. */
  require_verified_email?: boolean;
  /** The people who made the app, for `/about/`. */
  creators?: {
    /** A person or a team. */
    name: string;
    /** The URL of their page; null or empty without one. */
    url?: string | null;
    /** The URL of their picture; null or empty without one. */
    icon?: string | null;
  }[];
  /** Calls per second allowed for an account. */
  requests_per_second?: number;
  /** Calls that an account can make in one burst after a pause. */
  request_burst?: number;
  /** Calls per second allowed for an API key; twice as many in one burst after a pause. */
  key_requests_per_second?: number;
  /** The OpenID Connect issuers whose ID tokens sign people in. */
  oidc_issuers?: {
    /** Its https URL, exactly as in the tokens' `iss`. */
    issuer: string;
    /** The client ids of the apps; a token must be for one of them. */
    audiences: string[];
    /** Whether a token with a verified address signs in the account that has proven this address. */
    link_by_email?: boolean;
    /** The one of `audiences` with which the pages at `/app/` begin sign-ins. Without it they have no button for this issuer. */
    web_client_id?: string | null;
  }[];
  /** Services without ID tokens whose accounts sign people in. */
  oauth_providers?: {
    /** A preset (x, facebook, discord, github, twitch) or a name of your own beside the three addresses. It is part of paths. */
    provider: string;
    /** What people call the service. */
    name?: string | null;
    /** The app's client id there. */
    client_id: string;
    /** The app's secret there. It is stored encrypted and never answered. Without it, the one that is stored for the same client and the same address of tokens stays. */
    client_secret?: string | null;
    /** Where browsers begin. Leave it out for a preset. */
    authorization_url?: string | null;
    /** Where a code is exchanged. Leave it out for a preset. */
    token_url?: string | null;
    /** Where the person's profile is read: a JSON object whose `sub` or `id` never changes. Leave it out for a preset. */
    profile_url?: string | null;
    /** What the app asks for, with blanks between; by default the preset's. */
    scope?: string | null;
    /** Whether an address that the service calls verified signs in the account that has proven this address. */
    link_by_email?: boolean;
  }[];
  /** Apps for Apple's systems that use the tenant's passkeys, as team and bundle. */
  apple_apps?: string[];
  /** Apps for Android that use the tenant's passkeys. */
  android_apps?: {
    /** The name of its package. */
    package: string;
    /** SHA-256 digests of the certificates that sign it, as Android's tools print them. */
    fingerprints: string[];
  }[];
  /** The credentials with which apps get push messages, one for each platform. */
  push_apps?: {
    /** `apns` for apps on devices of Apple's, `fcm` for apps with Firebase Cloud Messaging. */
    platform: "apns" | "fcm";
    /** For `apns`: the team's id, ten letters and digits. */
    team_id?: string | null;
    /** For `apns`: the id of the key, ten letters and digits. */
    key_id?: string | null;
    /** For `apns`: the app's bundle id. */
    topic?: string | null;
    /** For `apns`: whether messages go to Apple's sandbox, which apps have that Xcode installed. */
    sandbox?: boolean;
    /** For `fcm`: the project's id. It may be left out with the whole file as `private_key`. */
    project_id?: string | null;
    /** For `fcm`: the service account. It may be left out with the whole file as `private_key`. */
    client_email?: string | null;
    /** The text of the key's file: for `apns` the .p8 file, for `fcm` the JSON file of the service account, or its private_key alone. It is stored encrypted and never answered. Without it, the one that is stored for the same account stays. */
    private_key?: string | null;
  }[];
}
/** Change a webhook. */
export interface ChangeAdminWebhookBody {
  /** Where to send events: https, without a username, on port 443, 80 or at least 1024. */
  url?: string;
  /** The event types to send; `*` means all. */
  events?: ("*" | "match.made" | "meetup.proposed" | "meetup.accepted" | "meetup.cancelled" | "meetup.reminder" | "meetup.feedback" | "wager.offered" | "wager.declined" | "wager.taken" | "wager.claimed" | "wager.cancel_requested" | "wager.arbiter_named" | "wager.payment_said" | "wager.completed" | "wager.disputed" | "wager.cancelled" | "wager.confirmed" | "payment.reminder" | "bet.settled" | "friend.request" | "friend.accepted" | "feed.failed" | "content.removed" | "account.security")[];
  /** Whether events are sent. */
  enabled?: boolean;
}
/** Change some fields of your profile. */
export interface ChangeOwnProfileBody {
  /** Unique in the tenant, regardless of case. */
  username?: string;
  /** An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. */
  email?: string | null;
  /** Required when the email changes, if the account has a password. */
  current_password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
  /** The person's first name. */
  first_name?: string | null;
  /** May be empty. */
  last_name?: string | null;
  /** A text about the person. */
  bio?: string;
  /** The language the person knows, as an ISO 639-1 code. */
  known_lang?: string;
  /** The language the person learns, as an ISO 639-1 code. */
  learn_lang?: string;
  /** A leading @ is dropped. */
  venmo_username?: string | null;
}
/** Change the password. */
export interface ChangePasswordBody {
  /** The current password. Required if the account has one. */
  current?: string | null;
  /** The new password. */
  new: string;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
}
/** Change some fields of your profile. */
export interface ChangeProfileBody {
  /** Unique in the tenant, regardless of case. */
  username?: string;
  /** An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. */
  email?: string | null;
  /** Required when the email changes, if the account has a password. */
  current_password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
  /** The person's first name. */
  first_name?: string | null;
  /** May be empty. */
  last_name?: string | null;
  /** A text about the person. */
  bio?: string;
  /** The language the person knows, as an ISO 639-1 code. */
  known_lang?: string;
  /** The language the person learns, as an ISO 639-1 code. */
  learn_lang?: string;
  /** A leading @ is dropped. */
  venmo_username?: string | null;
}
/** Change some of your settings. */
export interface ChangeSettingsBody {
  /** A language tag (BCP 47), such as `pt-BR`; `en` by default. Decides how notices write times. */
  locale?: string;
  /** A time zone name of the IANA database, such as `Europe/Berlin`; `UTC` by default. Notices give times in this zone. */
  time_zone?: string;
  /** Whether notices are also sent by mail. */
  mail_notices?: boolean;
  /** Whether notices are also pushed to your devices; `true` by default. */
  push_notices?: boolean;
  /** Kinds of notices that are not pushed; none by default. */
  push_muted?: ("match_made" | "meetup_proposed" | "meetup_accepted" | "meetup_cancelled" | "meetup_reminder" | "meetup_feedback" | "wager_offered" | "wager_declined" | "wager_taken" | "wager_claimed" | "wager_cancel_requested" | "wager_arbiter_named" | "wager_payment_said" | "wager_completed" | "wager_disputed" | "wager_cancelled" | "wager_confirmed" | "payment_reminder" | "bet_settled" | "friend_request" | "friend_accepted" | "feed_failed" | "content_removed" | "account_security")[];
  /** Whether push messages have the notice's text, and not only its title; `false` by default. */
  push_text?: boolean;
  /** When nothing but security notices is pushed, in your time zone, such as `22:00-07:00`. */
  quiet_hours?: string | null;
  /** Whether others find you by searching for names; `true` by default. */
  searchable?: boolean;
  /** Filters of the wager feed when a call gives none. */
  feed_filters?: {
    /** Only wagers in these states. */
    status?: ("open" | "active" | "completed" | "disputed" | "confirmed" | "cancelled" | "expired" | "declined")[];
    /** Only these categories. */
    category?: string[];
    /** Only wagers around this point. */
    near?: {
      /** Degrees north. */
      lat: number;
      /** Degrees east. */
      lon: number;
    } | null;
    /** The distance around `near`. */
    radius_km?: number;
    /** The smallest amount. */
    min_cents?: number;
    /** The largest amount. */
    max_cents?: number;
    /** Only wagers that friends posed. */
    friends?: boolean;
  } | null;
  /** The status of games that are added to the shelf without one; 0 by default. */
  shelf_default_status?: number;
  /** Whether others can see the shelf; `true` by default. */
  shelf_public?: boolean;
}
/** Report who won. */
export interface CompleteWagerBody {
  /** The side that won. */
  winner: "challenger" | "challengee";
}
/** Confirm the payment. */
export interface ConfirmWagerBody {
  /** `true`: the money arrived. `false`: it did not, and the reminders start again. */
  paid: boolean;
}
/** Create an API key. */
export interface CreateAPIKeyBody {
  /** What the key is for. */
  label: string;
  /** What the key may do. Writing includes reading. */
  scopes: ("accounts:read" | "accounts:write" | "reports:read" | "reports:write" | "webhooks:read" | "webhooks:write" | "events:read" | "events:write" | "wallets:read" | "wallets:write" | "meetups:read" | "wagers:read" | "wagers:write" | "sportsbook:read" | "sportsbook:write" | "shelf:read" | "shelf:write")[];
  /** When the key expires, in the future; null means never. */
  expires_at?: string | null;
  /** From where the key may be used, in CIDR form; empty for anywhere. */
  networks?: string[];
}
/** Create a feed. */
export interface CreateAdminFeedBody {
  /** `html` for a page, `odds_api` for The Odds API. */
  source: "html" | "odds_api";
  /** The name of the feed. */
  name: string;
  /** The address of the page: https, without a username, on port 443, 80 or at least 1024. */
  url?: string | null;
  /** How to read the source. `odds_api` needs `sport` and `regions`, `html` `tournament` and `sport`; others have defaults. */
  options?: Record<string, unknown>;
  /** The key of The Odds API. It is never shown. */
  key?: string | null;
  /** Whether the feed is read. */
  enabled?: boolean;
  /** `auto`, which reads more often as kick-off approaches, or a cron expression of five fields in UTC. */
  schedule?: string;
}
/** Create an invite. */
export interface CreateAdminInviteBody {
  /** How many may register with it. */
  uses: number;
  /** When the invite expires, in the future; null means never. */
  expires_at?: string | null;
}
/** Register a webhook. */
export interface CreateAdminWebhookBody {
  /** Where to send events: https, without a username, on port 443, 80 or at least 1024. */
  url: string;
  /** The event types to send; `*` means all. */
  events: ("*" | "match.made" | "meetup.proposed" | "meetup.accepted" | "meetup.cancelled" | "meetup.reminder" | "meetup.feedback" | "wager.offered" | "wager.declined" | "wager.taken" | "wager.claimed" | "wager.cancel_requested" | "wager.arbiter_named" | "wager.payment_said" | "wager.completed" | "wager.disputed" | "wager.cancelled" | "wager.confirmed" | "payment.reminder" | "bet.settled" | "friend.request" | "friend.accepted" | "feed.failed" | "content.removed" | "account.security")[];
  /** Whether events are sent. */
  enabled?: boolean;
}
/** Place a bet. */
export interface CreateBetBody {
  /** One outcome for a single; 2 to 12 of different events for a parlay. */
  legs: {
    /** The outcome to bet on. */
    outcome_id: number;
    /** The price that the person saw. */
    price: string;
  }[];
  /** The stake, in cents. The tenant's settings limit it further. */
  stake_cents: number;
  /** If a price has moved: `exact` refuses the bet, `better` takes a price that pays more, `any` takes any. */
  accept?: "exact" | "better" | "any";
}
/** Create an event. */
export interface CreateEventBody {
  /** The tournament it belongs to. */
  tournament_id: number;
  /** The home team. */
  home: string;
  /** The away team. */
  away: string;
  /** The start of the game. */
  starts_at: string;
  /** The week of the season. */
  week?: number | null;
}
/** Create a market. */
export interface CreateMarketBody {
  /** The event it is about. */
  event_id: number;
  /** What it is about. */
  kind: "moneyline" | "match_result" | "spread" | "total";
  /** The handicap of the home team for a spread, the total for a total. Required for these, and only there. */
  line?: number | null;
  /** The part of the game that counts; only the whole game. */
  period?: "full";
  /** One for each side: `away` and `home`; `home`, `draw` and `away` of a `match_result`; `over` and `under`. */
  outcomes: {
    /** The side of the market. */
    side: "home" | "away" | "draw" | "over" | "under";
    /** The name to show; by default the team, `Draw`, or a text such as `Over 44.5`. */
    name?: string | null;
    /** In American form, with its sign. */
    price: string;
    /** Follows from the market's line: of the away team, the opposite. It may be sent. */
    line?: number | null;
  }[];
}
/** Match with a person. */
export interface CreateMatchBody {
  /** Without it, a random person is chosen. */
  a_username?: string;
}
/** Store a new passkey. */
export interface CreatePasskeyBody {
  /** A name for the passkey. */
  label?: string | null;
  /** What `navigator.credentials.create()` gave, as `RegistrationResponseJSON` (WebAuthn Level 3, section 5.1). */
  credential: Record<string, unknown>;
  /** The current password. Required if the account has one. */
  current?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
}
/** Register an account. */
export interface CreateProfileBody {
  /** Unique in the tenant, regardless of case. Required unless the tenant's `sign_up_fields` leave it out, then one is made. */
  username?: string | null;
  /** At least 8 characters, or more if the tenant requires it. Required without `registration_ticket`. */
  password?: string | null;
  /** An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. Required unless the tenant's `sign_up_fields` leave it out, or a ticket brings a verified one. */
  email?: string | null;
  /** The person's first name. Required unless the tenant's `sign_up_fields` leave it out. */
  first_name?: string | null;
  /** May be empty. Required unless the tenant's `sign_up_fields` leave it out. */
  last_name?: string | null;
  /** A text about the person. */
  bio?: string;
  /** The language the person knows, as an ISO 639-1 code. */
  known_lang?: string;
  /** The language the person learns, as an ISO 639-1 code. */
  learn_lang?: string;
  /** A leading @ is dropped. */
  venmo_username?: string | null;
  /** Required if the tenant registers by invitation. */
  invite_code?: string | null;
  /** From `POST /login/oidc/` or `POST /login/oauth/`, in place of a password: links the outside account. */
  registration_ticket?: string | null;
}
/** Report a person or something they did. */
export interface CreateReportBody {
  /** A person. */
  account_id?: number | null;
  /** A match of your own. */
  match_id?: number | null;
  /** A wager. */
  wager_id?: number | null;
  /** What is wrong. */
  reason: "spam" | "abuse" | "fraud" | "other";
  /** A description in your own words. */
  text?: string;
}
/** Create a tournament. */
export interface CreateTournamentBody {
  /** Such as `american_football` or `soccer`. */
  sport: string;
  /** The name of the league or cup. */
  name: string;
  /** The season, such as `2025` or `2025/26`. */
  season?: string | null;
  /** An icon: an https URL without a username. */
  icon_url?: string | null;
}
/** Pose a wager. */
export interface CreateWagerBody {
  /** The bet in one line. */
  name: string;
  /** The details. */
  description?: string;
  /** What the loser pays the winner, in cents. */
  amount_cents: number;
  /** One of `GET /categories/`. Required without `categories`; with them, the first of them. */
  category?: string | null;
  /** Up to three of `GET /categories/`. */
  categories?: string[] | null;
  /** The place of the wager. */
  place?: {
    /** Degrees north. */
    lat: number;
    /** Degrees east. */
    lon: number;
  } | null;
  /** The time until which it can be taken. */
  closes_at?: string | null;
  /** The people it is offered to: everybody (the default), the caller's friends, or one account. */
  audience?: "public" | "friends" | "account";
  /** The person it is addressed to; only with the audience `account`, and required there. */
  audience_username?: string | null;
}
/** A key with its secret. */
export interface CreatedAPIKey {
  /** What to send in `Authorization`. It is not shown again. */
  secret: string;
  /** The key's id. */
  id: number;
  /** What the key is for. */
  label: string;
  /** The first characters of the secret, to recognize it. */
  prefix: string;
  /** What the key may do. */
  scopes: ("accounts:read" | "accounts:write" | "reports:read" | "reports:write" | "webhooks:read" | "webhooks:write" | "events:read" | "events:write" | "wallets:read" | "wallets:write" | "meetups:read" | "wagers:read" | "wagers:write" | "sportsbook:read" | "sportsbook:write" | "shelf:read" | "shelf:write" | (string & {}))[];
  /** From where the key may be used; empty for anywhere. */
  networks: string[];
  /** When the key was created. */
  created_at: string;
  /** When the key was last used, rounded to the hour. */
  last_used_at: string | null;
  /** When the key expires; `null` means never. */
  expires_at: string | null;
}
/** An invitation with its code. */
export interface CreatedInvite {
  /** The code to register with. It is not shown again. */
  code: string;
  /** The invite's id. */
  id: number;
  /** The first characters of the code, to recognize it. */
  prefix: string;
  /** How many people may register with it. */
  uses: number;
  /** How many have registered with it. */
  used: number;
  /** When the invite expires; `null` means never. */
  expires_at: string | null;
  /** The admin who created it. */
  created_by: Person;
  /** When it was created. */
  created_at: string;
}
/** Someone who made an app. */
export interface Creator {
  /** A person or a team. */
  name: string;
  /** The URL of their page. */
  url: string | null;
  /** The URL of their picture. */
  icon: string | null;
}
/** Delete your account. */
export interface DeleteAccountBody {
  /** The account's password. Required if it has one. */
  password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
}
/** Delete your account. */
export interface DeleteOwnAccountBody {
  /** The account's password. Required if it has one. */
  password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
}
/** Delete your account. */
export interface DeleteOwnAccountByPostBody {
  /** The account's password. Required if it has one. */
  password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
}
/** Say that it was somebody else. */
export interface DenyNoticeBody {
  /** The last part of the link in the mail. */
  code: string;
}
/** A game with its markets. */
export interface Event {
  /** The event's id. */
  id: number;
  /** The tournament it belongs to. */
  tournament_id: number;
  /** The home team. */
  home: string;
  /** The away team. */
  away: string;
  /** The start of the game. Bets are taken until then. */
  starts_at: string;
  /** The week of the season. */
  week: number | null;
  /** The state of the game. */
  status: "scheduled" | "live" | "final" | "postponed" | "cancelled" | (string & {});
  /** The score of the home team; `null` until there is one. */
  home_score: number | null;
  /** The score of the away team; `null` until there is one. */
  away_score: number | null;
  /** What people can bet on. */
  markets: Market[];
}
/** The bets on an event. */
export interface EventBets {
  /** Bets with a leg on the event, newest first. */
  items: PlacedBet[];
  /** What all open bets on the event add up to, for each outcome that has any. */
  exposure: OutcomeExposure[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A page of a list: Event. */
export interface EventPage {
  /** The items on this page. */
  items: Event[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Everything that is stored about the account. */
export interface Export {
  /** The tenant's name in paths. */
  tenant: string;
  /** When the export was created. */
  exported_at: string;
  /** Your account. */
  account: Record<string, unknown>;
  /** Your settings. */
  settings: Record<string, unknown>;
  /** Your photo. */
  photo: Record<string, unknown> | null;
  /** Your mails. */
  mails: (Record<string, unknown>)[];
  /** Your tokens. */
  tokens: (Record<string, unknown>)[];
  /** Your sign ins. */
  sign_ins: (Record<string, unknown>)[];
  /** Your known devices. */
  known_devices: (Record<string, unknown>)[];
  /** Your second factor. */
  second_factor: Record<string, unknown> | null;
  /** Your notices. */
  notices: (Record<string, unknown>)[];
  /** Your blocks. */
  blocks: (Record<string, unknown>)[];
  /** Your identities. */
  identities: (Record<string, unknown>)[];
  /** Your passkeys. */
  passkeys: (Record<string, unknown>)[];
  /** Your friends. */
  friends: (Record<string, unknown>)[];
  /** Your events. */
  events: (Record<string, unknown>)[];
  /** Your push devices. */
  push_devices: (Record<string, unknown>)[];
  /** Your reports. */
  reports: (Record<string, unknown>)[];
  /** Your invites. */
  invites: (Record<string, unknown>)[];
  /** Your audit. */
  audit: (Record<string, unknown>)[];
  /** Your hidden content. */
  hidden_content: (Record<string, unknown>)[];
  /** Your matches. */
  matches?: (Record<string, unknown>)[];
  /** Your meetups. */
  meetups?: (Record<string, unknown>)[];
  /** Your match moves. */
  match_moves?: (Record<string, unknown>)[];
  /** Your wagers. */
  wagers?: (Record<string, unknown>)[];
  /** Your wager ratings. */
  wager_ratings?: (Record<string, unknown>)[];
  /** Your wallet entries. */
  wallet_entries?: (Record<string, unknown>)[];
  /** Your bets. */
  bets?: (Record<string, unknown>)[];
  /** Your shelf. */
  shelf?: (Record<string, unknown>)[];
  /** Your wishlist. */
  wishlist?: (Record<string, unknown>)[];
}
/** The games that a tenant's admins put first. */
export interface FeaturedGames {
  /** Games of the catalog, in the order to show them. */
  game_ids: number[];
}
/** The saved filters of a person's wager feed. */
export interface FeedFilters {
  /** Only wagers in these states. */
  status: ("open" | "active" | "completed" | "disputed" | "confirmed" | "cancelled" | "expired" | "declined" | (string & {}))[];
  /** Only these categories. */
  category: string[];
  /** Only wagers around this point. */
  near: {
    /** Degrees north. */
    lat: number;
    /** Degrees east. */
    lon: number;
  } | null;
  /** The distance around `near`. */
  radius_km: number;
  /** The smallest amount. */
  min_cents: number;
  /** The largest amount. */
  max_cents: number;
  /** Only wagers that friends posed. */
  friends: boolean;
}
/** What a feed would import. */
export interface FeedPreview {
  /** The games as they would be imported. */
  games: PreviewedGame[];
  /** What is wrong, in sentences. */
  problems: string[];
}
/** A figure on one day. */
export interface FigureDay {
  /** In UTC. */
  day: string;
  /** See the figure's unit. */
  value: number;
}
/** A tenant in numbers, by day. */
export interface FigureReport {
  /** The first day, in UTC. */
  from: string;
  /** The last day, in UTC. */
  to: string;
  /** What was before is counted; `null` if nothing was counted yet. */
  counted_at: string | null;
  /** Each figure with its days. */
  figures: FigureSeries[];
}
/** One figure by day. */
export interface FigureSeries {
  /** Such as `sign_ups`. */
  name: string;
  /** `number`, `state` or `cents`. */
  unit: "number" | "state" | "cents" | (string & {});
  /** The days that were counted, the earliest first. */
  days: FigureDay[];
}
/** A friend or a friend request. */
export interface Friend {
  /** The other person. */
  person: Person;
  /** `sent` when the caller asked, `received` when the person did. */
  state: "friend" | "sent" | "received" | (string & {});
  /** When the state last changed. */
  since: string;
}
/** A page of a list: Friend. */
export interface FriendPage {
  /** The items on this page. */
  items: Friend[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A video game of the catalog. */
export interface Game {
  /** The game's id. */
  id: number;
  /** Its id at IGDB; `null` if it came from another source. */
  igdb_id: number | null;
  /** The name as published. */
  name: string;
  /** 0 to 100; `null` without ratings. */
  rating: number | null;
  /** How many people rated it. */
  rating_count: number;
  /** What the game is about. */
  summary: string | null;
  /** The day of its first release. */
  release_date: string | null;
  /** Its cover picture. */
  cover: GameCover | null;
  /** Sorted by name. */
  genres: string[];
  /** Sorted by name. */
  platforms: string[];
  /** When the catalog's data about it last changed. */
  updated_at: string;
}
/** The picture of a game's cover. */
export interface GameCover {
  /** The picture's name at its source. */
  image_id: string;
  /** The address of the picture. */
  url: string;
}
/** A video game with your entry of it. */
export interface GameDetails {
  /** The game's id. */
  id: number;
  /** Its id at IGDB; `null` if it came from another source. */
  igdb_id: number | null;
  /** The name as published. */
  name: string;
  /** 0 to 100; `null` without ratings. */
  rating: number | null;
  /** How many people rated it. */
  rating_count: number;
  /** What the game is about. */
  summary: string | null;
  /** The day of its first release. */
  release_date: string | null;
  /** Its cover picture. */
  cover: GameCover | null;
  /** Sorted by name. */
  genres: string[];
  /** Sorted by name. */
  platforms: string[];
  /** When the catalog's data about it last changed. */
  updated_at: string;
  /** At most ten, in the order of their source. */
  screenshots: GameScreenshot[];
  /** Your entry; `null` if the game is not on your shelf. */
  shelf_entry: ShelfEntry | null;
  /** Whether the game is on your wishlist. */
  wished: boolean;
}
/** A genre or a platform of the catalog. */
export interface GameGroup {
  /** The name, for the filters of the list of games. */
  name: string;
  /** How many games have it. */
  games: number;
}
/** A page of a list: GameGroup. */
export interface GameGroupPage {
  /** The items on this page. */
  items: GameGroup[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A page of games. */
export interface GamePage {
  /** Games. */
  items: {
    /** The game's id. */
    id: number;
    /** Its id at IGDB; `null` if it came from another source. */
    igdb_id: number | null;
    /** The name as published. */
    name: string;
    /** 0 to 100; `null` without ratings. */
    rating: number | null;
    /** How many people rated it. */
    rating_count: number;
    /** What the game is about. */
    summary: string | null;
    /** The day of its first release. */
    release_date: string | null;
    /** Its cover picture. */
    cover: GameCover | null;
    /** Sorted by name. */
    genres: string[];
    /** Sorted by name. */
    platforms: string[];
    /** When the catalog's data about it last changed. */
    updated_at: string;
  }[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
  /** True when the catalog could not be brought up to date for this answer, or not for two days. */
  stale?: boolean;
  /** True while more games are looked up: ask again after `Retry-After`. */
  searching?: boolean;
}
/** A picture of a game being played. */
export interface GameScreenshot {
  /** The picture's name at its source. */
  image_id: string;
  /** The address of the picture. */
  url: string;
}
/** Give feedback on a meetup. */
export interface GiveFeedbackBody {
  /** Whether the other person came. */
  met: boolean;
}
/** Give someone paper money. */
export interface GrantMoneyBody {
  /** In cents. */
  amount_cents: number;
  /** Kept in the audit log. */
  reason: string;
}
/** Something that is hidden from everyone but its author, moderators and admins. */
export interface HiddenContent {
  /** The id of this entry. */
  id: number;
  /** The hidden subject, or the one that the hidden part belongs to. */
  subject: Subject;
  /** The part that is hidden; `null` for all of the subject. */
  part: string | null;
  /** The author. */
  person: Person;
  /** The moderator who hid it. */
  by: Person;
  /** The reason that the author got. */
  reason: string;
  /** When it was hidden. */
  created_at: string;
}
/** A page of a list: HiddenContent. */
export interface HiddenContentPage {
  /** The items on this page. */
  items: HiddenContent[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Hide content. */
export interface HideContentBody {
  /** The subject to hide, or the one that the part belongs to. */
  subject: {
    /** Such as `match`, `wager` or `account`. */
    type: string;
    /** The id of the subject. */
    id: number;
  };
  /** The part to hide; omit it for all of the subject. */
  part?: string | null;
  /** The author gets this reason. */
  reason: string;
}
/** An outside account that is linked to yours. */
export interface Identity {
  /** The identity's id. */
  id: number;
  /** The URL of the issuer, as in its tokens. Of a service without ID tokens, the address of its profiles: `https://api.github.com/user`. */
  issuer: string;
  /** The address that the issuer last named, proven or not. */
  email: string | null;
  /** When it was linked. */
  created_at: string;
  /** When it was last used to sign in. */
  last_used_at: string | null;
}
/** A page of a list: Identity. */
export interface IdentityPage {
  /** The items on this page. */
  items: Identity[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** What an import did to tournaments, events, markets and outcomes. */
export interface ImportCounts {
  /** How many are new. */
  created: number;
  /** How many were changed. */
  updated: number;
  /** How many were already as in the file. */
  unchanged: number;
}
/** An invitation code, without the code. */
export interface Invite {
  /** The invite's id. */
  id: number;
  /** The first characters of the code, to recognize it. */
  prefix: string;
  /** How many people may register with it. */
  uses: number;
  /** How many have registered with it. */
  used: number;
  /** When the invite expires; `null` means never. */
  expires_at: string | null;
  /** The admin who created it. */
  created_by: Person;
  /** When it was created. */
  created_at: string;
}
/** A page of a list: Invite. */
export interface InvitePage {
  /** The items on this page. */
  items: Invite[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A language that people can practise. */
export interface Language {
  /** ISO 639-1. */
  code: string;
  /** The name in English. */
  name: string;
  /** The name in the language itself. */
  native_name: string;
}
/** A page of a list: Language. */
export interface LanguagePage {
  /** The items on this page. */
  items: Language[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A person's place in the ranking by profit. */
export interface LeaderboardEntry {
  /** From 1. People with the same profit share a rank. */
  rank: number;
  /** The person. */
  person: Person;
  /** Payouts less stakes of settled bets, in cents. */
  profit_cents: number;
  /** How many bets were settled. */
  bets: number;
  /** How many of them were won. */
  won: number;
}
/** A page of a list: LeaderboardEntry. */
export interface LeaderboardEntryPage {
  /** The items on this page. */
  items: LeaderboardEntry[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Link an outside account. */
export interface LinkIdentityBody {
  /** The ID token that the issuer gave the app. */
  id_token: string;
  /** The random value that the app made for this sign-in. The token contains it, or its SHA-256 in lower-case hex. */
  nonce: string;
}
/** Link an account of another service. */
export interface LinkOAuthIdentityBody {
  /** The service, as in the tenant's setting `oauth_providers`: `github`. */
  provider: string;
  /** What the service sent the person back to the app with. It is used once. */
  code: string;
  /** The verifier of the challenge with which the app began (PKCE, RFC 7636, method `S256`). */
  verifier: string;
  /** Where the service sent the person back to, exactly as the app asked. */
  redirect_uri: string;
}
/** Opens one live stream. */
export interface LiveTicket {
  /** For `?ticket=` of the stream, once. */
  ticket: string;
  /** A minute after it was made. */
  expires_at: string;
}
/** Sign in with username or email. */
export interface LoginBody {
  /** The username or the email. */
  username: string;
  /** The account's password. */
  password: string;
  /** A name for this device in the list of tokens. */
  device?: string | null;
}
/** Sign in with an outside account. */
export interface LoginWithIDTokenBody {
  /** The ID token that the issuer gave the app. */
  id_token: string;
  /** The random value that the app made for this sign-in. The token contains it, or its SHA-256 in lower-case hex. */
  nonce: string;
  /** A name for this device in the list of tokens. */
  device?: string | null;
}
/** Sign in with an account of another service. */
export interface LoginWithOAuthBody {
  /** The service, as in the tenant's setting `oauth_providers`: `github`. */
  provider: string;
  /** What the service sent the person back to the app with. It is used once. */
  code: string;
  /** The verifier of the challenge with which the app began (PKCE, RFC 7636, method `S256`). */
  verifier: string;
  /** Where the service sent the person back to, exactly as the app asked. */
  redirect_uri: string;
  /** A name for this device in the list of tokens. */
  device?: string | null;
}
/** Sign in with a passkey. */
export interface LoginWithPasskeyBody {
  /** What `navigator.credentials.get()` gave, as `AuthenticationResponseJSON` (WebAuthn Level 3, section 5.1). */
  credential: Record<string, unknown>;
  /** A name for this device in the list of tokens. */
  device?: string | null;
}
/** Sign in with the second factor. */
export interface LoginWithSecondFactorBody {
  /** The ticket from the refusal of the first step. */
  ticket: string;
  /** The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter. */
  code: string;
}
/** Sign out. */
export interface LogoutBody {
  /** Revokes every token of the account. */
  everywhere?: boolean | null;
}
/** Mark notices as read. */
export interface MarkNoticesReadBody {
  /** The ids of the notices. */
  ids?: number[] | null;
  /** Marks all notices up to and including this id. */
  up_to?: number | null;
  /** Marks all notices about this resource, for an app that has just shown it. */
  subject?: {
    /** Such as `match`, `wager` or `account`. */
    type: string;
    /** The id of the subject. */
    id: number;
  } | null;
}
/** Something to bet on, with its outcomes. */
export interface Market {
  /** The market's id. */
  id: number;
  /** The event it is about. */
  event_id: number;
  /** `moneyline` and `spread` have two outcomes, `match_result` has three. */
  kind: "moneyline" | "match_result" | "spread" | "total" | (string & {});
  /** The handicap of the home team for a spread, the total for a total; otherwise `null`. */
  line: number | null;
  /** The part of the game that counts. */
  period: "full" | (string & {});
  /** Bets are taken while it is `open`. */
  status: "open" | "suspended" | "settled" | "void" | (string & {});
  /** `assumed` if the source had a line without prices, `made_up` in demos. */
  prices: "quoted" | "assumed" | "made_up" | (string & {});
  /** What can happen. */
  outcomes: Outcome[];
}
/** Two people who practise together, with their next meetup. */
export interface Match {
  /** The match's id. */
  match_id: number;
  /** The account that asked for the match. */
  user_id1: number;
  /** The other account. */
  user_id2: number;
  /** When to meet; `null` unless a meetup is proposed or scheduled. */
  time_1: string | null;
  /** Where to meet; `null` unless a meetup is proposed or scheduled. */
  location: string | null;
  /** 0: no meetup planned. 1: `user_id1` proposed, 2: `user_id2` proposed; the other has not answered yet. 3: scheduled. */
  status_code: number;
  /** When the two people were matched. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** What you can do now. */
  moves: ("propose" | "accept" | "cancel" | "feedback" | (string & {}))[];
  /** When the meetup was that you can give feedback on; `null` if there is none. */
  feedback_on: string | null;
  /** The other person. */
  profile: Profile;
}
/** Something that happened in a match. */
export interface MatchEvent {
  /** What happened. `lapsed`: the time of an offer passed; `held`: the time of a scheduled meetup passed. */
  kind: "matched" | "proposed" | "accepted" | "cancelled" | "lapsed" | "held" | (string & {});
  /** The account that did it; `null` for `lapsed` and `held`. */
  by: number | null;
  /** The time that was proposed, accepted, or has passed. */
  time_1: string | null;
  /** The place that was proposed or accepted. */
  location: string | null;
  /** Of a meetup that was held: whether the other person came, as you said. */
  met: boolean | null;
  /** When it happened. */
  at: string;
}
/** A page of a list: MatchEvent. */
export interface MatchEventPage {
  /** The items on this page. */
  items: MatchEvent[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A page of a list: Match. */
export interface MatchPage {
  /** The items on this page. */
  items: Match[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Choose an arbiter. */
export interface NameWagerArbiterBody {
  /** The username of the arbiter, who must not be a party. */
  username: string;
}
/** Something that happened and concerns the account. */
export interface Notice {
  /** The notice's id. */
  id: number;
  /** What happened. */
  kind: "match_made" | "meetup_proposed" | "meetup_accepted" | "meetup_cancelled" | "meetup_reminder" | "meetup_feedback" | "wager_offered" | "wager_declined" | "wager_taken" | "wager_claimed" | "wager_cancel_requested" | "wager_arbiter_named" | "wager_payment_said" | "wager_completed" | "wager_disputed" | "wager_cancelled" | "wager_confirmed" | "payment_reminder" | "bet_settled" | "friend_request" | "friend_accepted" | "feed_failed" | "content_removed" | "account_security" | (string & {});
  /** A title for people. */
  title: string;
  /** A sentence or two for people. */
  text: string;
  /** What the notice is about. */
  subject: Subject | null;
  /** When it happened. */
  created_at: string;
  /** `null` while unread. */
  read_at: string | null;
}
/** A page of a list: Notice. */
export interface NoticePage {
  /** The items on this page. */
  items: Notice[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Get a token only (compatible with Django REST framework). */
export interface ObtainTokenBody {
  /** The username or the email. */
  username: string;
  /** The account's password. */
  password: string;
}
/** A page or a service that games, odds and scores are read from. */
export interface OddsFeed {
  /** The feed's id. */
  id: number;
  /** `html` for a page, `odds_api` for The Odds API. */
  source: "html" | "odds_api" | (string & {});
  /** The name that admins gave it. */
  name: string;
  /** The address of the page; `null` for The Odds API. */
  url: string | null;
  /** How to read the source, with all defaults. */
  options: Record<string, unknown>;
  /** Whether the feed has a key. The key itself is never shown. */
  key_set: boolean;
  /** Whether the feed is read. */
  enabled: boolean;
  /** `auto`, or a cron expression of five fields in UTC. */
  schedule: string;
  /** `failing` after a failed run or contradictory data, `silent` after three intervals without a success. */
  status: "ok" | "failing" | "silent" | "off" | (string & {});
  /** When the feed is read next; `null` while it is off. */
  next_run_at: string | null;
  /** When it was last read or tried. */
  last_run_at: string | null;
  /** When it was last read with success. */
  last_success_at: string | null;
  /** What was wrong with the last run; `null` if nothing was. */
  last_error: string | null;
}
/** A page of a list: OddsFeed. */
export interface OddsFeedPage {
  /** The items on this page. */
  items: OddsFeed[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** One side of a market, with its price. */
export interface Outcome {
  /** The outcome's id. */
  id: number;
  /** The market it belongs to. */
  market_id: number;
  /** The team, `Draw`, or a text such as `Over 44.5`. */
  name: string;
  /** The side of the market. */
  side: "home" | "away" | "draw" | "over" | "under" | (string & {});
  /** In American form, with its sign. */
  price: string;
  /** In decimal form, rounded to four places. */
  price_decimal: number;
  /** The handicap of this side for a spread, the total for a total; otherwise `null`. */
  line: number | null;
  /** Bets are taken while it is `active`; then its result. */
  status: "active" | "suspended" | "won" | "lost" | "pushed" | "half_won" | "half_lost" | "void" | (string & {});
}
/** What the open bets on an outcome add up to. */
export interface OutcomeExposure {
  /** The outcome. */
  outcome_id: number;
  /** The stakes of the open bets on it, in cents. */
  stake_cents: number;
  /** What these bets pay if all of their legs are won, the stakes included, in cents. */
  payout_cents: number;
}
/** A passkey, which signs in without a password. */
export interface Passkey {
  /** The passkey's id. */
  id: number;
  /** The name that you gave it; may be empty. */
  label: string;
  /** When it was made. */
  created_at: string;
  /** When it was last used to sign in. */
  last_used_at: string | null;
  /** Whether a copy of it exists, as in a password manager that syncs. */
  backed_up: boolean;
  /** How a browser reaches the authenticator: `internal`, `hybrid`, `usb`, `nfc`. */
  transports: string[];
}
/** What a browser needs to make a passkey, or to sign in with one. */
export interface PasskeyOptions {
  /** Base64url. Valid once, for five minutes. */
  challenge: string;
  /** In milliseconds. */
  timeout: number;
  /** For `sign_in`: the host that passkeys are for. */
  rpId?: string;
  /** For `sign_in`: `required`. */
  userVerification?: string;
  /** For `sign_in`: empty. The authenticator knows whose passkeys it has, so nobody learns here who has one. */
  allowCredentials?: (Record<string, unknown>)[];
  /** For `create`: the host that the passkey is for, and the app's name. */
  rp?: Record<string, unknown>;
  /** For `create`: the person. */
  user?: Record<string, unknown>;
  /** For `create`: ES256, EdDSA and RS256 as COSE numbers them. */
  pubKeyCredParams?: (Record<string, unknown>)[];
  /** For `create`: the passkeys that you have already. */
  excludeCredentials?: (Record<string, unknown>)[];
  /** For `create`: a discoverable credential, with user verification. */
  authenticatorSelection?: Record<string, unknown>;
  /** For `create`: `none`. */
  attestation?: string;
}
/** Begin to make a passkey, or to sign in with one. */
export interface PasskeyOptionsBody {
  /** `create` to make a passkey, `sign_in` to sign in with one. */
  purpose: "create" | "sign_in";
  /** For `sign_in`: the username or the email, if only a passkey of this account may sign in. */
  username?: string | null;
}
/** A page of a list: Passkey. */
export interface PasskeyPage {
  /** The items on this page. */
  items: Passkey[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Get payment instructions. */
export interface PayWagerBody {
  /** `cash` stops the reminders. */
  method: "venmo" | "cash";
}
/** How the loser pays. */
export interface PaymentGuide {
  /** The payment method. */
  method: "venmo" | "cash" | (string & {});
  /** A link that opens the Venmo app; `null` for cash. */
  app_url: string | null;
  /** The same link for a browser. */
  web_url: string | null;
  /** The amount to pay, in cents. */
  amount_cents: number;
  /** The text of the payment. */
  note: string;
}
/** A person as others see them. */
export interface Person {
  /** The account's id. */
  id: number;
  /** Unique in the tenant, regardless of case. */
  username: string;
  /** The person's first name; `null` if they gave none. */
  first_name: string | null;
  /** May be empty, and `null` if they gave none. */
  last_name: string | null;
  /** The path of the photo, with its version; `null` without a photo. */
  photo: string | null;
}
/** A page of a list: Person. */
export interface PersonPage {
  /** The items on this page. */
  items: Person[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A point on the map. */
export interface Place {
  /** Degrees north. */
  lat: number;
  /** Degrees east. */
  lon: number;
}
/** A bet with the person who placed it. */
export interface PlacedBet {
  /** The bet's id. */
  id: number;
  /** One for a single, 2 to 12 for a parlay. */
  legs: BetLeg[];
  /** The stake, in cents. */
  stake_cents: number;
  /** The price of all legs together, in decimal form. */
  price_decimal: number;
  /** The payout if every leg is won, including the stake, in cents. */
  potential_payout_cents: number;
  /** The payout, in cents; `null` until it is settled. */
  payout_cents: number | null;
  /** `won` pays more than the stake, `pushed` the stake, `lost` less; `void` if every leg is. */
  status: "open" | "won" | "lost" | "pushed" | "void" | (string & {});
  /** When it was placed. */
  placed_at: string;
  /** When it was settled. */
  settled_at: string | null;
  /** Who placed it. */
  person: Person;
}
/** Propose, accept or cancel a meetup. */
export interface PlanMeetupBody {
  /** When to meet, within a year from now. */
  time_1?: string | null;
  /** Where to meet. */
  location?: string | null;
  /** Accepts the pending offer. */
  accept?: boolean | null;
  /** Cancels the planned meetup or the pending offer. */
  cancel?: boolean | null;
}
/** Propose, accept or cancel a meetup with a person. */
export interface PlanMeetupWithPersonBody {
  /** When to meet, within a year from now. */
  time_1?: string | null;
  /** Where to meet. */
  location?: string | null;
  /** Accepts the pending offer. */
  accept?: boolean | null;
  /** Cancels the planned meetup or the pending offer. */
  cancel?: boolean | null;
}
/** Preview a feed. */
export interface PreviewFeedBody {
  /** `html` for a page, `odds_api` for The Odds API. */
  source: "html" | "odds_api";
  /** The address of the page: https, without a username, on port 443, 80 or at least 1024. */
  url?: string | null;
  /** How to read the source. `odds_api` needs `sport` and `regions`, `html` `tournament` and `sport`; others have defaults. */
  options?: Record<string, unknown>;
  /** The key of The Odds API. It is never shown. */
  key?: string | null;
}
/** A game that a source has. */
export interface PreviewedGame {
  /** The source's id: importing it again finds the same game. */
  external_id: string;
  /** The home team. */
  home: string;
  /** The away team. */
  away: string;
  /** The start of the game. */
  starts_at: string;
  /** The week of the season, counted from its first game. */
  week: number | null;
  /** The state of the game. */
  status: "scheduled" | "live" | "final" | "postponed" | "cancelled" | (string & {});
  /** The score of the home team; `null` without one. */
  home_score: number | null;
  /** The score of the away team; `null` without one. */
  away_score: number | null;
  /** What people could bet on. */
  markets: PreviewedMarket[];
}
/** A market of a game that a source has. */
export interface PreviewedMarket {
  /** What it is about. */
  kind: "moneyline" | "match_result" | "spread" | "total" | (string & {});
  /** The handicap of the home team, or the total; `null` for other kinds. */
  line: number | null;
  /** `assumed` if the source has a line without prices. */
  prices: "quoted" | "assumed" | "made_up" | (string & {});
  /** One for each side. */
  outcomes: PreviewedOutcome[];
}
/** One side of a market that a source has. */
export interface PreviewedOutcome {
  /** The side of the market. */
  side: "home" | "away" | "draw" | "over" | "under" | (string & {});
  /** The team, `Draw`, or a text such as `Over 44.5`. */
  name: string;
  /** The price in American form. */
  price: string;
  /** That price in decimal form, rounded to four places. */
  price_decimal: number;
  /** The line of this side; `null` for kinds without one. */
  line: number | null;
}
/** RFC 9457. Some codes have further members, such as `parameter` or `status_code`. */
export interface Problem {
  /** Further members of some codes. */
  [member: string]: unknown;
  /** The page that explains the code. */
  type: string;
  /** A short title, the same for every occurrence. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** A sentence for people about this occurrence. */
  detail: string;
  /** A stable name of the error, for programs. */
  code: string;
  /** The value of the header `X-Request-Id`. */
  request_id: string;
  /** What is wrong with each field of the body, by its dotted path. */
  errors?: Record<string, string[]>;
}
/** An account, with the fields of the tenant's modules. */
export interface Profile {
  /** The account's id. */
  id: number;
  /** Unique in the tenant, regardless of case. */
  username: string;
  /** The person's first name; `null` if they gave none. */
  first_name: string | null;
  /** May be empty, and `null` if they gave none. */
  last_name: string | null;
  /** The path of the photo, with its version; `null` without a photo. */
  photo: string | null;
  /** May be empty. */
  bio: string;
  /** When the account was created. */
  created_at: string;
  /** When the account last made a call, rounded to the hour. */
  last_active_at: string;
  /** The account's role in the tenant. */
  role: "member" | "moderator" | "admin" | (string & {});
  /** A suspended account cannot sign in. */
  status: "active" | "suspended" | "deleted" | (string & {});
  /** Whether the caller and the person are friends. */
  friendship: "none" | "sent" | "received" | "friend" | (string & {});
  /** The language the person knows, as an ISO 639-1 code. */
  known_lang?: string;
  /** The language the person learns, as an ISO 639-1 code. */
  learn_lang?: string;
  /** How often the person came to meetups. */
  reliability?: Reliability;
  /** The Venmo username to pay this person at. */
  venmo_username?: string | null;
  /** Profit and loss over all wagers, in cents. */
  pnl_cents?: number;
  /** Wagers the person won. */
  wagers_won?: number;
  /** Wagers the person lost. */
  wagers_lost?: number;
  /** Ratings by opponents. */
  rating?: Rating;
  /** The email address; only on your own profile. `null` if you gave none. */
  email?: string | null;
  /** Whether the email address is proven to be yours; only on your own profile. */
  email_verified?: boolean;
}
/** A page of a list: Profile. */
export interface ProfilePage {
  /** The items on this page. */
  items: Profile[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Turn the second factor on. */
export interface ProveSecondFactorBody {
  /** The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter. */
  code: string;
}
/** A person's shelf that others can see. */
export interface PublicShelf {
  /** Whose shelf it is. */
  person: Person;
  /** How many games are on it. */
  games: number;
  /** When one of its games was last added or changed. */
  updated_at: string;
}
/** A page of a list: PublicShelf. */
export interface PublicShelfPage {
  /** The items on this page. */
  items: PublicShelf[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A browser or an app that gets notices as push messages. */
export interface PushDevice {
  /** The device's id. */
  id: number;
  /** The name that the device gave itself; may be empty. */
  label: string;
  /** How messages reach it: `web` for a browser, `apns` or `fcm` for an app. */
  platform: "web" | "apns" | "fcm" | (string & {});
  /** The host of its push service. The whole address, or an app's token, is a secret of the device and is not answered. */
  service: string;
  /** Whether it subscribed with the token of the call. */
  current: boolean;
  /** When it subscribed. */
  created_at: string;
}
/** The devices that get an account's notices. */
export interface PushDevices {
  /** The server's key (VAPID, RFC 8292), which `pushManager.subscribe()` takes as `applicationServerKey`. */
  public_key: string;
  /** Your devices, newest first. */
  devices: PushDevice[];
}
/** Rate the other side. */
export interface RateWagerBody {
  /** 5 is best. */
  rating: number;
  /** A comment. */
  comment?: string | null;
}
/** A person's ratings by opponents. */
export interface Rating {
  /** The mean, from 1 to 5; `null` without ratings. */
  mean: number | null;
  /** How many ratings there are. */
  count: number;
}
/** Recovery codes of a second factor. */
export interface RecoveryCodes {
  /** Ten codes. They are not shown again. */
  codes: string[];
}
/** Register. */
export interface RegisterBody {
  /** Unique in the tenant, regardless of case. Required unless the tenant's `sign_up_fields` leave it out, then one is made. */
  username?: string | null;
  /** At least 8 characters, or more if the tenant requires it. Required without `registration_ticket`. */
  password?: string | null;
  /** An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. Required unless the tenant's `sign_up_fields` leave it out, or a ticket brings a verified one. */
  email?: string | null;
  /** The person's first name. Required unless the tenant's `sign_up_fields` leave it out. */
  first_name?: string | null;
  /** May be empty. Required unless the tenant's `sign_up_fields` leave it out. */
  last_name?: string | null;
  /** A text about the person. */
  bio?: string;
  /** The language the person knows, as an ISO 639-1 code. */
  known_lang?: string;
  /** The language the person learns, as an ISO 639-1 code. */
  learn_lang?: string;
  /** A leading @ is dropped. */
  venmo_username?: string | null;
  /** Required if the tenant registers by invitation. */
  invite_code?: string | null;
  /** From `POST /login/oidc/` or `POST /login/oauth/`, in place of a password: links the outside account. */
  registration_ticket?: string | null;
}
/** How often a person came to meetups. */
export interface Reliability {
  /** Meetups the person came to, as reported by the others. */
  met: number;
  /** Meetups the person missed, as reported by the others. */
  no_show: number;
}
/** Remove the second factor. */
export interface RemoveSecondFactorBody {
  /** The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter. */
  code: string;
  /** The account's password. Required if it has one. */
  password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
}
/** Rename a passkey. */
export interface RenamePasskeyBody {
  /** A name for the passkey. */
  label?: string;
}
/** Replace the categories of wagers. */
export interface ReplaceAdminCategoriesBody {
  /** In the order to show them; without commas, and unique regardless of case. */
  names: string[];
}
/** Replace the featured games. */
export interface ReplaceFeaturedGamesBody {
  /** Games of the catalog, in the order to show them. */
  game_ids: number[];
}
/** Replace your profile. */
export interface ReplaceOwnProfileBody {
  /** Unique in the tenant, regardless of case. */
  username: string;
  /** An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. */
  email?: string | null;
  /** Required when the email changes, if the account has a password. */
  current_password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
  /** The person's first name. */
  first_name?: string | null;
  /** May be empty. */
  last_name?: string | null;
  /** A text about the person. */
  bio?: string;
  /** The language the person knows, as an ISO 639-1 code. */
  known_lang?: string;
  /** The language the person learns, as an ISO 639-1 code. */
  learn_lang?: string;
  /** A leading @ is dropped. */
  venmo_username?: string | null;
}
/** Replace your profile. */
export interface ReplaceProfileBody {
  /** Unique in the tenant, regardless of case. */
  username: string;
  /** An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. */
  email?: string | null;
  /** Required when the email changes, if the account has a password. */
  current_password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
  /** A code of the second factor. Required if the account has one and signed in over 15 minutes ago. */
  code?: string | null;
  /** The person's first name. */
  first_name?: string | null;
  /** May be empty. */
  last_name?: string | null;
  /** A text about the person. */
  bio?: string;
  /** The language the person knows, as an ISO 639-1 code. */
  known_lang?: string;
  /** The language the person learns, as an ISO 639-1 code. */
  learn_lang?: string;
  /** A leading @ is dropped. */
  venmo_username?: string | null;
}
/** Replace the recovery codes. */
export interface ReplaceRecoveryCodesBody {
  /** The code that the authenticator app shows, or a recovery code. Spaces, hyphens and case do not matter. */
  code: string;
  /** The account's password. Required if it has one. */
  password?: string | null;
  /** In place of the password of an account without one: an ID token of a linked identity, at most 5 minutes old. */
  id_token?: string | null;
  /** The nonce of `id_token`. */
  nonce?: string | null;
}
/** Replace your settings. */
export interface ReplaceSettingsBody {
  /** A language tag (BCP 47), such as `pt-BR`; `en` by default. Decides how notices write times. */
  locale?: string;
  /** A time zone name of the IANA database, such as `Europe/Berlin`; `UTC` by default. Notices give times in this zone. */
  time_zone?: string;
  /** Whether notices are also sent by mail. */
  mail_notices?: boolean;
  /** Whether notices are also pushed to your devices; `true` by default. */
  push_notices?: boolean;
  /** Kinds of notices that are not pushed; none by default. */
  push_muted?: ("match_made" | "meetup_proposed" | "meetup_accepted" | "meetup_cancelled" | "meetup_reminder" | "meetup_feedback" | "wager_offered" | "wager_declined" | "wager_taken" | "wager_claimed" | "wager_cancel_requested" | "wager_arbiter_named" | "wager_payment_said" | "wager_completed" | "wager_disputed" | "wager_cancelled" | "wager_confirmed" | "payment_reminder" | "bet_settled" | "friend_request" | "friend_accepted" | "feed_failed" | "content_removed" | "account_security")[];
  /** Whether push messages have the notice's text, and not only its title; `false` by default. */
  push_text?: boolean;
  /** When nothing but security notices is pushed, in your time zone, such as `22:00-07:00`. */
  quiet_hours?: string | null;
  /** Whether others find you by searching for names; `true` by default. */
  searchable?: boolean;
  /** Filters of the wager feed when a call gives none. */
  feed_filters?: {
    /** Only wagers in these states. */
    status?: ("open" | "active" | "completed" | "disputed" | "confirmed" | "cancelled" | "expired" | "declined")[];
    /** Only these categories. */
    category?: string[];
    /** Only wagers around this point. */
    near?: {
      /** Degrees north. */
      lat: number;
      /** Degrees east. */
      lon: number;
    } | null;
    /** The distance around `near`. */
    radius_km?: number;
    /** The smallest amount. */
    min_cents?: number;
    /** The largest amount. */
    max_cents?: number;
    /** Only wagers that friends posed. */
    friends?: boolean;
  } | null;
  /** The status of games that are added to the shelf without one; 0 by default. */
  shelf_default_status?: number;
  /** Whether others can see the shelf; `true` by default. */
  shelf_public?: boolean;
}
/** Replace what you say about a game. */
export interface ReplaceShelfEntryBody {
  /** 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped. */
  status: number;
  /** Your rating. */
  user_rating?: number | null;
  /** Hours played, with at most one decimal; 0 by default. */
  user_hours?: number;
  /** Your note; empty is the same as `null`. */
  note?: string | null;
  /** The day you started to play. */
  started_on?: string | null;
  /** The day you finished; not before `started_on`. */
  finished_on?: string | null;
}
/** A report to the moderators. */
export interface Report {
  /** The report's id. */
  id: number;
  /** The person who reported it. */
  by: Person;
  /** An account, a match or a wager. */
  about: Subject;
  /** What is wrong. */
  reason: "spam" | "abuse" | "fraud" | "other" | (string & {});
  /** The reporter's own words; may be empty. */
  text: string;
  /** What the moderators decided. */
  status: "open" | "resolved" | (string & {});
  /** A note of the moderators. */
  note: string | null;
  /** The account that the subject belongs to; `null` for the reporter. */
  person: Person | null;
  /** The subject's name; `null` for the reporter, and once it is erased. */
  title: string | null;
  /** The subject when it was reported; `null` for the reporter, and 90 days after the report is resolved. */
  subject_copy: SubjectCopy | null;
  /** When it was reported. */
  created_at: string;
}
/** A page of a list: Report. */
export interface ReportPage {
  /** The items on this page. */
  items: Report[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Request a code to reset the password. */
export interface RequestPasswordResetBody {
  /** An address `x@y.z` in ASCII, without quotes; trimmed and lower-cased. */
  email: string;
}
/** Reset the password with a code. */
export interface ResetPasswordBody {
  /** The code from the mail. */
  code: string;
  /** The new password. */
  new: string;
}
/** What a decision about an event would pay. */
export interface ResultPreview {
  /** Bets that would be settled, settled again or opened again. */
  bets: number;
  /** How many of them would pay more than their stake. */
  won: number;
  /** How many of them would pay less than their stake. */
  lost: number;
  /** How many of them would get exactly their stake back. */
  returned: number;
  /** Open bets on the event that would stay open, because another event decides them. */
  waiting: number;
  /** The stakes of the bets that would change, in cents. */
  stake_cents: number;
  /** What they would pay, the stakes included, in cents. */
  payout_cents: number;
  /** What an earlier result paid for them, and would be taken back first, in cents. */
  reversed_cents: number;
  /** `false` if the event has so many bets that the figures are of the first 10,000 only. */
  complete: boolean;
}
/** People with `in=people`, wagers with `in=wagers`. */
export interface SearchResults {
  /** People or wagers. */
  items: {
    /** Unique in the tenant, regardless of case. */
    username?: string;
    /** The person's first name; `null` if they gave none. */
    first_name?: string | null;
    /** May be empty, and `null` if they gave none. */
    last_name?: string | null;
    /** The path of the photo, with its version; `null` without a photo. */
    photo?: string | null;
    /** The wager's id. */
    id: number;
    /** The bet in one line. */
    name?: string;
    /** The details; may be empty. */
    description?: string;
    /** What the loser pays the winner, in cents. */
    amount_cents?: number;
    /** The first of `categories`. */
    category?: string;
    /** One to three of the tenant's categories. */
    categories?: string[];
    /** The person who posed the wager. */
    challenger?: Person;
    /** The person who took it; `null` while it is open. */
    challengee?: Person | null;
    /** The state of the wager. */
    status?: "open" | "active" | "completed" | "disputed" | "confirmed" | "cancelled" | "expired" | "declined" | (string & {});
    /** `null` until it is decided. */
    winner?: "challenger" | "challengee" | null | (string & {});
    /** The first report of who won. The other side has 72 hours to agree or disagree. */
    claim?: WagerClaim | null;
    /** The side that asked to cancel. */
    cancel_requested_by?: "challenger" | "challengee" | null | (string & {});
    /** The person both sides chose to decide a dispute. */
    arbiter?: Person | null;
    /** The place of the wager. */
    place?: Place | null;
    /** Distance from the point `near`; `null` without that filter. */
    distance_km?: number | null;
    /** When it was posed. */
    opened_at?: string;
    /** When someone took it. */
    taken_at?: string | null;
    /** When the winner was settled. */
    completed_at?: string | null;
    /** When the winner confirmed the payment. */
    confirmed_at?: string | null;
    /** The time until which it can be taken. */
    closes_at?: string | null;
    /** The people it is offered to. */
    audience?: "public" | "friends" | "account" | (string & {});
    /** The person it is addressed to if the audience is `account`. */
    audience_username?: string | null;
    /** The payment method that the loser chose. */
    payment_method?: "venmo" | "cash" | null | (string & {});
    /** The caller's rating of the other side. */
    my_rating?: number | null;
    /** When the two sides disagreed about who won. */
    disputed_at?: string | null;
    /** When a side asked to cancel. */
    cancel_requested_at?: string | null;
    /** When the loser chose the payment method. */
    payment_said_at?: string | null;
    /** Who decided or cancelled it in the place of the two sides; `null` if they did. */
    decided_by?: "arbiter" | "moderator" | "operator" | "silence" | null | (string & {});
    /** What they said to both sides; only for the sides, their arbiter and moderators, and `null` in lists. */
    decision_reason?: string | null;
    /** When it was cancelled or declined. */
    ended_at?: string | null;
    /** The person that the challenger wants as the arbiter; only for the two sides, and `null` in lists. */
    challenger_arbiter_id?: number | null;
    /** The person that the challengee wants as the arbiter; only for the two sides, and `null` in lists. */
    challengee_arbiter_id?: number | null;
    /** What the caller can do next: each is a call. `null` in lists. */
    moves?: ("edit" | "delete" | "take" | "decline" | "complete" | "cancel" | "withdraw_cancel" | "name_arbiter" | "arbitrate" | "pay" | "confirm" | "rate" | (string & {}))[] | null;
  }[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Whether and how an account has a second factor. */
export interface SecondFactor {
  /** Whether a sign-in needs a code. */
  enabled: boolean;
  /** Since when; `null` without a second factor. */
  enabled_at: string | null;
  /** How many recovery codes were not used. */
  recovery_codes_left: number;
  /** When an admin's reset of the second factor takes effect; `null` without one. */
  reset_at: string | null;
  /** Whether the app requires a second factor of the account. */
  required: boolean;
}
/** The secret of an authenticator app. */
export interface SecondFactorSecret {
  /** The secret to type into an authenticator app, in base32. */
  secret: string;
  /** The same as an `otpauth://` URL, to open or to show as a QR code. */
  url: string;
}
/** A game on a person's shelf. */
export interface ShelfEntry {
  /** The game's id, which identifies the entry. */
  game_id: number;
  /** The game. */
  game: Game;
  /** 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped. */
  status: number;
  /** Their rating; `null` without one. */
  user_rating: number | null;
  /** Hours played, with at most one decimal. */
  user_hours: number;
  /** Their note; `null` without one. */
  note: string | null;
  /** The day they started to play. */
  started_on: string | null;
  /** The day they finished. */
  finished_on: string | null;
  /** When the game came onto the shelf. */
  added_at: string;
  /** When the entry last changed. */
  updated_at: string;
}
/** A page of a list: ShelfEntry. */
export interface ShelfEntryPage {
  /** The items on this page. */
  items: ShelfEntry[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** What an import did with one line. */
export interface ShelfImportLine {
  /** Where it starts in the file; the header is line 1. */
  line: number;
  /** What the import did with it. */
  result: "added" | "updated" | "unchanged" | "unknown" | "invalid" | (string & {});
  /** The name that it has; `null` without one. */
  name: string | null;
  /** The game that it names; `null` if that is unknown. */
  game_id: number | null;
  /** Why it is `unknown` or `invalid`, as a sentence. */
  detail: string | null;
}
/** What an import did to a shelf, line by line. */
export interface ShelfImportReport {
  /** Each line, in the order of the file. */
  items: ShelfImportLine[];
  /** How many games came onto the shelf. */
  added: number;
  /** How many lines changed an entry. */
  updated: number;
  /** How many lines changed nothing. */
  unchanged: number;
  /** How many lines match no game, or several. */
  unknown: number;
  /** How many lines have a value that is not valid. */
  invalid: number;
}
/** A person's shelf in numbers. */
export interface ShelfStats {
  /** How many games are on the shelf. */
  games: number;
  /** Hours played in all of them. */
  hours: number;
  /** Of the rated games, to two decimals. */
  mean_rating: number | null;
  /** One for each status. */
  by_status: ShelfStatsOfStatus[];
  /** Most games first. A game counts in each of its genres. */
  by_genre: ShelfStatsOfGenre[];
  /** Months in which games were finished, the earliest first. */
  by_month: ShelfStatsOfMonth[];
}
/** The games of one genre. */
export interface ShelfStatsOfGenre {
  /** The name of the genre. */
  genre: string;
  /** How many games have it. */
  games: number;
  /** Hours played in them. */
  hours: number;
}
/** The games that were finished in one month. */
export interface ShelfStatsOfMonth {
  /** Year and month: `2026-05`. */
  month: string;
  /** How many games were finished in it, by `finished_on`. */
  finished: number;
  /** Hours played in them in total. */
  hours: number;
}
/** The games with one status. */
export interface ShelfStatsOfStatus {
  /** 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped. */
  status: number;
  /** How many games have it. */
  games: number;
  /** Hours played in them. */
  hours: number;
}
/** A new token and its account. */
export interface SignedIn {
  /** The token for the `Authorization` header. It is not shown again. */
  token: string;
  /** When the token expires; each use extends it. */
  expires_at: string;
  /** The account that signed in. */
  profile: Profile;
}
/** A tournament with all of its events. */
export interface SportsbookTournament {
  /** The tournament's id. */
  id: number;
  /** Such as `american_football` or `soccer`. */
  sport: string;
  /** The name of the league or cup. */
  name: string;
  /** The season, such as `2025` or `2025/26`. */
  season: string | null;
  /** An icon, set by an admin. */
  icon_url: string | null;
  /** Whether it is still being played. */
  status: "open" | "closed" | (string & {});
  /** In the order of their start. */
  events: Event[];
}
/** What people can bet on, as one document. */
export interface SportsbookTree {
  /** The number of the last update that is contained: pass it to the stream. */
  seq: number;
  /** Open tournaments with an event that is not decided. */
  tournaments: SportsbookTournament[];
}
/** The resource that a notice, report or log entry is about. */
export interface Subject {
  /** Such as `match`, `wager` or `account`. */
  type: string;
  /** The id of the subject. */
  id: number;
}
/** The subject of a report when it was reported. */
export interface SubjectCopy {
  /** The text that could be read; may be empty. */
  text: string;
  /** The version in the path of the photo; `null` without one. */
  photo_version: number | null;
}
/** A key of a server, without its secret. */
export interface TenantKey {
  /** The key's id. */
  id: number;
  /** What the key is for. */
  label: string;
  /** The first characters of the secret, to recognize it. */
  prefix: string;
  /** What the key may do. */
  scopes: ("accounts:read" | "accounts:write" | "reports:read" | "reports:write" | "webhooks:read" | "webhooks:write" | "events:read" | "events:write" | "wallets:read" | "wallets:write" | "meetups:read" | "wagers:read" | "wagers:write" | "sportsbook:read" | "sportsbook:write" | "shelf:read" | "shelf:write" | (string & {}))[];
  /** From where the key may be used; empty for anywhere. */
  networks: string[];
  /** When the key was created. */
  created_at: string;
  /** When the key was last used, rounded to the hour. */
  last_used_at: string | null;
  /** When the key expires; `null` means never. */
  expires_at: string | null;
}
/** A page of a list: TenantKey. */
export interface TenantKeyPage {
  /** The items on this page. */
  items: TenantKey[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** The settings of a tenant. */
export interface TenantSettings {
  /** Who may register. */
  registration: "open" | "invite" | "closed" | (string & {});
  /** What registration requires besides a password; at least `email` or `username`. */
  sign_up_fields: ("email" | "first_name" | "last_name" | "username" | (string & {}))[];
  /** Whether `GET /register/available/` says whether an email address has an account. */
  reveal_emails: boolean;
  /** Days after its last use when a token expires. */
  token_days: number;
  /** Days after its last use when a browser is signed out. */
  browser_days: number;
  /** The minimum length of a new password. */
  password_min_length: number;
  /** The languages people can practise, as ISO 639-1 codes; empty means all. */
  languages: string[];
  /** The categories of wagers, in the order to show them. */
  categories: string[];
  /** Days after which losers are reminded to pay; empty turns reminders off. */
  reminder_days: number[];
  /** Whether people without an account can read a public wager that somebody shares with them. */
  public_offers: boolean;
  /** The paper money in a new wallet, in cents. */
  starting_balance_cents: number;
  /** The smallest stake, in cents. */
  min_stake_cents: number;
  /** The most that the stakes of an account's open bets on one outcome may add up to, in cents. */
  max_stake_cents: number;
  /** The most that an account's open bets on one outcome may pay together, in cents. */
  max_payout_cents: number;
  /** Whether the tree, the feed and the live stream need no token, and guests see the games in the app. */
  public_sportsbook: boolean;
  /** Whether the shelves that people show, and the games on them, need no token. */
  public_shelves: boolean;
  /** Who signs in with a second factor. `staff` requires one of moderators and admins, `everyone` of all people; who has none can only set one up. `off` offers none to people who have none. */
  second_factor: "off" | "optional" | "staff" | "everyone" | (string & {});
  /** Hours until an admin's reset of someone's second factor takes effect, in which the person can object. */
  second_factor_reset_hours: number;
  /** The colour of the app's pages: `#0b6f4f`. */
  accent_color: string | null;
  /** The sections of the app's pages that are switched off, by their paths. The API does not change. */
  hidden_sections: string[];
  /** The language of pages, notices and mail for people who did not choose one: `en`, `es` or `de`, perhaps with a region. */
  locale: string | null;
  /** Origins of web pages that may call the API. */
  allowed_origins: string[];
  /** The sender of mail. */
  mail_from: string | null;
  /** Whether unverified addresses get only mail with codes. */
  require_verified_email: boolean;
  /** The people who made the app, for `/about/`. */
  creators: {
    /** A person or a team. */
    name: string;
    /** The URL of their page; null or empty without one. */
    url?: string | null;
    /** The URL of their picture; null or empty without one. */
    icon?: string | null;
  }[];
  /** Calls per second allowed for an account. */
  requests_per_second: number;
  /** Calls that an account can make in one burst after a pause. */
  request_burst: number;
  /** Calls per second allowed for an API key; twice as many in one burst after a pause. */
  key_requests_per_second: number;
  /** The OpenID Connect issuers whose ID tokens sign people in. */
  oidc_issuers: {
    /** Its https URL, exactly as in the tokens' `iss`. */
    issuer: string;
    /** The client ids of the apps; a token must be for one of them. */
    audiences: string[];
    /** Whether a token with a verified address signs in the account that has proven this address. */
    link_by_email?: boolean;
    /** The one of `audiences` with which the pages at `/app/` begin sign-ins. Without it they have no button for this issuer. */
    web_client_id?: string | null;
  }[];
  /** Services without ID tokens whose accounts sign people in. */
  oauth_providers: {
    /** A preset (x, facebook, discord, github, twitch) or a name of your own beside the three addresses. It is part of paths. */
    provider: string;
    /** What people call the service. */
    name?: string | null;
    /** The app's client id there. */
    client_id: string;
    /** The app's secret there. It is stored encrypted and never answered. Without it, the one that is stored for the same client and the same address of tokens stays. */
    client_secret?: string | null;
    /** Where browsers begin. Leave it out for a preset. */
    authorization_url?: string | null;
    /** Where a code is exchanged. Leave it out for a preset. */
    token_url?: string | null;
    /** Where the person's profile is read: a JSON object whose `sub` or `id` never changes. Leave it out for a preset. */
    profile_url?: string | null;
    /** What the app asks for, with blanks between; by default the preset's. */
    scope?: string | null;
    /** Whether an address that the service calls verified signs in the account that has proven this address. */
    link_by_email?: boolean;
  }[];
  /** Apps for Apple's systems that use the tenant's passkeys, as team and bundle. */
  apple_apps: string[];
  /** Apps for Android that use the tenant's passkeys. */
  android_apps: {
    /** The name of its package. */
    package: string;
    /** SHA-256 digests of the certificates that sign it, as Android's tools print them. */
    fingerprints: string[];
  }[];
  /** The credentials with which apps get push messages, one for each platform. */
  push_apps: {
    /** `apns` for apps on devices of Apple's, `fcm` for apps with Firebase Cloud Messaging. */
    platform: "apns" | "fcm" | (string & {});
    /** For `apns`: the team's id, ten letters and digits. */
    team_id?: string | null;
    /** For `apns`: the id of the key, ten letters and digits. */
    key_id?: string | null;
    /** For `apns`: the app's bundle id. */
    topic?: string | null;
    /** For `apns`: whether messages go to Apple's sandbox, which apps have that Xcode installed. */
    sandbox?: boolean;
    /** For `fcm`: the project's id. It may be left out with the whole file as `private_key`. */
    project_id?: string | null;
    /** For `fcm`: the service account. It may be left out with the whole file as `private_key`. */
    client_email?: string | null;
    /** The text of the key's file: for `apns` the .p8 file, for `fcm` the JSON file of the service account, or its private_key alone. It is stored encrypted and never answered. Without it, the one that is stored for the same account stays. */
    private_key?: string | null;
  }[];
}
/** A device that is signed in. */
export interface Token {
  /** The token's id. */
  id: number;
  /** The name that the device gave itself. */
  label: string;
  /** The first characters of the token, to recognize it. */
  prefix: string;
  /** What the token works in: `app`, or `browser` for the server's own pages. */
  kind: "app" | "browser" | (string & {});
  /** Whether this is the token of the call. */
  current: boolean;
  /** When the device signed in. */
  created_at: string;
  /** When the token was last used, rounded to the hour. */
  last_used_at: string | null;
  /** When the token expires; each use extends it. */
  expires_at: string;
}
/** A page of a list: Token. */
export interface TokenPage {
  /** The items on this page. */
  items: Token[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A league's season, or a cup. */
export interface Tournament {
  /** The tournament's id. */
  id: number;
  /** Such as `american_football` or `soccer`. */
  sport: string;
  /** The name of the league or cup. */
  name: string;
  /** The season, such as `2025` or `2025/26`. */
  season: string | null;
  /** An icon, set by an admin. */
  icon_url: string | null;
  /** Whether it is still being played. */
  status: "open" | "closed" | (string & {});
}
/** A page of a list: Tournament. */
export interface TournamentPage {
  /** The items on this page. */
  items: Tournament[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** Change an event, or enter its result. */
export interface UpdateEventBody {
  /** `final` needs both scores and settles the bets; `live` may have both. */
  status?: "scheduled" | "live" | "final" | "postponed" | "cancelled";
  /** The score of the home team. Only with the status `final` or `live`. */
  home_score?: number;
  /** The score of the away team. Only with the status `final` or `live`. */
  away_score?: number;
  /** The start of the game. */
  starts_at?: string;
  /** The home team. */
  home?: string;
  /** The away team. */
  away?: string;
  /** The week of the season. */
  week?: number | null;
}
/** Suspend, open, void or move a market. */
export interface UpdateMarketBody {
  /** `suspended` takes no more bets; `void` pays the stakes back. */
  status?: "open" | "suspended" | "void";
  /** Only while there are no bets. */
  line?: number;
}
/** Move a price, or suspend an outcome. */
export interface UpdateOutcomeBody {
  /** In American form, with its sign. */
  price?: string;
  /** `suspended` takes no more bets on this side. */
  status?: "active" | "suspended";
}
/** Change what you say about a game. */
export interface UpdateShelfEntryBody {
  /** 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped. */
  status?: number;
  /** Your rating. */
  user_rating?: number | null;
  /** Hours played, with at most one decimal; 0 by default. */
  user_hours?: number;
  /** Your note; empty is the same as `null`. */
  note?: string | null;
  /** The day you started to play. */
  started_on?: string | null;
  /** The day you finished; not before `started_on`. */
  finished_on?: string | null;
}
/** Change a tournament. */
export interface UpdateTournamentBody {
  /** Such as `american_football` or `soccer`. */
  sport?: string;
  /** The name of the league or cup. */
  name?: string;
  /** The season, such as `2025` or `2025/26`. */
  season?: string | null;
  /** An icon: an https URL without a username. */
  icon_url?: string | null;
  /** `closed` once it has been played. */
  status?: "open" | "closed";
}
/** Change an open wager. */
export interface UpdateWagerBody {
  /** The bet in one line. */
  name: string;
  /** The details. */
  description?: string;
  /** What the loser pays the winner, in cents. */
  amount_cents: number;
  /** One of `GET /categories/`. Required without `categories`; with them, the first of them. */
  category?: string | null;
  /** Up to three of `GET /categories/`. */
  categories?: string[] | null;
  /** The place of the wager. */
  place?: {
    /** Degrees north. */
    lat: number;
    /** Degrees east. */
    lon: number;
  } | null;
  /** The time until which it can be taken. */
  closes_at?: string | null;
  /** The people it is offered to: everybody (the default), the caller's friends, or one account. */
  audience?: "public" | "friends" | "account";
  /** The person it is addressed to; only with the audience `account`, and required there. */
  audience_username?: string | null;
}
/** Verify an email address with a code. */
export interface VerifyEmailBody {
  /** The code from the mail. */
  code: string;
}
/** Take a wager down. */
export interface VoidWagerBody {
  /** Both parties get this reason. */
  reason: string;
}
/** A friendly bet between two people. */
export interface Wager {
  /** The wager's id. */
  id: number;
  /** The bet in one line. */
  name: string;
  /** The details; may be empty. */
  description: string;
  /** What the loser pays the winner, in cents. */
  amount_cents: number;
  /** The first of `categories`. */
  category: string;
  /** One to three of the tenant's categories. */
  categories: string[];
  /** The person who posed the wager. */
  challenger: Person;
  /** The person who took it; `null` while it is open. */
  challengee: Person | null;
  /** The state of the wager. */
  status: "open" | "active" | "completed" | "disputed" | "confirmed" | "cancelled" | "expired" | "declined" | (string & {});
  /** `null` until it is decided. */
  winner: "challenger" | "challengee" | null | (string & {});
  /** The first report of who won. The other side has 72 hours to agree or disagree. */
  claim: WagerClaim | null;
  /** The side that asked to cancel. */
  cancel_requested_by: "challenger" | "challengee" | null | (string & {});
  /** The person both sides chose to decide a dispute. */
  arbiter: Person | null;
  /** The place of the wager. */
  place: Place | null;
  /** Distance from the point `near`; `null` without that filter. */
  distance_km: number | null;
  /** When it was posed. */
  opened_at: string;
  /** When someone took it. */
  taken_at: string | null;
  /** When the winner was settled. */
  completed_at: string | null;
  /** When the winner confirmed the payment. */
  confirmed_at: string | null;
  /** The time until which it can be taken. */
  closes_at: string | null;
  /** The people it is offered to. */
  audience: "public" | "friends" | "account" | (string & {});
  /** The person it is addressed to if the audience is `account`. */
  audience_username: string | null;
  /** The payment method that the loser chose. */
  payment_method: "venmo" | "cash" | null | (string & {});
  /** The caller's rating of the other side. */
  my_rating: number | null;
  /** When the two sides disagreed about who won. */
  disputed_at: string | null;
  /** When a side asked to cancel. */
  cancel_requested_at: string | null;
  /** When the loser chose the payment method. */
  payment_said_at: string | null;
  /** Who decided or cancelled it in the place of the two sides; `null` if they did. */
  decided_by: "arbiter" | "moderator" | "operator" | "silence" | null | (string & {});
  /** What they said to both sides; only for the sides, their arbiter and moderators, and `null` in lists. */
  decision_reason: string | null;
  /** When it was cancelled or declined. */
  ended_at: string | null;
  /** The person that the challenger wants as the arbiter; only for the two sides, and `null` in lists. */
  challenger_arbiter_id: number | null;
  /** The person that the challengee wants as the arbiter; only for the two sides, and `null` in lists. */
  challengee_arbiter_id: number | null;
  /** What the caller can do next: each is a call. `null` in lists. */
  moves: ("edit" | "delete" | "take" | "decline" | "complete" | "cancel" | "withdraw_cancel" | "name_arbiter" | "arbitrate" | "pay" | "confirm" | "rate" | (string & {}))[] | null;
}
/** The first report of who won. */
export interface WagerClaim {
  /** The side that reported it. */
  by: "challenger" | "challengee" | (string & {});
  /** The side that won according to the report. */
  winner: "challenger" | "challengee" | (string & {});
  /** When it was reported. */
  at: string;
}
/** A public wager as its link shows it to everybody. */
export interface WagerOffer {
  /** The wager's id. */
  id: number;
  /** The bet in one line. */
  name: string;
  /** The details; may be empty. */
  description: string;
  /** What the loser pays the winner, in cents. */
  amount_cents: number;
  /** One to three of the tenant's categories. */
  categories: string[];
  /** The first name of the person who posed it. */
  challenger_name: string;
  /** Whether it can still be taken. */
  is_open: boolean;
  /** When it was posed. */
  opened_at: string;
  /** The time until which it can be taken. */
  closes_at: string | null;
  /** The place of the wager. */
  place: Place | null;
}
/** A page of a list: Wager. */
export interface WagerPage {
  /** The items on this page. */
  items: Wager[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** The caller's paper money. */
export interface Wallet {
  /** What you can bet, in cents. */
  balance_cents: number;
  /** The stakes of your open bets, in cents. */
  open_stakes_cents: number;
  /** What a corrected result took back beyond your balance, in cents. Your next credits repay it. */
  debt_cents: number;
}
/** A change of the caller's balance. */
export interface WalletEntry {
  /** The entry's id; the order of entries is that of the list. */
  id: number;
  /** In cents; negative if the balance shrank. */
  amount_cents: number;
  /** Why the balance changed. */
  kind: "opening" | "stake" | "payout" | "refund" | "reversal" | "debt" | "grant" | (string & {});
  /** The bet that it is about. */
  bet_id: number | null;
  /** The balance after it, in cents. */
  balance_after_cents: number;
  /** When it was made. */
  created_at: string;
}
/** A page of a list: WalletEntry. */
export interface WalletEntryPage {
  /** The items on this page. */
  items: WalletEntry[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** An endpoint that events are sent to. */
export interface Webhook {
  /** The webhook's id. */
  id: number;
  /** The URL that events are sent to. */
  url: string;
  /** The event types that are sent. */
  events: string[];
  /** Whether events are sent. */
  enabled: boolean;
  /** Why the server turned the webhook off: the endpoint answered 410 or failed for days. */
  disabled_reason: "gone" | "failing" | null | (string & {});
  /** The key that signs events. It is shown once, when it is created. */
  secret: string | null;
  /** When the webhook was registered. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}
/** One attempt to deliver an event. */
export interface WebhookDelivery {
  /** The delivery's id. */
  id: number;
  /** The header `webhook-id`: the same for every attempt and replay. */
  event_id: string;
  /** The event type, such as `match.made`. */
  type: string;
  /** The number of the attempt, from 1; a replay starts at 1 again. */
  attempt: number;
  /** The result. */
  status: "pending" | "delivered" | "failed" | "cancelled" | (string & {});
  /** The earliest time to send it. */
  scheduled_at: string;
  /** When the endpoint had answered. */
  finished_at: string | null;
  /** How long the endpoint took to answer. */
  duration_ms: number | null;
  /** The HTTP status of the answer. */
  response_status: number | null;
  /** The first 1,000 characters of the answer. */
  response: string | null;
  /** Why the attempt failed or was not made. */
  error: string | null;
  /** The body that was sent; `null` before that, and after seven days. */
  request_body: string | null;
}
/** A page of a list: WebhookDelivery. */
export interface WebhookDeliveryPage {
  /** The items on this page. */
  items: WebhookDelivery[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** What is sent to webhooks. */
export interface WebhookEvent {
  /** The type of the event, such as `match.made`. */
  type: string;
  /** When it happened. */
  timestamp: string;
  /** What it is about. */
  data: WebhookEventData;
}
/** What an event is about, and who is notified. */
export interface WebhookEventData {
  /** The resource that the event is about. */
  subject: Subject | null;
  /** The notices of the people who are notified; the first hundred. */
  notices: WebhookEventNotice[];
}
/** A notice that an event put into an inbox. */
export interface WebhookEventNotice {
  /** The notice's id. */
  id: number;
  /** Whose inbox it is in. */
  account_id: number;
  /** Its title, at most a hundred characters. */
  title: string;
}
/** A page of a list: Webhook. */
export interface WebhookPage {
  /** The items on this page. */
  items: Webhook[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
/** A game on a person's wishlist. */
export interface Wish {
  /** The game's id, which identifies the wish. */
  game_id: number;
  /** The game. */
  game: Game;
  /** When the game came onto the wishlist. */
  added_at: string;
}
/** A page of a list: Wish. */
export interface WishPage {
  /** The items on this page. */
  items: Wish[];
  /** For `cursor`; `null` on the last page. */
  next_cursor: string | null;
}
export interface CheckAvailabilityQuery {
  /** A username. */
  username?: string;
  /** An email address. */
  email?: string;
}
export interface GetOwnPhotoQuery {
  /** Pixels of the longest side: 64, 256 or 1024. */
  size?: number;
  /** The version in a person's `photo`. */
  v?: number;
}
export interface ReplaceOwnPhotoQuery {
  /** `x,y,width,height` in pixels of the upright image; the whole image by default. */
  crop?: string;
}
export interface GetProfilePhotoQuery {
  /** Pixels of the longest side: 64, 256 or 1024. */
  size?: number;
  /** The version in a person's `photo`. */
  v?: number;
}
export interface ReplaceProfilePhotoQuery {
  /** `x,y,width,height` in pixels of the upright image; the whole image by default. */
  crop?: string;
}
export interface ListFriendsQuery extends PageQuery {
  /** Only in these states. */
  state?: ("friend" | "sent" | "received")[];
}
export interface FindPeopleQuery extends PageQuery {
  /** Parts of the person's names, between blanks. */
  q: string;
}
export interface ListNoticesQuery extends PageQuery {
  /** Only unread notices. */
  unread?: boolean;
}
export interface ListPartnersQuery extends PageQuery {
  /** Part of the username, in any case. */
  q?: string;
}
export interface ListMatchesQuery extends PageQuery {
  /** Only matches in these states. */
  status_code?: number[];
}
export interface ListWagersQuery extends PageQuery {
  /** Only wagers posed by your friends. */
  friends?: boolean;
  /** Only wagers in these states; `open` by default, and all with `mine`. */
  status?: ("open" | "active" | "completed" | "disputed" | "confirmed" | "cancelled" | "expired" | "declined")[];
  /** Only these categories. */
  category?: string[];
  /** Only wagers around this point: `51.5074,-0.1278`. */
  near?: string;
  /** The radius around `near` in kilometres; 25 by default. */
  radius_km?: number;
  /** `distance` lists the nearest first and requires `near`. */
  sort?: "newest" | "distance";
  /** The minimum amount, in cents. */
  min_cents?: number;
  /** The maximum amount, in cents. */
  max_cents?: number;
  /** Only wagers you posed or took. */
  mine?: boolean;
  /** `none` ignores your saved filters. */
  filters?: "none";
}
export interface ListWagersOfPersonQuery extends PageQuery {
  /** Only wagers in these states. */
  status?: ("open" | "active" | "completed" | "disputed" | "confirmed" | "cancelled" | "expired" | "declined")[];
}
export interface SearchQuery extends PageQuery {
  /** What to search: people or wagers. */
  in: "people" | "wagers";
  /** The regular expression. */
  q: string;
}
export interface ListTournamentsQuery extends PageQuery {
  /** Only tournaments in this state. */
  status?: "open" | "closed";
}
export interface ListEventsQuery extends PageQuery {
  /** Only events of this week of their season; `current` for the week of each tournament's next game. Games without a week are in the present ISO week, unless they are American football. */
  week?: string;
  /** Only events of these tournaments. */
  tournament?: number[];
  /** Only events that start at this time or later. */
  from?: string;
  /** Only events that start before this time. */
  to?: string;
  /** Only events in these states. */
  status?: ("scheduled" | "live" | "final" | "postponed" | "cancelled")[];
  /** Only events with a team whose name has this text, in any case. */
  team?: string;
}
export interface ListBetsQuery extends PageQuery {
  /** Only bets in these states. */
  status?: ("open" | "won" | "lost" | "pushed" | "void")[];
  /** Only bets with a leg on these events. */
  event?: number[];
}
export interface ListLeaderboardQuery extends PageQuery {
  /** Only bets with a leg in these tournaments. */
  tournament?: number[];
  /** Only bets settled at this time or later. */
  from?: string;
  /** Only the caller and the caller's friends. */
  friends?: boolean;
}
export interface GetSportsbookQuery {
  /** Only what belongs to these tournaments or events, 50 in all. */
  tournament?: number[];
  /** Only what belongs to these tournaments or events, 50 in all. */
  event?: number[];
}
export interface ListGamesQuery extends PageQuery {
  /** Games by name: the closest first, and the most rated first among those that are equally close. */
  q?: string;
  /** Only games of the genre with this name. */
  genre?: string;
  /** Only games for the platform with this name. */
  platform?: string;
  /** Only games that were first released on this date or later. */
  released_from?: string;
  /** Only games with at least this rating. */
  min_rating?: number;
  /** Only games with at least this many ratings. */
  min_votes?: number;
  /** Whether the games that the tenant's admins chose come before all others. */
  featured?: boolean;
  /** Another order: `rating` and `release_date` begin with the highest, and games without one come last. Ratings are weighted by their votes, with 250 votes of the mean rating added. */
  sort?: "rating" | "release_date" | "name";
}
export interface ListShelfQuery extends PageQuery {
  /** Only with these statuses: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped. */
  status?: number[];
  /** Only these games. */
  game_id?: number[];
  /** `name` is from A to Z, all others have the highest first. By default the latest additions come first. */
  sort?: "added_at" | "updated_at" | "user_rating" | "user_hours" | "name";
}
export interface ListShelfOfPersonQuery extends PageQuery {
  /** Only with these statuses: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped. */
  status?: number[];
  /** `name` is from A to Z, all others have the highest first. By default the latest additions come first. */
  sort?: "added_at" | "updated_at" | "user_rating" | "user_hours" | "name";
}
export interface GetShelfQuery extends PageQuery {
  /** Only with these statuses: 0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped. */
  status?: number[];
  /** `name` is from A to Z, all others have the highest first. By default the latest additions come first. */
  sort?: "added_at" | "updated_at" | "user_rating" | "user_hours" | "name";
}
export interface ListShelvesQuery extends PageQuery {
  /** Only the shelves of your friends. */
  friends?: boolean;
  /** Only the shelf of this person. */
  person?: number;
}
export interface ImportShelfQuery {
  /** Whether to report only what would change. */
  dry_run?: boolean;
}
export interface ListAdminReportsQuery extends PageQuery {
  /** Only reports in these states. */
  status?: ("open" | "resolved")[];
  /** Only reports about this account, or about something of it. */
  person?: number;
}
export interface ListAdminAuditQuery extends PageQuery {
  /** Only what this account did. */
  by?: number;
  /** Only what was done to this account itself. */
  person?: number;
  /** Only actions of this kind: `account.change`. */
  action?: string;
  /** Only what was done at this time or later. */
  from?: string;
  /** Only what was done before this time. */
  until?: string;
}
export interface GetAdminFiguresQuery {
  /** The first day, in UTC. 29 days before `to` if it is absent. */
  from?: string;
  /** The last day, in UTC. Today if it is absent. */
  to?: string;
}
export interface ListMatchesOfAccountQuery extends PageQuery {
  /** Only matches in these states. */
  status_code?: number[];
}
export interface ListAdminAccountsQuery extends PageQuery {
  /** Part of a name, username or email, in any case. */
  q?: string;
  /** `newest` accounts first, by `name`, or by when people were last active. By default the newest come first. */
  sort?: "newest" | "name" | "last_active";
}
export interface ImportOddsQuery {
  /** Only this season, as the file writes it. */
  season?: string;
  /** Only this week. */
  week?: number;
  /** A date: all games are moved by whole weeks, the first one to it or at most six days later. */
  move_to?: string;
  /** Whether games that are moved come with their scores. */
  results?: boolean;
}
export interface ListAccountBetsQuery extends PageQuery {
  /** Only bets in these states. */
  status?: ("open" | "won" | "lost" | "pushed" | "void")[];
}
export interface PreviewResultQuery {
  /** `final` needs both scores, `void` a market; `cancelled` is about the whole event. */
  decision: "final" | "cancelled" | "void";
  /** The score of the home team, with `final`. */
  home_score?: number;
  /** The score of the away team, with `final`. */
  away_score?: number;
  /** A market of the event, with `void`. */
  market?: number;
}
export type ProblemCode =
  | "287082"
  | "7hQxW2mPzK9sT4bL"
  | "NDFXt7mHJrLpz8gq2mDk1Q"
  | "account_suspended"
  | "account_unreachable"
  | "already_asked"
  | "already_friends"
  | "already_hidden"
  | "already_matched"
  | "already_on_shelf"
  | "already_rated"
  | "already_verified"
  | "bad_code"
  | "bad_credentials"
  | "bad_idempotency_key"
  | "bad_password"
  | "bad_query"
  | "bad_request"
  | "bad_second_factor"
  | "body_too_large"
  | "catalog_unavailable"
  | "crop_outside"
  | "d4f1c0ffee0123456789"
  | "database_unavailable"
  | "edit_conflict"
  | "email_taken"
  | "es"
  | "event_started"
  | "event_state"
  | "feed_disabled"
  | "feed_limit"
  | "feedback_given"
  | "forbidden"
  | "has_bets"
  | "idempotency_in_flight"
  | "idempotency_key_reused"
  | "idempotency_sealed"
  | "identity_taken"
  | "insufficient_funds"
  | "invalid_expression"
  | "invite_required"
  | "issuer_unavailable"
  | "last_admin"
  | "last_credential"
  | "last_sign_in"
  | "link_expired"
  | "malformed_json"
  | "market_exists"
  | "market_state"
  | "market_suspended"
  | "match_changed"
  | "match_state"
  | "no_account"
  | "no_cancel_request"
  | "no_candidate"
  | "no_email"
  | "no_password"
  | "no_photo"
  | "no_recent_meetup"
  | "no_venmo_username"
  | "not_a_member"
  | "not_for_keys"
  | "not_found"
  | "not_ready"
  | "not_your_move"
  | "oauth_code_refused"
  | "oidc_token_refused"
  | "outcome_unknown"
  | "overloaded"
  | "own_account"
  | "own_role"
  | "own_wager"
  | "passkey_refused"
  | "passkeys_unavailable"
  | "person_not_found"
  | "photo_unreadable"
  | "precondition_failed"
  | "precondition_required"
  | "price_changed"
  | "provider_unavailable"
  | "push_unavailable"
  | "registration_closed"
  | "same_event"
  | "scope_missing"
  | "search_too_broad"
  | "second_factor_exists"
  | "second_factor_expired"
  | "second_factor_missing"
  | "second_factor_off"
  | "second_factor_required"
  | "seq_gone"
  | "shelf_private"
  | "stream_expired"
  | "tenant_not_found"
  | "throttled"
  | "too_many_requests"
  | "too_many_sockets"
  | "too_many_streams"
  | "unauthorized"
  | "unsupported_media_type"
  | "upgrade_required"
  | "username_taken"
  | "validation_failed"
  | "wager_already_taken"
  | "wager_changed"
  | "wager_expired"
  | "wager_state"
  | "wager_unavailable"
  | "webhook_disabled"
  | "webhook_limit"
  | (string & {});
export type StreamEventType =
  | "account.changed"
  | "account.security"
  | "bet.placed"
  | "bet.settled"
  | "block.added"
  | "block.removed"
  | "content.removed"
  | "device.revoked"
  | "device.signed_in"
  | "feed.failed"
  | "feedback.given"
  | "friend.accepted"
  | "friend.removed"
  | "friend.request"
  | "inbox.read"
  | "match.ended"
  | "match.made"
  | "meetup.accepted"
  | "meetup.cancelled"
  | "meetup.feedback"
  | "meetup.lapsed"
  | "meetup.proposed"
  | "meetup.reminder"
  | "payment.reminder"
  | "profile.changed"
  | "report.decided"
  | "report.filed"
  | "settings.changed"
  | "shelf.changed"
  | "shelf.imported"
  | "wager.arbiter_named"
  | "wager.cancel_requested"
  | "wager.cancelled"
  | "wager.changed"
  | "wager.claimed"
  | "wager.completed"
  | "wager.confirmed"
  | "wager.declined"
  | "wager.deleted"
  | "wager.disputed"
  | "wager.edited"
  | "wager.expired"
  | "wager.offered"
  | "wager.payment_said"
  | "wager.posed"
  | "wager.rated"
  | "wager.taken"
  | "wallet.changed"
  | "wishlist.changed"
  | (`${string}.${string}` & {});
