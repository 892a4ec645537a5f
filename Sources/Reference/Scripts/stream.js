/** The messages of a stream as they come, the latest first, until somebody stops it. */
import {make} from "./dom.js";
import {coloured} from "./json.js";

/** How many of them are shown. */
const LIMIT = 100;

/**
 * Server-sent events.
 * @param {Response} answer
 */
async function* events(answer) {
    const reader = /** @type {any} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const {done, value} = await reader.read();
        if (done) return;
        const blocks = (rest + value).split(/\r?\n\r?\n/);
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
            const data = block.split(/\r?\n/).filter(line => line.startsWith("data:")).map(line => line.slice(5).trimStart());
            if (data.length) yield data.join("\n");
        }
    }
}

/**
 * The messages of a WebSocket.
 * @param {string} path
 * @param {AbortSignal} signal
 */
async function* messages(path, signal) {
    const socket = new WebSocket(new URL(path, location.href.replace(/^http/, "ws")));
    /** @type {string[]} */
    const queue = [];
    let wake = () => {}, reason = "";
    socket.onmessage = ({data}) => { queue.push(String(data)); wake(); };
    socket.onclose = ({code}) => { reason = code === 1006 ? "The server did not open the stream, or the connection was lost." : `Closed with ${code}`; wake(); };
    signal.addEventListener("abort", () => { socket.close(); wake(); });
    while (!signal.aborted) {
        const next = queue.shift();
        if (next !== undefined) yield next;
        else if (reason) throw new Error(reason);
        else await new Promise(done => { wake = () => done(undefined); });
    }
}

/**
 * @param {AbortController} abort
 */
function stopping(abort) {
    const stop = make("button", {type: "button", className: "stop", textContent: "Stop"});
    stop.addEventListener("click", () => abort.abort());
    return stop;
}

/**
 * Firefox hands over an answer with its first message, not before.
 * @param {any} result
 * @param {AbortController} abort
 */
export function connecting(result, abort) {
    const state = make("span", {className: "status", textContent: "Connecting"});
    result.replaceChildren(make("div", {className: "line"}, state, stopping(abort)));
}

/**
 * Shows messages below a form until they end.
 * @param {any} result @param {AbortController} abort @param {AsyncIterable<string>} source
 */
async function show(result, abort, source) {
    const stop = stopping(abort);
    const state = make("span", {className: "status", textContent: "Following"});
    const count = make("span", {textContent: "No messages yet. They appear here as they come."});
    const list = make("ol", {className: "events"});
    // Not read aloud one by one.
    list.setAttribute("aria-live", "off");
    result.replaceChildren(make("div", {className: "line"}, state, count, stop), list);
    let number = 0, end = "Ended";
    try {
        for await (const message of source) {
            number += 1;
            const time = make("small", {textContent: new Date().toLocaleTimeString()});
            list.prepend(make("li", {}, time, coloured(message)));
            while (list.children.length > LIMIT) list.lastChild.remove();
            const shown = number > LIMIT ? `, the latest ${LIMIT} below` : "";
            count.textContent = `${number} ${number === 1 ? "message" : "messages"}${shown}`;
        }
    } catch (error) {
        if (!abort.signal.aborted) end = error instanceof Error ? error.message : `${error}`;
    }
    state.textContent = abort.signal.aborted ? "Stopped" : end;
    if (!number) count.textContent = "No messages";
    stop.remove();
}

/** @param {any} result @param {AbortController} abort @param {Response} answer */
export const showEvents = (result, abort, answer) => show(result, abort, events(answer));
/** @param {any} result @param {AbortController} abort @param {string} path */
export const showMessages = (result, abort, path) => show(result, abort, messages(path, abort.signal));
