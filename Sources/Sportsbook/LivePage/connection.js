// The tree and the stream of changes, and what is said about them.

class Connection {
  static shortest = 500;
  static longest = 30000;

  constructor(view) {
    const place = `/v1/${encodeURIComponent(document.body.dataset.tenant)}`;
    this.view = view;
    this.treeURL = `${place}/sportsbook/`;
    this.streamURL = `${location.origin.replace(/^http/, "ws")}${place}/live/`;
    this.tree = null;
    this.failures = 0;
    this.missed = null;
    $("retry").addEventListener("click", () => this.hurry());
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => { if (this.wake) this.show("offline"); else this.socket?.close(); });
    // A phone that slept may hold a socket that is dead.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      if (this.wake) this.hurry();
      else if (this.socket && performance.now() - this.heard > 30000) this.socket.close();
    });
    // An open socket would keep the page out of the cache for going back.
    addEventListener("pagehide", () => this.socket?.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.hurry(); });
  }

  /** Runs for as long as the page is open. */
  async run() {
    let needsTree = true;
    for (;;) {
      let atLeast = 0;
      try {
        if (needsTree) this.take(await this.load());
        needsTree = false;
        const { isOpened, wasUseful } = await this.follow();
        // A browser does not say why a handshake failed. It may be that the stream no longer has what was missed.
        needsTree = !isOpened || this.isLost || this.missed !== null;
        this.missed = null;
        if (wasUseful) this.failures = 0;
      } catch (error) {
        if (error instanceof Error) console.error(error);
        atLeast = error.retryAfter ?? 0;
        if (!this.tree || error.isGone) this.view.tell(error.text ?? "The server cannot be reached.");
      }
      this.failures += 1;
      const pause = Math.min(Connection.shortest * 2 ** (this.failures - 1), Connection.longest);
      await this.wait(Math.max(pause * (0.5 + Math.random() / 2), atLeast));
      this.show("connecting");
    }
  }

  // MARK: The tree

  async load() {
    let response;
    try {
      response = await fetch(this.treeURL, { cache: "no-cache", credentials: "omit", signal: AbortSignal.timeout(20000) });
      if (response.ok) return new Tree(await response.json());
    } catch {
      throw { text: "The server cannot be reached." };
    }
    if (response.status === 404 || response.status === 401) {
      throw { isGone: true, text: "These games are not public any more.", retryAfter: 30000 };
    }
    const header = response.headers.get("Retry-After") ?? "";
    const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
    throw { text: "The server is busy.", retryAfter: Math.min(Math.max(seconds || 0, 0), 3600) * 1000 };
  }

  take(tree) {
    this.tree = tree;
    this.view.show(tree);
  }

  /**
   * Loads the tree again while the stream goes on, because a message named something new. What the stream sends
   * meanwhile is applied to the new tree. A tree that is older than that message is of no use.
   */
  async reload(seq) {
    if (this.missed) return;
    const missed = this.missed = [];
    for (let turn = 0; turn < 4; turn += 1) {
      // Not all browsers together, and not before the server's copy is up to date.
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** turn + Math.random() * 700));
      const tree = await this.load().catch(() => null);
      // The stream has ended meanwhile; the next one begins with a new tree.
      if (this.missed !== missed) return;
      if (!tree || tree.seq < seq) continue;
      this.missed = null;
      this.take(tree);
      for (const message of missed) this.receive(message);
      return;
    }
    this.missed = null;
    this.isLost = true;
    this.socket?.close();
  }

  // MARK: The stream

  /** Follows the stream until it ends. */
  follow() {
    return new Promise((resolve) => {
      this.isLost = false;
      const socket = new WebSocket(`${this.streamURL}?after=${this.tree.seq}`);
      this.socket = socket;
      let opened = 0;
      // A peer that does not answer at all.
      const limit = setTimeout(() => socket.close(), 15000);
      let isDone = false;
      const end = () => {
        if (isDone) return;
        isDone = true;
        clearTimeout(limit);
        this.socket = null;
        resolve({ isOpened: opened > 0, wasUseful: opened > 0 && performance.now() - opened > 5000 });
      };
      socket.addEventListener("open", () => {
        clearTimeout(limit);
        opened = this.heard = performance.now();
        this.show("live");
      });
      socket.addEventListener("message", ({ data }) => {
        this.heard = performance.now();
        let message;
        try { message = JSON.parse(data); } catch { return; }
        this.receive(message);
      });
      // 4401: the games are not public any more, which the tree's status says.
      socket.addEventListener("close", ({ code }) => { this.isLost ||= code === 4401; end(); });
      socket.addEventListener("error", end);
    });
  }

  receive(message) {
    this.missed?.push(message);
    const change = this.tree.apply(message);
    if (change === "unknown") this.reload(message.seq);
    else if (change) this.view.note(change);
  }

  // MARK: Waiting

  /** Waits, counting down in sight of the reader, who may end it. */
  async wait(milliseconds) {
    const end = performance.now() + milliseconds;
    await new Promise((resolve) => {
      const tick = () => {
        const rest = end - performance.now();
        if (rest <= 0) return this.hurry();
        if (navigator.onLine === false) this.show("offline");
        else this.show("waiting", `Reconnecting in ${Math.ceil(rest / 1000)} s…`);
      };
      const ticker = setInterval(tick, 250);
      this.wake = () => { this.wake = null; clearInterval(ticker); resolve(); };
      tick();
    });
  }

  hurry() { this.wake?.(); }

  /** The state in sight, and its changes for screen readers: without the seconds, which would never end. */
  show(state, text) {
    const isFirst = this.tree === null;
    const texts = { connecting: isFirst ? "Connecting…" : "Reconnecting…", live: "Live", offline: "Offline" };
    $("state").dataset.state = state;
    say($("state-text"), text ?? texts[state]);
    if (state === "live" && document.activeElement === $("retry")) $("main").focus({ preventScroll: true });
    $("stale").hidden = state === "live" || isFirst;
    const isDown = state === "waiting" || state === "offline";
    if (isDown && this.told !== state) {
      this.told = state;
      say($("announcer"), state === "offline" ? "Offline. Prices may be out of date." : "Connection lost. Reconnecting.");
    } else if (state === "live" && this.told) {
      this.told = null;
      say($("announcer"), "Live again.");
    }
  }
}

{
  const view = new View();
  view.tell("Loading games…");
  new Connection(view).run();
}
