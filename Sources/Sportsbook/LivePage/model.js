"use strict";
// What is known of the games: the tree as it was loaded, with the messages of the stream applied to it. Nothing here
// touches the page.

/** "+300" and "-110" as the exact factor of the stake. */
const decimalOf = (price) => {
  const american = Number(price);
  return american > 0 ? 1 + american / 100 : 1 + 100 / -american;
};

const priceText = (price, format) => {
  if (format === "american") return price.replace("-", "−");
  const decimal = decimalOf(price);
  // 1.0001 is a price too.
  const digits = decimal < 1.1 ? 4 : 2;
  return decimal.toFixed(digits).replace(/(\.\d\d\d*?)0+$/, "$1");
};

const isOver = (event) => event.status === "final" || event.status === "cancelled";

/** The order in which the sides of a market are shown; the server has its own. */
const sides = ["home", "draw", "away", "over", "under"];

class Tree {
  constructor(document) {
    this.seq = document.seq;
    this.tournaments = document.tournaments;
    this.events = new Map();
    this.markets = new Map();
    this.outcomes = new Map();
    for (const tournament of this.tournaments) {
      for (const event of tournament.events) {
        event.tournament = tournament;
        event.start = Date.parse(event.starts_at);
        this.events.set(String(event.id), event);
        for (const market of event.markets) {
          market.event = event;
          market.outcomes.sort((a, b) => sides.indexOf(a.side) - sides.indexOf(b.side));
          this.markets.set(String(market.id), market);
          for (const outcome of market.outcomes) {
            outcome.market = market;
            this.outcomes.set(String(outcome.id), outcome);
          }
        }
      }
    }
  }

  /**
   * Applies a message and answers what it changed: `["event" | "market" | "outcome", the changed one]`, or "unknown" if
   * the tree has to be loaded again. A message that is older than the tree, or of a kind that this page does not know,
   * changes nothing.
   */
  apply(message) {
    if (!(message.seq > this.seq)) return null;
    this.seq = message.seq;
    if ("event" in message) {
      const event = this.events.get(message.event);
      if (!event) return "unknown";
      if ("startTime" in message) {
        event.start = message.startTime * 1000;
      } else if ("status" in message) {
        const score = /^(\d+)-(\d+)$/.exec(message.score ?? "");
        event.status = message.status;
        event.home_score = score ? Number(score[1]) : null;
        event.away_score = score ? Number(score[2]) : null;
      }
      return ["event", event];
    }
    if ("market" in message) {
      const market = this.markets.get(message.market);
      if (!market) return "unknown";
      market.status = message.status;
      return ["market", market];
    }
    if ("outcome" in message) {
      const outcome = this.outcomes.get(message.outcome);
      if (!outcome) return "unknown";
      outcome.price = message.price;
      if ("status" in message) outcome.status = message.status;
      return ["outcome", outcome];
    }
    return null;
  }
}
