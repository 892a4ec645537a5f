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

@CALLS@
}

@TYPES@
