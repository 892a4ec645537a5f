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
