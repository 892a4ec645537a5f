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
