/** Follows the person's stream, and reads the page again when an event names one of its regions. */
import {stream as state, tell} from "./connection.js";
import {parse, show} from "./regions.js";

const {stream, position, zone, lost: lostText, offline, gone} = document.body.dataset;
/** A page that was hidden for this long lets its connection go; the server forgets events after ten minutes. */
const hiddenLimit = 60_000, eventsKept = 540_000;

/** @type {Set<string>} subjects of regions that are not up to date */
const pending = new Set();
let reading = 0, pause = 1000, stale = false, over = false;

/** @param {string[]} subjects whose regions are replaced soon: match/12, or * for all; none: what failed is tried again now */
export function changed(...subjects) {
    for (const subject of subjects) pending.add(subject);
    if (!subjects.length && reading > 0) [, reading, pause] = [clearTimeout(reading), 0, 1000];
    if (pending.size && !document.hidden) reading ||= setTimeout(update, 80);
}

/** @param {string | URL} url @param {AbortSignal} [signal] @returns the page: null if it is gone, false if it is not shown, undefined if out of reach */
export async function read(url, signal) {
    try {
        const answer = await fetch(url, {headers: {Accept: "text/html"}, credentials: "same-origin", signal});
        if (answer.status === 429 || answer.status >= 500) return undefined;
        if (answer.status === 404) return null;
        return answer.ok && !answer.redirected ? parse(await answer.text()) : false;
    } catch {
        return undefined;
    }
}

async function update() {
    const url = location.href, subjects = new Set(pending);
    reading = -1;
    const sending = () => document.querySelector("form[aria-busy=true]") !== null;
    pending.clear();
    const page = sending() ? undefined : await read(url);
    if (page === undefined || sending() || url !== location.href) {
        for (const subject of subjects) pending.add(subject);
        pause = page || sending() ? 300 : Math.min(2 * pause, 15_000);
        reading = setTimeout(update, pause * (0.5 + Math.random() / 2));
        return;
    }
    [reading, pause] = [0, 1000];
    if (page) show(page, subjects);
    if (over !== (page === null)) say((over = !over) && gone);
    if (subjects.has("*") && stale) say(stale = false);
    changed();
}

/** @param {string | false} [text] of the state of the connection, if there is something to say */
const say = text => tell(over ? gone : text);

/** @type {WebSocket | undefined} */
let socket;
/** The number of the last event, without which the stream begins now; `renew`: so that all has to be read again. */
let last = position, renew = false;
let failures = 0, retry = 0, lost = 0, rest = 0, restingSince = 0;

const miss = () => lost ||= setTimeout(() => { if (!stale) say(lostText); }, 2000);
const found = () => [, lost] = [clearTimeout(lost), 0];

function connect() {
    clearTimeout(retry);
    if (!stream || socket || restingSince) return;
    miss();
    const url = new URL(stream, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    if (last) url.searchParams.set("after", last);
    const mine = socket = new WebSocket(url);
    mine.onopen = () => {
        state.isLost = false;
        found();
        if (!stale) say();
        if (renew) changed("*");
        renew = false;
        changed();
        setTimeout(() => { if (mine === socket) failures = 0; }, 5000);
    };
    mine.onmessage = ({data}) => receive(JSON.parse(data));
    mine.onclose = ({code}) => { if (mine === socket) closed(code); };
}

/** @param {{reset: number} | {number: number, subject: {type: string, id: number}}} event */
function receive(event) {
    failures = 0;
    if ("reset" in event) {
        last = `${event.reset}`;
        changed("*");
    } else if (event.number > Number(last ?? -1)) {
        last = `${event.number}`;
        // A notice is an event with a text, so each event may have changed the inbox.
        changed(`${event.subject.type}/${event.subject.id}`, `notice/${event.number}`);
    }
}

/** @param {number} code */
function closed(code) {
    drop();
    if (code === 4401) return signIn();
    failures += 1;
    state.isLost = true;
    // A script does not learn that a handshake was answered with 410. So after some failures it reads everything again.
    if (code === 4410 || code === 410 || failures === 6) [last, renew] = [undefined, true];
    miss();
    retry = setTimeout(connect, Math.min(250 * 2 ** failures, 30_000) * (0.5 + Math.random() / 2));
}

/** Loads the page again, which leads to sign-in; not twice, if that comes back here, nor in place of the answer that ended the session. */
function signIn() {
    if ("leaves" in document.body.dataset || Date.now() - Number(sessionStorage.getItem("parlay-signed-out")) < 60_000) return;
    sessionStorage.setItem("parlay-signed-out", `${Date.now()}`);
    location.reload();
}

const drop = () => { socket = void socket?.close(); };

/** Lets the connection go until `wake`, because nobody looks. */
function sleep() {
    restingSince ||= Date.now();
    drop();
    clearTimeout(retry);
    found();
}

function wake() {
    clearTimeout(rest);
    if (restingSince && Date.now() - restingSince > eventsKept) [last, renew] = [undefined, true];
    restingSince = failures = 0;
    connect();
    changed();
}

document.addEventListener("visibilitychange", () => document.hidden ? rest = setTimeout(sleep, hiddenLimit) : wake());
addEventListener("pagehide", sleep);
addEventListener("pageshow", ({persisted}) => { if (persisted) wake(); });
addEventListener("online", wake);
addEventListener("offline", () => { if (socket) closed(1006); });
navigator.serviceWorker?.addEventListener("message", ({data}) => {
    if (!data.kept) return;
    const date = new Date(data.kept), dateStyle = Date.now() - date.getTime() < 43_200_000 ? undefined : "medium";
    const time = date.toLocaleString(document.documentElement.lang, {timeStyle: "short", dateStyle, timeZone: zone});
    stale = true;
    say(offline?.replace("{time}", time));
    changed("*");
});
navigator.serviceWorker?.controller?.postMessage({ask: true});
connect();
