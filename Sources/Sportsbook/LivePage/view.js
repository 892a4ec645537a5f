// The page: made once of the tree, then changed in place, with all changes of a frame together. What tenants wrote goes
// into text nodes only.

const $ = (id) => document.getElementById(id);

/** A copy of a template. */
const copy = (id) => $(id).content.firstElementChild.cloneNode(true);

/** Sets a text if it is another one. */
const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };

const storage = {
  get: (name) => { try { return localStorage.getItem(name); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(name, value); } catch { /* a browser may forbid it */ } },
};

// The texts are English, so dates are too; their order and the clock are the viewer's.
const locale = navigator.languages?.find((language) => /^en\b/i.test(language)) ?? "en-GB";
const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short" });
const whole = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" });
const dayOf = (time) => new Date(time).toDateString();

const timeText = (start, now) => {
  const names = new Map([
    [dayOf(now), "Today"], [dayOf(now + 864e5), "Tomorrow"], [dayOf(now - 864e5), "Yesterday"],
  ]);
  return `${names.get(dayOf(start)) ?? weekday.format(start)}, ${clock.format(start)}`;
};

const words = {
  moneyline: "Moneyline", match_result: "Match result", spread: "Spread", total: "Total",
  live: "Live", final: "Final", postponed: "Postponed", cancelled: "Cancelled",
  suspended: "Suspended", settled: "Settled", void: "Void",
  made_up: "Prices are made up", assumed: "Prices are assumed",
  won: "Won", lost: "Lost", pushed: "Push", half_won: "Half won", half_lost: "Half lost",
};
const word = (name) => words[name] ?? name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());

const signed = (line) => (line > 0 ? "+" : line < 0 ? "−" : "") + Math.abs(line);

class View {
  /** How long the background of a price that moved stays, its arrow, and a finished game among the others. */
  static flash = 900;
  static arrow = 6000;
  static farewell = 15000;

  constructor() {
    this.tree = null;
    this.sections = new Map();
    this.cards = new Map();
    this.format = storage.get("parlay.prices") === "decimal" ? "decimal" : "american";
    this.changed = { event: new Set(), market: new Set(), outcome: new Set() };
    this.moved = new Map();
    this.frame = 0;
    this.leaving = new Map();
    say($("zone"), `Times are in your zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ")}.`);
    this.showFormat();
    for (const button of document.querySelectorAll("[data-format]")) {
      button.addEventListener("click", () => this.choose(button.dataset.format));
    }
    for (const [id, kind] of [["find", "input"], ["tournament", "change"]]) {
      $(id).addEventListener(kind, () => { this.find(); say($("announcer"), $("message").textContent || $("count").textContent); });
    }
    $("tools").addEventListener("submit", (event) => event.preventDefault());
    setInterval(() => this.passTime(), 20000);
  }

  // MARK: The whole tree

  /** Shows a tree; of what is on the page already, only what differs is changed. */
  show(tree) {
    this.tree = tree;
    this.day = dayOf(Date.now());
    const cards = this.cards;
    this.cards = new Map();
    for (const [id, event] of tree.events) {
      const card = cards.get(id);
      event.shape = JSON.stringify([event.home, event.away, event.week, event.markets.map((market) => [
        market.id, market.kind, market.line, market.period, market.prices,
        market.outcomes.map((outcome) => [outcome.id, outcome.name, outcome.line]),
      ])]);
      if (card?.shape !== event.shape) { card?.element.remove(); continue; }
      // The same rows with other values: the nodes stay, so that the reader's place on the page does.
      this.cards.set(id, card);
      card.event = event;
      event.markets.forEach((market, index) => { market.card = card.markets[index]; });
      this.update(card);
    }
    for (const [id, card] of cards) if (!this.cards.has(id)) card.element.remove();

    const sections = this.sections;
    this.sections = new Map();
    for (const tournament of tree.tournaments) {
      const section = sections.get(tournament.id) ?? this.makeSection(tournament);
      section.tournament = tournament;
      this.sections.set(tournament.id, section);
      this.head(section);
      $("games").append(section.element);
    }
    for (const [id, section] of sections) if (!this.sections.has(id)) section.element.remove();
    this.list();
    this.find();
    $("games").removeAttribute("aria-busy");
    $("tools").hidden = tree.tournaments.length === 0;
  }

