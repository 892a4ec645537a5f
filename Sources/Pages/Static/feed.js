/**
 * Follows a stream of a page that everybody may see, besides the person's own. The page names it in data-feed, and what it shows in
 * data-after. A message names things by kind and number, {"thing": "12", …}: regions with the subject thing/12 are read again, and
 * so is the one around the element with the id thing-12.
 */
import {tell as tellState} from "./connection.js";
import {changed} from "./stream.js";

/** A page that was hidden for this long lets its connection go; the server forgets messages after ten minutes. */
const hiddenLimit = 60_000, messagesKept = 540_000, pace = 700, shownFor = 6000;
/** @type {WebSocket | undefined} */
let socket;
let failures = 0, retry = 0, soon = 0, rest = 0, hiddenAt = 0, last = "", gone = false;
/** @type {Set<string>} */
const heard = new Set();

const page = () => document.querySelector("[data-feed]");
let lost = 0;

/**
 * Says that the connection is lost, or is there again; people who are signed in hear it of their own stream.
 * @param {boolean} isLost
 */
function say(isLost) {
    clearTimeout(lost);
    const text = page()?.getAttribute("data-lost");
    if (!text || document.body.dataset.stream) return;
    if (isLost) lost = setTimeout(() => tellState(text), 2000);
    else tellState();
}

function connect() {
    clearTimeout(retry);
    const feed = page()?.getAttribute("data-feed");
    if (!feed || socket || document.hidden) return;
    const url = new URL(feed, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    last ||= page()?.getAttribute("data-after") ?? "";
    if (last && !gone) url.searchParams.set("after", last);
    const mine = socket = new WebSocket(url);
    mine.onopen = () => {
        if (gone) tell("*");
        [gone, failures] = [false, 0];
        say(false);
    };
    mine.onmessage = ({data}) => receive(JSON.parse(data));
    mine.onclose = ({code}) => { if (mine === socket) closed(code); };
}

/** @param {number} code */
function closed(code) {
    socket = void socket?.close();
    // It is public no longer, which the page says. People who are signed in hear it of their own stream.
    if (code === 4401) return document.body.dataset.stream ? undefined : location.reload();
    failures += 1;
    say(true);
    // What was missed may be gone by now; a script does not learn that from a handshake.
    gone ||= failures > 1;
    retry = setTimeout(connect, Math.min(500 * 2 ** failures, 30_000) * (0.5 + Math.random() / 2));
}

/** @param {Record<string, unknown>} message */
function receive(message) {
    if (typeof message.seq === "number") last = `${message.seq}`;
    for (const [kind, id] of Object.entries(message)) {
        if (typeof id !== "string" || !/^\d+$/.test(id)) continue;
        if (id === "0") tell("*");
        tell(`${kind}/${id}`, ...document.getElementById(`${kind}-${id}`)?.closest("[data-subject]")?.getAttribute("data-subject")?.split(" ") ?? []);
    }
}

/** @param {string[]} subjects that are read again, all of a moment together */
function tell(...subjects) {
    const shown = [...document.querySelectorAll("[data-subject]")].flatMap(region => region.getAttribute("data-subject")?.split(" ") ?? []);
    for (const subject of subjects) {
        if (subject === "*" || shown.includes(subject) || shown.includes(subject.replace(/\/.*/, "/*"))) heard.add(subject);
    }
    if (heard.size) soon ||= setTimeout(() => {
        soon = 0;
        changed(...heard);
        heard.clear();
    }, pace);
}

/** @type {Map<string, string>} what elements with data-value showed before */
const values = new Map();
/** @type {Map<string, {way: string, until: number}>} */
const moves = new Map();

/** Marks the numbers that went up or down. */
function mark() {
    for (const part of document.querySelectorAll("[id][data-value]")) {
        const value = part.getAttribute("data-value") ?? "", before = values.get(part.id);
        values.set(part.id, value);
        if (before !== undefined && before !== value) {
            moves.set(part.id, {way: Number(value) > Number(before) ? "up" : "down", until: Date.now() + shownFor});
            setTimeout(mark, shownFor + 50);
        }
        const move = moves.get(part.id);
        if (move && move.until < Date.now()) moves.delete(part.id);
        for (const way of ["up", "down"]) part.classList.toggle(way, moves.get(part.id)?.way === way);
    }
}

function sleep() {
    socket?.close();
    socket = undefined;
    clearTimeout(retry);
}

document.addEventListener("visibilitychange", () => {
    clearTimeout(rest);
    if (document.hidden) return [hiddenAt, rest] = [Date.now(), setTimeout(sleep, hiddenLimit)];
    // No timer runs while a phone sleeps, after which its connection may be dead.
    const hidden = Date.now() - hiddenAt;
    if (hidden > hiddenLimit) sleep();
    gone ||= hidden > messagesKept;
    connect();
});
addEventListener("pagehide", sleep);
addEventListener("pageshow", ({persisted}) => { if (persisted) connect(); });
addEventListener("online", connect);
addEventListener("offline", () => { if (socket) closed(1006); });
document.addEventListener("regions", mark);
mark();
connect();
