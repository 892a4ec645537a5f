// Plays clients/conformance.json with client.js: `node play.js SERVER CLIENT SCRIPT`, or `play` in a browser.

/** @returns the titles of the jobs, each with the number of its steps. Throws at the first step that goes wrong. */
export async function play(script, client, server) {
  const played = [];
  for (const job of script.jobs) {
    const game = new Game(job, client, server);
    for (const [index, step] of job.steps.entries()) {
      try {
        await game.step(step);
      } catch (error) {
        throw new Error(`${job.title}, step ${index + 1} (${step.call ?? step.stream ?? step.live}): ${error.message}`, {cause: error});
      }
    }
    played.push(`${job.title}: ${job.steps.length} steps`);
  }
  return played;
}

class Game {
  people = {};
  kept = {};
  streams = {};
  run = Math.random().toString(36).slice(2, 8);

  constructor(job, client, server) { Object.assign(this, {job, client, server}); }

  async step(step) {
    const person = this.people[step.as] ??= new this.client.Parlay({server: this.server, tenant: this.job.tenant});
    const has = this.filled(step.has ?? {});
    if (step.stream) return this.stream(step, has, options => person.events(options), change => change.type === "reset");
    if (step.live) {
      const options = {tournaments: this.filled(step.tournaments)};
      return this.stream(step, has, more => person.live({...options, ...more}), tree => tree.connection === "live");
    }
    let answer;
    try {
      answer = await this.call(person, step);
    } catch (error) {
      const {NotSignedInError, ProblemError} = this.client;
      const code = error instanceof NotSignedInError ? "not_signed_in" : error instanceof ProblemError ? error.code : undefined;
      if (code !== step.fails || !code) throw error;
      for (const field of step.fields ?? []) if (!error.fieldErrors[field]?.length) throw new Error(`nothing about ${field}`);
      return this.check(error.problem, this.filled(step.problem ?? {}));
    }
    if (step.fails) throw new Error(`did not fail with ${step.fails}`);
    if (step.count !== undefined && answer.length !== step.count) throw new Error(`${answer.length} items`);
    if (step.file !== undefined) {
      const text = await answer.text();
      if (!text.includes(step.file)) throw new Error(`the file is ${text}`);
    }
    this.check(answer, has);
    if (step.keep) this.kept[step.keep] = answer;
  }

  async call(person, step) {
    const values = this.filled(step.path ?? []), options = {};
    if (step.upload) values.push(this.filled(step.upload));
    if (step.body) values.push(this.filled(step.body));
    if (step.query || step.take) values.push(this.filled(step.query ?? {}));
    if (step.type) options.contentType = step.type;
    if (step.if_match) options.ifMatch = this.filled(step.if_match);
    if (step.idempotency_key) options.idempotencyKey = this.filled(step.idempotency_key);
    const answer = person[step.call](...values, options);
    if (!step.take) return answer;
    const items = [];
    for await (const item of answer) if (items.push(item) === step.take) break;
    return items;
  }

  // Opens a stream and waits until it runs; waits for what it must bring; closes it
  async stream(step, has, open, isRunning) {
    if (step.stream === "open" || step.live === "open") {
      const stop = new AbortController();
      const elements = open({signal: stop.signal});
      this.streams[step.as] = {elements, stop};
      // The first tree may be 150 ms old; see TreeCache.
      await this.awaited(elements, element => isRunning(element) && this.fits(element, has));
      // The reset comes before the socket, which a later event proves.
      return;
    }
    const {elements, stop} = this.streams[step.as];
    if (step.stream === "close" || step.live === "close") return stop.abort();
    const outcome = this.filled(step.outcome ?? "");
    const element = await this.awaited(elements, element => outcome ? element.moves.has(outcome) : this.fits(element, has));
    if (outcome) this.check(element.moves.get(outcome), step.move);
    this.check(element, has);
  }

  async awaited(elements, isIt) {
    const late = new Promise((_, fail) => { setTimeout(() => fail(new Error("nothing came in time")), 20000).unref?.(); });
    for (;;) {
      const {value, done} = await Promise.race([elements.next(), late]);
      if (done) throw new Error("the stream has ended");
      if (isIt(value)) return value;
    }
  }

  // `$match.match_id` is of an answer that was kept
  filled(value) {
    if (Array.isArray(value)) return value.map(one => this.filled(one));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.filled(one)]));
    }
    if (typeof value !== "string") return value;
    if (value.startsWith("$")) return this.member(this.kept, value.slice(1));
    const tomorrow = new Date(Date.now() + 86400000).toISOString();
    return value.replace("{run}", this.run).replace("{tomorrow}", tomorrow);
  }

  member(value, path) { return path.split(".").reduce((part, name) => part?.[name], value); }

  fits(value, has) { return Object.entries(has).every(([path, expected]) => this.member(value, path) === expected); }

  check(value, has) {
    for (const [path, expected] of Object.entries(has)) {
      const found = this.member(value, path);
      if (found !== expected) throw new Error(`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
    }
  }
}

if (globalThis.process?.argv[1]?.endsWith("play.js")) {
  const [server, client, script] = process.argv.slice(2);
  const {readFile} = await import("node:fs/promises");
  const played = await play(JSON.parse(await readFile(script, "utf8")), await import(client), server);
  for (const line of played) console.log(`ok ${line}`);
}