  makeSection(tournament) {
    const element = copy("section-template");
    const heading = element.querySelector("h2");
    heading.id = `tournament-${tournament.id}`;
    element.setAttribute("aria-labelledby", heading.id);
    const section = {
      element, heading, about: element.querySelector(".about"), events: element.querySelector(".events"),
      finished: element.querySelector(".finished"),
    };
    section.finished.addEventListener("toggle", () => { this.place(section); this.find(); });
    return section;
  }

  head(section) {
    const { tournament } = section;
    say(section.heading, tournament.name);
    const kinds = new Set(tournament.events.flatMap((event) => event.markets.map((market) => market.prices)));
    // Said once for the tournament, or else at each market.
    section.prices = kinds.size === 1 ? [...kinds][0] : null;
    const season = tournament.name.includes(tournament.season ?? "") ? "" : tournament.season;
    const about = [word(tournament.sport), season, section.prices === "quoted" ? "" : words[section.prices]];
    say(section.about, about.filter(Boolean).join(" · "));
    this.place(section);
  }

  /** Puts the games of a tournament in order: those in progress, those to come, and below them the finished ones. */
  place(section) {
    const [ahead, over] = [[], []];
    for (const event of section.tournament.events) {
      (isOver(event) && !this.leaving.has(String(event.id)) ? over : ahead).push(event);
    }
    const rank = (event) => (event.status === "live" ? 0 : 1);
    ahead.sort((a, b) => rank(a) - rank(b) || a.start - b.start || a.id - b.id);
    over.sort((a, b) => b.start - a.start || b.id - a.id);
    this.fill(section.events, ahead, section);
    section.finished.hidden = over.length === 0;
    say(section.finished.firstElementChild, `Finished games (${over.length})`);
    // Made when someone looks, because a season has hundreds.
    const list = section.finished.querySelector(".events");
    if (section.finished.open) this.fill(list, over, section);
    else list.replaceChildren();
    section.ahead = ahead.length;
  }

  fill(list, events, section) {
    let next = list.firstElementChild;
    for (const event of events) {
      const { element } = this.card(event, section);
      if (element === next) next = next.nextElementSibling;
      else list.insertBefore(element, next);
    }
    while (next) { const last = next; next = next.nextElementSibling; last.remove(); }
  }

  // MARK: An event

  card(event, section) {
    const id = String(event.id);
    const present = this.cards.get(id);
    if (present) return present;
    const element = copy("event-template");
    const [home, away] = element.querySelectorAll(".team");
    const card = {
      event, element, shape: event.shape, status: element.querySelector(".status"), time: element.querySelector("time"),
      scores: [home.lastElementChild, away.lastElementChild], markets: [],
    };
    home.firstElementChild.textContent = event.home;
    away.firstElementChild.textContent = event.away;
    element.querySelector(".week").textContent = event.week === null ? "" : `Week ${event.week}`;
    const markets = element.querySelector(".markets");
    for (const market of event.markets) {
      market.card = this.makeMarket(market, section);
      card.markets.push(market.card);
      markets.append(market.card.element);
    }
    // How high it will be, so that a list does not move when a game comes near.
    markets.style.containIntrinsicBlockSize = `auto ${event.markets.length * 5.25 - 0.5}rem`;
    this.cards.set(id, card);
    this.update(card, true);
    return card;
  }

