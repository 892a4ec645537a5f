/** The version of the server that served this file, or that it was generated from. */
export const version = "0.3.0-dev";

// One line for each call: its name, method, path, and what is special about it; see `clients/generate`.
const calls = `
register POST register/ obsn
login POST login/ obs
obtainToken POST token/ ob
changePassword PUT password/ bn
checkAvailability GET register/available/ oq
loginWithIDToken POST login/oidc/ obsn
listIdentities GET identities/ l
linkIdentity POST identities/ b
unlinkIdentity DELETE identities/{id}/
loginWithOAuth POST login/oauth/ obsn
linkOAuthIdentity POST identities/oauth/ b
passkeyOptions POST passkeys/options/ ?b
createPasskey POST passkeys/ b
listPasskeys GET passkeys/ l
renamePasskey PATCH passkeys/{id}/ b
deletePasskey DELETE passkeys/{id}/
loginWithPasskey POST login/passkey/ obsn
loginWithSecondFactor POST login/second/ obsn
getSecondFactor GET second-factor/
beginSecondFactor POST second-factor/ b
proveSecondFactor POST second-factor/proof/ b
replaceRecoveryCodes POST second-factor/recovery-codes/ b
removeSecondFactor POST second-factor/delete/ b
keepSecondFactor POST second-factor/keep/
denyNotice POST not-me/ obn
logout POST logout/ bx
listTokens GET tokens/ l
revokeToken DELETE tokens/{id}/
requestPasswordReset POST password/reset/ ob
resetPassword POST password/reset/confirm/ obn
requestEmailVerification POST email/verification/
verifyEmail PUT email/verification/ ?bn
getOwnProfile GET profiles/me/
replaceOwnProfile PUT profiles/me/ b
changeOwnProfile PATCH profiles/me/ b
deleteOwnAccount DELETE profiles/me/ bx
deleteOwnAccountByPost POST profiles/me/delete/ bxn
getProfile GET profiles/{id}/
replaceProfile PUT profiles/{id}/ b
changeProfile PATCH profiles/{id}/ b
deleteAccount DELETE profiles/{id}/ b
getOwnPhoto GET profiles/me/photo/ qf
replaceOwnPhoto PUT profiles/me/photo/ rq image/jpeg
deleteOwnPhoto DELETE profiles/me/photo/
getProfilePhoto GET profiles/{id}/photo/ qf
replaceProfilePhoto PUT profiles/{id}/photo/ rq image/jpeg
deleteProfilePhoto DELETE profiles/{id}/photo/
listBlocks GET blocks/ l
createBlock POST blocks/{id}/
getBlock GET blocks/{id}/
deleteBlock DELETE blocks/{id}/
createReport POST reports/ b
listFriends GET friends/ l
askFriend POST friends/ b
acceptFriend PUT friends/{id}/
removeFriend DELETE friends/{id}/
findPeople GET people/ l
getSettings GET settings/
replaceSettings PUT settings/ b
changeSettings PATCH settings/ b
getExport GET export/
createStreamTicket POST stream/tickets/
listNotices GET inbox/ l
markNoticesRead POST inbox/read/ b
listPushDevices GET push/
addPushDevice POST push/ b
deletePushDevice DELETE push/{id}/
listPartners GET profiles/ l
createProfile POST profiles/ obsn
listLanguages GET languages/ ol
listMatches GET matches/ l
createMatch POST matches/ b
getMatch GET matches/{id}/
planMeetup PUT matches/{id}/ bn
endMatch DELETE matches/{id}/
listMatchHistory GET matches/{id}/history/ l
getMeetupCalendar GET matches/{id}/calendar.ics f
giveFeedback POST matches/{id}/feedback/ b
getMatchWithPerson GET times/{id}/
planMeetupWithPerson PUT times/{id}/ bn
endMatchWithPerson DELETE times/{id}/
createWager POST wagers/ b
listWagers GET wagers/ l
getWager GET wagers/{id}/
updateWager PUT wagers/{id}/ b
deleteWager DELETE wagers/{id}/
getWagerOffer GET wagers/{id}/offer/ ?
takeWager POST wagers/{id}/take/
declineWager POST wagers/{id}/decline/
completeWager POST wagers/{id}/complete/ b
cancelWager POST wagers/{id}/cancel/
withdrawWagerCancellation DELETE wagers/{id}/cancel/
nameWagerArbiter PUT wagers/{id}/arbiter/ b
arbitrateWager POST wagers/{id}/arbitrate/ b
payWager POST wagers/{id}/pay/ b
confirmWager POST wagers/{id}/confirm/ b
rateWager POST wagers/{id}/rate/ b
listCategories GET categories/ l
listAddressedWagers GET wagers/addressed/ l
listWagersOfPerson GET profiles/{id}/wagers/ l
search GET search/ l
listTournaments GET tournaments/ l
getTournament GET tournaments/{id}/
listEvents GET events/ l
getEvent GET events/{id}/
getMarket GET markets/{id}/
getOutcome GET outcomes/{id}/
createBet POST bets/ b
listBets GET bets/ l
getBet GET bets/{id}/
getWallet GET wallet/
listWalletEntries GET wallet/entries/ l
listLeaderboard GET leaderboard/ l
getSportsbook GET sportsbook/ ?q
getSportsbookFeed GET sportsbook/feed/ ?
createLiveTicket POST live/tickets/
listGames GET games/ l
getGame GET games/{id}/ ?
listGenres GET genres/ l
listPlatforms GET platforms/ l
listShelf GET shelf/ l
addToShelf POST shelf/ b
getShelfStats GET shelf/stats/
listShelfOfPerson GET profiles/{id}/shelf/ ?l
getShelf GET shelves/{id}/ ?l
getShelfEntry GET shelf/{id}/
replaceShelfEntry PUT shelf/{id}/ b
updateShelfEntry PATCH shelf/{id}/ b
removeFromShelf DELETE shelf/{id}/
listShelves GET shelves/ ?l
listWishlist GET wishlist/ l
addToWishlist PUT wishlist/{id}/
removeFromWishlist DELETE wishlist/{id}/
exportShelf GET shelf/export.csv f
importShelf POST shelf/import/ rq text/csv
about GET about/ o
listAdminReports GET admin/reports/ l
getAdminReport GET admin/reports/{id}/
changeAdminReport PATCH admin/reports/{id}/ b
getAdminSettings GET admin/settings/
changeAdminSettings PATCH admin/settings/ b
hideContent POST admin/hidden/ b
listHiddenContent GET admin/hidden/ l
showContent DELETE admin/hidden/{id}/
listAdminInvites GET admin/invites/ l
createAdminInvite POST admin/invites/ b
deleteAdminInvite DELETE admin/invites/{id}/
listAPIKeys GET admin/keys/ l
createAPIKey POST admin/keys/ b
showAPIKey GET admin/keys/{id}/
changeAPIKey PATCH admin/keys/{id}/ b
revokeAPIKey DELETE admin/keys/{id}/
listAdminAudit GET admin/audit/ l
getAdminFigures GET admin/figures/ q
listAdminWebhooks GET admin/webhooks/ l
createAdminWebhook POST admin/webhooks/ b
getAdminWebhook GET admin/webhooks/{id}/
changeAdminWebhook PATCH admin/webhooks/{id}/ b
deleteAdminWebhook DELETE admin/webhooks/{id}/
rotateWebhookSecret POST admin/webhooks/{id}/secret/
listAdminWebhookDeliveries GET admin/webhooks/{id}/deliveries/ l
replayWebhookDelivery POST admin/webhooks/{id}/deliveries/{delivery}/replay/
testWebhook POST admin/webhooks/{id}/test/
listMatchesOfAccount GET admin/accounts/{id}/matches/ l
listDisputes GET admin/disputes/ l
voidWager POST admin/wagers/{id}/void/ b
getAdminCategories GET admin/categories/
replaceAdminCategories PUT admin/categories/ b
getFeaturedGames GET admin/featured-games/
replaceFeaturedGames PUT admin/featured-games/ b
listAdminAccounts GET admin/accounts/ l
getAdminAccount GET admin/accounts/{id}/
changeAdminAccount PATCH admin/accounts/{id}/ b
eraseAccount DELETE admin/accounts/{id}/
mailPasswordReset POST admin/accounts/{id}/password-reset/
listTokensOfAccount GET admin/accounts/{id}/tokens/ l
signOutAccount DELETE admin/accounts/{id}/tokens/
listMailsOfAccount GET admin/accounts/{id}/mails/ l
getSecondFactorOfAccount GET admin/accounts/{id}/second-factor/
resetSecondFactorOfAccount POST admin/accounts/{id}/second-factor/reset/
exportAccount GET admin/accounts/{id}/export/
createTournament POST admin/tournaments/ b
getAdminTournament GET admin/tournaments/{id}/
updateTournament PATCH admin/tournaments/{id}/ b
deleteTournament DELETE admin/tournaments/{id}/
createEvent POST admin/events/ b
getAdminEvent GET admin/events/{id}/
updateEvent PATCH admin/events/{id}/ b
deleteEvent DELETE admin/events/{id}/
createMarket POST admin/markets/ b
getAdminMarket GET admin/markets/{id}/
updateMarket PATCH admin/markets/{id}/ b
deleteMarket DELETE admin/markets/{id}/
getAdminOutcome GET admin/outcomes/{id}/
updateOutcome PATCH admin/outcomes/{id}/ b
importOdds POST admin/odds/ rq text/csv
getAccountWallet GET admin/wallets/{id}/
listAccountWalletEntries GET admin/wallets/{id}/entries/ l
listAccountBets GET admin/wallets/{id}/bets/ l
grantMoney POST admin/wallets/{id}/grant/ b
listEventBets GET admin/events/{id}/bets/ l
previewResult GET admin/events/{id}/preview/ q
listAdminFeeds GET admin/feeds/ l
createAdminFeed POST admin/feeds/ b
getAdminFeed GET admin/feeds/{id}/
changeAdminFeed PATCH admin/feeds/{id}/ b
deleteAdminFeed DELETE admin/feeds/{id}/
runFeed POST admin/feeds/{id}/run/
previewFeed POST admin/feeds/preview/ b
`;

