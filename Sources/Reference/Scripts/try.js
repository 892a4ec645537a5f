/** The forms that send a call to this server. */
import {all, make} from "./dom.js";
import {coloured} from "./json.js";
import {ask, chosen, fitting, lacks, token} from "./session.js";
import {connecting, showEvents, showMessages} from "./stream.js";

/** @param {string} text @param {() => void} act */
function plain(text, act) {
    const button = make("button", {type: "button", className: "plain", textContent: text});
    button.addEventListener("click", act);
    return button;
}

/**
 * What is missing before the form can send.
 * @param {any} form
 */
function hint(form) {
    const hint = form.querySelector(".hint"), {module} = form.dataset;
    if (lacks(chosen(), module)) {
        const other = fitting(module);
        hint.replaceChildren(`${chosen()} does not have the module ${module}. `,
            lacks(other, module) ? "" : plain(`Switch to ${other}`, () => ask(other)));
    } else if (form.dataset.token && !token.value) {
        hint.replaceChildren("Needs a token: ", plain("sign in", () => ask()));
    } else {
        hint.replaceChildren();
    }
}

/**
 * The path and the options of the form's call.
 * @param {any} form
 * @returns {[string, RequestInit & {headers: Record<string, string>}]}
 */
function request(form) {
    const fields = (/** @type {string} */ place) => all(`[data-in="${place}"]`, form);
    const filled = (/** @type {string} */ place) => fields(place).filter(({value}) => value).map(({name, value}) => [name, value]);
    let path = form.dataset.path.replace("{tenant}", encodeURIComponent(chosen()));
    for (const {name, value} of fields("path")) path = path.replace(`{${name}}`, encodeURIComponent(value.trim()));
    const query = `${new URLSearchParams(filled("query"))}`;
    const headers = Object.fromEntries(filled("header"));
    if (form.dataset.accept) headers.Accept = form.dataset.accept;
    if (form.dataset.token && token.value) headers.Authorization = `Token ${token.value.trim()}`;
    let body = fields("body")[0]?.value.trim() || undefined;
    if (body) headers["Content-Type"] = "application/json";
    const file = fields("file")[0]?.files[0];
    if (file) {
        body = file;
        headers["Content-Type"] = file.type || "application/octet-stream";
    }
    return [path + (query && `?${query}`), {method: form.dataset.method, headers, body, credentials: "omit", redirect: "manual"}];
}

/** @param {Response} answer */
async function content(answer) {
    const type = answer.headers.get("Content-Type") ?? "";
    if (type.startsWith("image/")) return make("img", {src: URL.createObjectURL(await answer.blob()), alt: "The answer"});
    const text = await answer.text();
    if (!text) return "";
    if (!/json/.test(type)) return make("pre", {tabIndex: 0}, make("code", {textContent: text.slice(0, 200000)}));
    try { return coloured(JSON.stringify(JSON.parse(text), null, 2)); } catch { return coloured(text); }
}

/**
 * What cannot be undone is asked about first, below the form.
 * @param {any} form
 * @param {string} address
 */
const confirmed = (form, address) => new Promise(resolve => {
    const yes = make("button", {type: "button", className: "danger", textContent: `Send ${form.dataset.method}`});
    const no = make("button", {type: "button", textContent: "Cancel"});
    const result = form.querySelector(".result");
    const end = (/** @type {boolean} */ answer) => { result.replaceChildren(); resolve(answer); };
    yes.addEventListener("click", () => end(true));
    no.addEventListener("click", () => end(false));
    result.replaceChildren(make("div", {className: "ask", role: "alertdialog", ariaLabel: "Confirm"},
        make("p", {}, make("strong", {textContent: form.dataset.warning})),
        make("p", {}, make("code", {textContent: `${form.dataset.method} ${address}`})),
        make("div", {className: "actions"}, yes, no)));
    no.focus();
});

/**
 * The path of a WebSocket: browsers send no token with it, so a ticket opens it.
 * @param {any} form
 */
async function socket(form) {
    const [path, {headers}] = request(form);
    if (!token.value) return path;
    const address = new URL(path, location.href);
    const answer = await fetch(`${address.pathname}tickets/`, {
        method: "POST", headers: {Authorization: `Token ${token.value.trim()}`, Accept: headers.Accept ?? "application/json"},
        credentials: "omit",
    });
    if (!answer.ok) return path;
    address.searchParams.set("ticket", (await answer.json()).ticket);
    return address.pathname + address.search;
}

/** @param {any} form @param {any} result */
async function send(form, result) {
    const abort = new AbortController();
    if (form.dataset.socket) return showMessages(result, abort, await socket(form));
    if (form.dataset.accept) connecting(result, abort);
    const start = performance.now(), [path, options] = request(form);
    const answer = await fetch(path, {...options, signal: abort.signal});
    if ((answer.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) return showEvents(result, abort, answer);
    const time = Math.round(performance.now() - start);
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    result.replaceChildren(
        make("div", {className: "line"},
            make("span", {className: answer.ok || answer.status === 304 ? "status" : "status bad",
                textContent: `${answer.status} ${answer.statusText}`}),
            make("span", {textContent: `${time} ms`})),
        await content(answer),
        make("details", {}, make("summary", {textContent: "Headers"}), make("pre", {textContent: headers})));
}

for (const details of all(".try")) details.hidden = false;
for (const form of all(".try form")) {
    document.addEventListener("parlay:tenant", () => hint(form));
    hint(form);
    form.addEventListener("submit", async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (form.dataset.warning && !await confirmed(form, request(form)[0])) return;
        const button = form.querySelector("button.primary"), result = form.querySelector(".result");
        button.disabled = true;
        try {
            await send(form, result);
        } catch (error) {
            const {name, message} = /** @type {Error} */ (error), isStopped = name === "AbortError";
            result.replaceChildren(make("div", {className: "line"}, make("span", {
                className: isStopped ? "status" : "status bad", textContent: isStopped ? "Stopped" : `No answer: ${message}`})));
        }
        button.disabled = false;
    });
}