  makeMarket(market, section) {
    const element = copy("market-template");
    const card = { element, tag: element.querySelector(".tag"), outcomes: [] };
    const period = market.period === "full" ? "" : ` (${word(market.period).toLowerCase()})`;
    element.querySelector(".kind").textContent = word(market.kind) + period;
    element.querySelector(".source").textContent = section.prices ? "" : words[market.prices] ?? "";
    const cells = element.querySelector("dl");
    for (const outcome of market.outcomes) {
      const cell = copy("outcome-template");
      const name = cell.querySelector(".name");
      name.textContent = outcome.name;
      name.title = outcome.name;
      // Names of totals have it: "Over 2.5".
      if (outcome.line !== null && market.kind !== "total") cell.querySelector(".line").textContent = signed(outcome.line);
      card.outcomes.push({
        element: cell, price: cell.querySelector(".price"), arrow: cell.querySelector(".arrow"), result: cell.querySelector(".result"),
        shown: null,
      });
      cells.append(cell);
    }
    return card;
  }

  /** Everything of a card that may change. */
  update(card, isNew = false) {
    this.updateEvent(card, isNew);
    for (const market of card.event.markets) {
      this.updateMarket(market);
      for (const outcome of market.outcomes) this.updateOutcome(outcome);
    }
  }

  updateEvent(card, isNew = false) {
    const { event } = card;
    const tag = event.status === "scheduled" ? "" : word(event.status);
    card.status.hidden = tag === "";
    say(card.status, tag);
    card.status.className = `tag status ${event.status === "live" ? "live" : isOver(event) ? "" : "warn"}`;
    card.element.classList.toggle("live", event.status === "live");
    say(card.time, timeText(event.start, Date.now()));
    card.time.dateTime = new Date(event.start).toISOString();
    card.time.title = whole.format(event.start);
    [event.home_score, event.away_score].forEach((score, index) => {
      const element = card.scores[index];
      const text = score === null ? "" : String(score);
      if (element.textContent === text) return;
      element.textContent = text;
      if (!isNew && text !== "") { element.classList.add("new"); this.sweep(element, View.arrow, () => element.classList.remove("new")); }
    });
  }

  updateMarket(market) {
    const { element, tag } = market.card;
    const isOpen = market.status === "open";
    element.classList.toggle("closed", !isOpen);
    tag.hidden = isOpen;
    tag.classList.toggle("warn", market.status === "suspended");
    say(tag, isOpen ? "" : word(market.status));
  }

  updateOutcome(outcome) {
    const cell = outcome.market.card.outcomes[outcome.market.outcomes.indexOf(outcome)];
    const { element } = cell;
    say(cell.price, priceText(outcome.price, this.format));
    if (cell.shown !== null && cell.shown !== outcome.price) this.move(cell, decimalOf(outcome.price) - decimalOf(cell.shown));
    cell.shown = outcome.price;
    if (cell.status === outcome.status) return;
    if (cell.status) element.classList.remove(cell.status);
    cell.status = outcome.status;
    element.classList.add(outcome.status);
    element.classList.toggle("off", outcome.status !== "active");
    say(cell.result, outcome.status === "active" ? "" : word(outcome.status));
  }

  /** Marks a price that moved. The arrow is not for screen readers: at tens of updates a second it would only disturb. */
  move(cell, difference) {
    if (difference === 0) return;
    const { element, arrow } = cell;
    const isUp = difference > 0;
    element.classList.toggle("up", isUp);
    element.classList.toggle("down", !isUp);
    element.classList.add("flash");
    say(arrow, isUp ? "▲" : "▼");
    this.sweep(element, View.flash, () => element.classList.remove("flash"));
    this.sweep(arrow, View.arrow, () => { element.classList.remove("up", "down"); arrow.textContent = ""; });
  }

  /** Calls `end` after the time, once, however often it is asked for meanwhile. One timer serves all. */
  sweep(key, milliseconds, end) {
    this.moved.set(key, [performance.now() + milliseconds, end]);
    this.sweeper ??= setInterval(() => {
      const now = performance.now();
      for (const [key, [time, end]] of this.moved) if (time <= now) { this.moved.delete(key); end(); }
      if (this.moved.size === 0) { clearInterval(this.sweeper); this.sweeper = null; }
    }, 150);
  }

