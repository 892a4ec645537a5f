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
