// Plays clients/retries.json: `node retries.js CLIENT`.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { once } from "node:events";

const here = new URL("..", import.meta.url).pathname;
const client = await import(process.argv[2]);
const cases = JSON.parse(await readFile(`${here}/retries.json`, "utf8"));
const scripted = spawn("python3", [`${here}/scripted.py`], {stdio: ["pipe", "pipe", "inherit"]});
const server = String((await once(scripted.stdout, "data"))[0]).trim();

function nameOf(error) {
  if (error instanceof client.ProblemError) return error.code;
  if (error instanceof client.ConnectionError) return "connection";
  return error instanceof client.UnexpectedAnswerError ? "unexpected" : String(error);
}

let failed = 0;
for (const [number, {title, call, values, answers, has, fails, if_match, signed_out}] of cases.entries()) {
  const parlay = new client.Parlay({server: `${server}/${number}`, tenant: "t", token: "x", retries: {firstPause: 20}});
  let answer, error;
  try { answer = await parlay[call](...values, if_match && {ifMatch: if_match}); } catch (reason) { error = nameOf(reason); }
  const seen = await (await fetch(`${server}/${number}/seen`)).json();
  const found = {
    fails: error, sent: seen.length, keys: new Set(seen.map(one => one.key)).size, signedOut: !await parlay.signIn(),
    has: has && Object.keys(has).every(key => answer?.[key] === has[key]),
  };
  const wanted = {fails, sent: answers.length, keys: 1, signedOut: signed_out ?? false, has: has && true};
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    failed++;
    console.error(`${title}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  }
}
scripted.kill();
console.log(`retries of client.js: ${cases.length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