  // MARK: Changes

  /** Notes what a message changed, to be shown with the next frame. */
  note([kind, row]) {
    this.changed[kind].add(row);
    this.frame ||= requestAnimationFrame(() => { this.frame = 0; this.flush(); });
  }

  flush() {
    const { event: events, market: markets, outcome: outcomes } = this.changed;
    this.changed = { event: new Set(), market: new Set(), outcome: new Set() };
    const sections = new Set();
    for (const event of events) {
      const id = String(event.id);
      if (this.tree.events.get(id) !== event) continue;
      sections.add(this.sections.get(event.tournament.id));
      const card = this.cards.get(id);
      if (!card) continue;
      this.updateEvent(card);
      if (isOver(event) && !this.leaving.has(id)) this.leaving.set(id, setTimeout(() => this.leave(id), View.farewell));
    }
    for (const market of markets) if (market.card && this.isShown(market)) this.updateMarket(market);
    for (const outcome of outcomes) if (outcome.market.card && this.isShown(outcome.market)) this.updateOutcome(outcome);
    for (const section of sections) this.place(section);
    if (sections.size > 0) this.find();
  }

  isShown(market) { return this.tree.markets.get(String(market.id)) === market; }

  /** A finished game goes to the others that are over. */
  leave(id) {
    this.leaving.delete(id);
    const event = this.tree.events.get(id);
    if (!event) return;
    this.place(this.sections.get(event.tournament.id));
    this.find();
  }

  passTime() {
    const today = dayOf(Date.now());
    if (!this.tree || today === this.day) return;
    this.day = today;
    for (const card of this.cards.values()) this.updateEvent(card);
  }

  // MARK: What the reader chooses

  choose(format) {
    this.format = format;
    storage.set("parlay.prices", format);
    this.showFormat();
    if (!this.tree) return;
    for (const card of this.cards.values()) for (const market of card.event.markets) market.outcomes.forEach((outcome) => this.updateOutcome(outcome));
  }

  showFormat() {
    for (const button of document.querySelectorAll("[data-format]")) {
      button.setAttribute("aria-pressed", String(button.dataset.format === this.format));
    }
  }

  /** The choice of tournaments: those with a game that is not over. */
  list() {
    const select = $("tournament");
    const chosen = select.value;
    const options = [...this.sections.values()].map(({ tournament }) => new Option(tournament.name, tournament.id));
    select.replaceChildren(select.options[0], ...options);
    select.value = chosen;
    if (select.selectedIndex < 0) select.value = "";
  }

  /** Hides what the reader does not look for. */
  find() {
    if (!this.tree) return;
    const sought = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const tournament = $("tournament").value;
    let [shown, live] = [0, 0];
    for (const section of this.sections.values()) {
      let count = 0;
      const isSought = tournament === "" || tournament === String(section.tournament.id);
      for (const event of section.tournament.events) {
        const card = this.cards.get(String(event.id));
        if (!card && sought.length === 0) continue;
        const text = `${event.home} ${event.away} ${section.tournament.name}`.toLowerCase();
        const fits = sought.every((part) => text.includes(part));
        if (card) card.element.hidden = !fits;
        if (fits && (!isOver(event) || this.leaving.has(String(event.id)))) {
          count += 1;
          if (isSought && event.status === "live") live += 1;
        }
      }
      section.element.hidden = !isSought || count === 0 || section.ahead === 0;
      if (!section.element.hidden) shown += count;
    }
    say($("count"), shown === 0 ? "" : `${shown} ${shown === 1 ? "game" : "games"}${live ? `, ${live} live` : ""}`);
    const isFiltered = sought.length > 0 || tournament !== "";
    this.tell(shown > 0 ? "" : isFiltered ? "No games match." : "No games at the moment.");
  }

  tell(text) {
    if (text !== "" && text !== $("message").textContent) say($("announcer"), text);
    say($("message"), text);
    $("message").hidden = text === "";
  }
}