// Errors

/** What every call throws, except for the `AbortError` of a caller's signal. */
export class ParlayError extends Error {
  get name() { return this.constructor.name; }
}

/** The server refused the call; `code` never changes its meaning. */
export class ProblemError extends ParlayError {
  constructor(problem, retryAfter) {
    super(problem.detail);
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
    this.fieldErrors = problem.errors ?? {};
    this.requestID = problem.request_id;
    this.retryAfter = retryAfter;
  }
}

/** There was no answer. The call may have taken effect. */
export class ConnectionError extends ParlayError {}

/** Something other than the server answered, such as a proxy or a captive portal. */
export class UnexpectedAnswerError extends ParlayError {
  constructor(status) {
    super(`The answer did not come from the server (status ${status}).`);
    this.status = status;
  }
}

/** The call is for people who are signed in. Nothing was sent. */
export class NotSignedInError extends ParlayError {
  constructor() { super("Please sign in."); }
}

class SocketEnd extends ParlayError {
  constructor(code, lasted) {
    super("The stream has ended.");
    this.code = code;
    this.lasted = lasted;
  }
}

// Where the sign-in is kept

/** Until the page or the process ends. */
export class MemoryStorage {
  constructor(signIn = null) { this.signIn = signIn; }
  load() { return this.signIn; }
  save(signIn) { this.signIn = signIn; }
  clear() { this.signIn = null; }
}

/** In `localStorage` or `sessionStorage`, for all tabs of the origin. */
export class BrowserStorage {
  constructor(store = localStorage, key = "parlay") { Object.assign(this, {store, key}); }
  load() { return JSON.parse(this.store.getItem(this.key)); }
  save(signIn) { this.store.setItem(this.key, JSON.stringify(signIn)); }
  clear() { this.store.removeItem(this.key); }
}

// What came with an answer, by the answer
const origins = new WeakMap();

/** The `ETag` of an answer that was read, for `ifMatch`. */
export const versionOf = answer => origins.get(answer)?.version;

/** The number of the last event that the answer contains, for `events({after})`. */
export const positionOf = answer => origins.get(answer)?.position;

const pass = (milliseconds, signal) => new Promise((done, fail) => {
  const stop = () => {
    clearTimeout(timer);
    fail(signal.reason);
  };
  if (signal?.aborted) return fail(signal.reason);
  const timer = setTimeout(() => {
    signal?.removeEventListener("abort", stop);
    done();
  }, milliseconds);
  signal?.addEventListener("abort", stop, {once: true});
});

// At least as long as the server asks, plus a random part of a pause that doubles each time
const pauseAfter = (attempts, first, longest, wait) => {
  const pause = Math.min(first * 2 ** (attempts - 1), longest);
  return wait === undefined ? pause / 2 * (1 + Math.random()) : 1000 * wait + pause * Math.random();
};

const newKey = () => globalThis.crypto?.randomUUID?.() ??
  [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join("-");

// A list, fetched page by page as it is iterated
class List {
  constructor(fetchPage, query) { Object.assign(this, {fetchPage, query}); }

  page(query) { return this.fetchPage({...this.query, ...query}); }

  async *pages() {
    let {cursor} = this.query;
    do {
      const page = await this.page({cursor});
      yield page;
      cursor = page.next_cursor;
    } while (cursor);
  }

  async *[Symbol.asyncIterator]() {
    for await (const {items} of this.pages()) yield* items;
  }

  async all() {
    const items = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

class Queue {
  #items = [];
  #error;
  #wake = () => {};
  get isEmpty() { return !this.#items.length; }
  push(item) { this.#items.push(item); this.#wake(); }
  fail(error) { this.#error ??= error; this.#wake(); }
  async next() {
    while (!this.#items.length) {
      if (this.#error) throw this.#error;
      await new Promise(done => { this.#wake = done; });
    }
    return this.#items.shift();
  }
}

// The client

const standardRetries = {attempts: 5, firstPause: 250, longestPause: 8000, timeLimit: 30000};

export class Parlay {
  constructor({server = new URL("/", import.meta.url), tenant, token, storage, retries, onSignInChange, ...parts}) {
    this.base = `${String(server).replace(/\/+$/, "")}/v1/${tenant}/`;
    this.storage = storage ?? new MemoryStorage(token ? {base: this.base, token} : null);
    this.retries = {...standardRetries, ...retries};
    this.onSignInChange = onSignInChange;
    this.parts = {fetch: globalThis.fetch?.bind(globalThis), WebSocket: globalThis.WebSocket, ...parts};
  }

  /** Whose token is stored, or `null`. A token is only sent to the server and tenant that issued it. */
  async signIn() {
    const signIn = await this.storage.load();
    return signIn?.base === this.base ? signIn : null;
  }

  /** Forgets the sign-in without telling the server. */
  async forgetSignIn(reason = "left") {
    await this.storage.clear();
    this.onSignInChange?.(null, reason);
  }

  async #refused(token) {
    if ((await this.signIn())?.token === token) await this.forgetSignIn("refused");
  }

  async #call({method, path, flags, answer}, body, query, options = {}) {
    const signIn = flags.includes("o") ? null : await this.signIn();
    if (!signIn && !/[o?]/.test(flags)) throw new NotSignedInError();
    const url = new URL(path, this.base);
    for (const [name, value] of Object.entries(query ?? {})) {
      for (const one of [value].flat()) if (one != null) url.searchParams.append(name, one);
    }
    const headers = {Accept: flags.includes("f") ? "*/*" : "application/json"};
    const match = options.ifMatch;
    if (match) headers["If-Match"] = typeof match === "string" ? match : versionOf(match);
    if (headers["If-Match"] === undefined) delete headers["If-Match"];
    if (signIn) headers.Authorization = `Token ${signIn.token}`;
    if (method === "POST") headers["Idempotency-Key"] = options.idempotencyKey ?? newKey();
    if (flags.includes("b") && body !== undefined) {
      headers["Content-Type"] = "application/json";
      body = JSON.stringify(body);
    } else if (flags.includes("r")) {
      headers["Content-Type"] = options.contentType ?? (body.type || answer);
    }
    // A changed version would refuse the second attempt if the first one succeeded.
    const once = flags.includes("n") || match && /PUT|PATCH/.test(method);
    const request = {method, headers, body, cache: "no-store", credentials: "omit"};
    let response;
    try {
      response = await this.#attempts(url, request, once, options);
    } catch (error) {
      if (signIn && error.status === 401 && error.problem) {
        if (flags.includes("x")) {
          await this.forgetSignIn();
          if (path === "logout/") return;
        } else {
          await this.#refused(signIn.token);
        }
      }
      throw error;
    }
    const value = await this.#value(response, flags);
    if (flags.includes("s")) {
      const {token, expires_at, profile} = value;
      const signIn = {base: this.base, token, expires_at, account_id: profile.id};
      await this.storage.save(signIn);
      this.onSignInChange?.(signIn);
    }
    if (flags.includes("x")) await this.forgetSignIn();
    if (value && typeof value === "object") {
      const position = response.headers.get("Stream-Position");
      origins.set(value, {
        version: response.headers.get("ETag") ?? undefined,
        position: position ? Number(position) : undefined,
      });
    }
    return value;
  }

  async #value(response, flags) {
    if (response.status === 204 || response.status === 202 && !response.headers.get("Content-Type")) return undefined;
    try {
      return await (flags.includes("f") ? response.blob() : response.json());
    } catch {
      throw new UnexpectedAnswerError(response.status);
    }
  }

  async #attempts(url, request, once, {signal, retries}) {
    const {attempts, firstPause, longestPause, timeLimit} = {...this.retries, ...retries};
    const end = Date.now() + timeLimit;
    let unknown;
    for (let count = 1; ; count++) {
      let error, isUndone = false;
      try {
        const response = await this.#attempt(url, request, end, signal);
        if (response.ok) return response;
        error = await problemOf(response);
        const {status, code} = error;
        if (request.method === "DELETE" && unknown && (status === 404 || code === "no_cancel_request")) {
          return new Response(null, {status: 204});
        }
        const mayPass = code ? status === 429 || status === 503 || code === "idempotency_in_flight"
          : [429, 502, 503, 504].includes(status);
        if (!mayPass) throw error;
        isUndone = (status === 429 || status === 503) && Boolean(code) && code !== "outcome_unknown";
      } catch (reason) {
        if (signal?.aborted || !(reason instanceof ConnectionError)) throw reason;
        error = reason;
      }
      // That the last attempt did nothing says nothing about the ones before.
      if (!isUndone && request.method !== "GET") unknown = error;
      const pause = pauseAfter(count, firstPause, longestPause, error.retryAfter);
      if (once && !isUndone || count >= attempts || Date.now() + pause >= end) throw unknown ?? error;
      await pass(pause, signal);
    }
  }

  async #attempt(url, request, end, signal) {
    const stop = new AbortController();
    const abort = () => stop.abort(signal.reason);
    const timer = setTimeout(() => stop.abort(), Math.max(end - Date.now(), 0));
    signal?.addEventListener("abort", abort, {once: true});
    if (signal?.aborted) abort();
    try {
      const response = await this.parts.fetch(url, {...request, signal: stop.signal});
      // The whole of it, within the same time: a part of an answer is none.
      const {status, headers} = response, body = await response.blob();
      return new Response(body.size ? body : null, {status, headers});
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new ConnectionError(stop.signal.aborted ? "There was no answer in time." : "There is no connection.", {cause: error});
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  // Streams

  // The messages of a socket, which a ticket opens
  async *#messages(path, query, signal, queue = new Queue()) {
    const url = new URL(path + "/", this.base);
    const signIn = await this.signIn();
    if (signIn) {
      const call = {method: "POST", path: path + "/tickets/", flags: ""};
      query = {...query, ticket: (await this.#call(call, undefined, undefined, {signal, retries: {attempts: 1}})).ticket};
    }
    url.protocol = url.protocol.replace("http", "ws");
    for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) url.searchParams.append(name, one);
    const Socket = this.parts.WebSocket ?? await nodeSocket();
    const socket = new Socket(String(url));
    let openedAt;
    socket.onopen = () => { openedAt = Date.now(); queue.push("{}"); };
    socket.onmessage = ({data}) => queue.push(data);
    socket.onerror = () => {};
    socket.onclose = ({code}) => queue.fail(new SocketEnd(code, openedAt ? Date.now() - openedAt : undefined));
    const abort = () => {
      queue.fail(signal.reason);
      socket.close();
    };
    signal?.addEventListener("abort", abort, {once: true});
    if (signal?.aborted) abort();
    try {
      for (;;) yield await queue.next();
    } catch (error) {
      if (error.code === 4401 && signIn) await this.#refused(signIn.token);
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      socket.onclose = null;
      socket.close();
    }
  }

  // Waits after a failure, or throws if trying again is useless
  async #wait(error, failures, signal, onPause = () => {}) {
    const {code, status, retryAfter} = error;
    if (code === 4401) {
      throw new ProblemError({type: "/docs/problems#unauthorized", title: "Authentication required", status: 401,
        code: "unauthorized", detail: "Your sign-in has ended. Please sign in again."});
    }
    const mayPass = error instanceof SocketEnd || error instanceof ConnectionError || status === 429 || status >= 500;
    if (signal?.aborted || !mayPass) throw error;
    const pause = pauseAfter(failures, 500, 30000, retryAfter);
    onPause(pause);
    await pass(pause, signal);
  }

  /** What happens to the signed-in person, as it happens. */
  async *events({after, signal} = {}) {
    let number = after;
    for (let failures = 1; ; failures++) {
      try {
        if (number === undefined) {
          number = positionOf(await this.getSettings({signal}));
          yield {type: "reset", number};
        }
        for await (const text of this.#messages("stream", {after: number}, signal)) {
          const event = JSON.parse(text);
          if (!(event.number > number)) continue;
          number = event.number;
          yield event;
        }
      } catch (error) {
        if (error.lasted >= 10000) failures = 1;
        // A browser does not say why a socket was not opened: perhaps the events after the number are gone.
        if (error instanceof SocketEnd && error.lasted === undefined) number = undefined;
        await this.#wait(error, failures, signal);
      }
    }
  }

  /** What `read` gives, now and after each change of the subject, until it is gone. */
  async *follow({type, id}, read, options) {
    for await (const event of this.events(options)) {
      if (event.type !== "reset" && (event.subject.type !== type || event.subject.id !== id)) continue;
      try {
        yield await read();
      } catch (error) {
        if (error.status === 404) return;
        throw error;
      }
    }
  }

  /** The sportsbook, again and again as it changes. */
  async *live({tournaments = [], events = [], signal} = {}) {
    const filter = {tournament: tournaments, event: events};
    let connection = "connecting", book;
    const element = () => ({
      connection, seq: book?.seq, tournaments: book?.tournaments ?? [], moves: book?.takeMoves() ?? new Map(),
    });
    yield element();
    for (let failures = 1, needsTree = true; ; failures++) {
      let pause = 0, error;
      const queue = new Queue();
      let timer;
      try {
        if (needsTree) {
          const tree = await this.getSportsbook(filter, {signal});
          if (book) book.replace(tree); else book = new Book(tree, tournaments, events);
          needsTree = false;
          yield element();
        }
        const reload = () => {
          timer = setTimeout(async () => {
            let tree = null;
            try { tree = await this.getSportsbook(filter, {signal}); } catch { /* The next message tries again. */ }
            queue.push({tree});
          }, 300 + 2000 * Math.random());
        };
        for await (const message of this.#messages("live", {...filter, after: book.seq}, signal, queue)) {
          let isChanged = connection !== "live";
          connection = "live";
          if (message.tree !== undefined) {
            isChanged = message.tree !== null;
            // Older than the messages that were left out
            if (!book.replace(message.tree)) reload();
          } else {
            const change = JSON.parse(message), result = book.apply(change);
            isChanged ||= result === "changed";
            if (result === "unknown" && !book.log) {
              book.log = [change];
              reload();
            }
          }
          if (isChanged && queue.isEmpty) yield element();
        }
      } catch (reason) {
        error = reason;
      } finally {
        clearTimeout(timer);
      }
      if (error.lasted >= 10000) failures = 1;
      if (error instanceof SocketEnd && error.lasted === undefined || book?.log) needsTree = true;
      if (book) book.log = undefined;
      connection = "waiting";
      if (!signal?.aborted && error.code !== 4401) yield element();
      await this.#wait(error, failures, signal);
      connection = "connecting";
    }
  }

  static {
    for (const line of calls.trim().split("\n")) {
      const [name, method, pattern, flags = "", answer] = line.split(" ");
      const places = pattern.match(/{\w+}/g) ?? [];
      // The values of the path, the body, the query, and options
      Parlay.prototype[name] = function (...values) {
        const path = places.reduce((path, place) => path.replace(place, encodeURIComponent(values.shift())), pattern);
        const body = /[br]/.test(flags) ? values.shift() : undefined;
        const query = /[ql]/.test(flags) ? values.shift() : undefined;
        const [options] = values;
        const call = {method, path, flags, answer};
        if (!flags.includes("l")) return this.#call(call, body, query, options);
        return new List(query => this.#call(call, body, query, options), query ?? {});
      };
    }
  }
}

async function problemOf(response) {
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json")) {
    try {
      return new ProblemError(await response.json(), retryAfter(response.headers));
    } catch { /* It broke off. */ }
  }
  const error = new UnexpectedAnswerError(response.status);
  error.retryAfter = retryAfter(response.headers);
  return error;
}

// In seconds
function retryAfter(headers) {
  const text = headers.get("Retry-After");
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text)
    : (Date.parse(text) - (Date.parse(headers.get("Date")) || Date.now())) / 1000;
  return Math.min(Math.max(seconds || 0, 0), 86400);
}

// The tree of the sportsbook, into which messages are merged. What is shown is never changed, but copied.
class Book {
  constructor(tree, tournaments, events) {
    this.isPart = tournaments.length + events.length > 0;
    this.moves = new Map();
    this.absent = new Set();
    this.#adopt(tree);
  }

  #adopt(tree) {
    this.seq = tree.seq;
    this.tournaments = tree.tournaments;
    this.#index();
  }

  // Where things are: `outcome:9` is at [0, 3, 0, 1]
  #index() {
    this.places = new Map();
    this.tournaments.forEach((tournament, t) => tournament.events.forEach((event, e) => {
      this.places.set(`event:${event.id}`, [t, e]);
      event.markets.forEach((market, m) => {
        this.places.set(`market:${market.id}`, [t, e, m]);
        market.outcomes.forEach((outcome, o) => this.places.set(`outcome:${outcome.id}`, [t, e, m, o]));
      });
    }));
  }

  takeMoves() {
    const moves = this.moves;
    this.moves = new Map();
    return moves;
  }

  #at(place) {
    return place.reduce((node, index, level) => node[levels[level]][index], this);
  }

  #set(place, change) {
    const inside = (node, level) => {
      if (level === place.length) return {...node, ...change};
      const list = [...node[levels[level]]];
      list[place[level]] = inside(list[place[level]], level + 1);
      return {...node, [levels[level]]: list};
    };
    this.tournaments = inside({tournaments: this.tournaments}, 0).tournaments;
  }

  // "stale", "unchanged", "changed", or "unknown": only the server's tree can tell
  apply(message) {
    if (!(message.seq > this.seq)) return "stale";
    this.seq = message.seq;
    this.log?.push(message);
    const kind = ["event", "market", "outcome"].find(kind => message[kind] !== undefined);
    if (!kind) return "unchanged";
    const name = `${kind}:${message[kind]}`, place = this.places.get(name);
    if (!place) return this.absent.has(name) ? "unchanged" : "unknown";
    const old = this.#at(place), change = {};
    if (message.status) change.status = message.status;
    if (message.startTime !== undefined) change.starts_at = new Date(1000 * message.startTime).toISOString();
    if (message.score !== undefined) {
      const [home, away] = message.score?.split("-").map(Number) ?? [null, null];
      Object.assign(change, {home_score: home, away_score: away});
    }
    if (message.price) Object.assign(change, {price: message.price, price_decimal: decimal(message.price)});
    if (Object.keys(change).every(key => old[key] === change[key])) return "unchanged";
    if (message.price) this.#move(old.id, old.price, message.price);
    this.#set(place, change);
    if (kind === "event") this.#arrange(place[0], change);
    return "changed";
  }

  // Events are in the order of their start; a tournament leaves when all of its events are decided
  #arrange(t, {starts_at, status}) {
    const tournament = this.tournaments[t];
    const isOver = event => ["final", "cancelled"].includes(event.status);
    if (starts_at) {
      tournament.events.sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.id - b.id);
    } else if (!status || this.isPart || !tournament.events.every(isOver)) {
      return;
    } else {
      for (const [name, place] of this.places) if (place[0] === t) this.absent.add(name);
      this.tournaments = this.tournaments.filter(other => other !== tournament);
    }
    this.#index();
  }

  #move(id, from, to) {
    const first = this.moves.get(id)?.from ?? from;
    if (first === to) this.moves.delete(id); else this.moves.set(id, {from: first, to});
  }

  // Whether nothing is unknown afterwards
  replace(tree) {
    const log = this.log ?? [];
    if (tree === null || log.length && tree.seq < log[0].seq - 1) return false;
    const before = new Map();
    for (const [name, place] of this.places) if (name[0] === "o") before.set(name, this.#at(place));
    this.#adopt(tree);
    this.log = undefined;
    if (this.absent.size > 50000) this.absent.clear();
    let isComplete = true;
    const rest = log.filter(message => message.seq > tree.seq);
    for (const message of log) {
      if (message.seq > tree.seq) {
        if (this.apply(message) === "unknown") isComplete = false;
        continue;
      }
      for (const kind of ["event", "market", "outcome"]) {
        const name = `${kind}:${message[kind]}`;
        if (message[kind] > 0 && !this.places.has(name)) this.absent.add(name);
      }
    }
    for (const [name, old] of before) {
      const place = this.places.get(name);
      if (place && this.#at(place).price !== old.price) this.#move(old.id, old.price, this.#at(place).price);
    }
    if (!isComplete) this.log = rest;
    return isComplete;
  }
}

const levels = ["tournaments", "events", "markets", "outcomes"];

/** `+300` is 4, `-110` is 1.9091. */
export function decimal(price) {
  const american = Number(price);
  return Math.round(10000 * (1 + (american > 0 ? american / 100 : -100 / american))) / 10000;
}

// Node has no WebSocket before version 22: as much of RFC 6455 as the server needs.
async function nodeSocket() {
  const [http, https] = await Promise.all(["http", "https"].map(name => import(`node:${name}`)));
  return class {
    constructor(address) {
      const url = new URL(address), isSafe = url.protocol === "wss:";
      url.protocol = isSafe ? "https:" : "http:";
      const key = btoa(String.fromCharCode(...Array.from({length: 16}, () => Math.random() * 256)));
      const headers = {Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": 13, "Sec-WebSocket-Key": key};
      this.request = (isSafe ? https : http).request(url, {headers});
      this.request.on("response", response => { response.resume(); this.end(1006); });
      this.request.on("error", () => this.end(1006));
      this.request.on("upgrade", (_, socket, head) => {
        this.socket = socket;
        this.onopen?.();
        let bytes = head, text = [];
        const read = () => {
          for (;;) {
            let length = bytes[1] & 127, start = 2;
            if (bytes.length < (length > 126 ? 10 : length > 125 ? 4 : 2)) return;
            if (length === 126) [length, start] = [bytes.readUInt16BE(2), 4];
            else if (length === 127) [length, start] = [Number(bytes.readBigUInt64BE(2)), 10];
            if (bytes.length < start + length) return;
            const [first] = bytes, code = first & 15, content = bytes.subarray(start, start + length);
            bytes = bytes.subarray(start + length);
            if (code === 8) return this.end(length > 1 ? content.readUInt16BE(0) : 1005);
            if (code === 9) this.send(10, content);
            if (code > 2) continue;
            text.push(content);
            if (first < 128) continue;
            this.onmessage?.({data: Buffer.concat(text).toString()});
            text = [];
          }
        };
        socket.on("data", more => { bytes = Buffer.concat([bytes, more]); read(); });
        socket.on("error", () => {});
        socket.on("close", () => this.end(1006));
        read();
      });
      this.request.end();
    }

    // Short frames, with a mask of zeros
    send(code, content) { this.socket.write(Buffer.concat([Buffer.from([128 + code, 128 + content.length, 0, 0, 0, 0]), content])); }

    end(code) {
      this.close();
      const {onclose} = this;
      this.onclose = null;
      onclose?.({code});
    }

    close() {
      if (this.socket) this.socket.destroy(); else this.request.destroy();
    }
  };
}
