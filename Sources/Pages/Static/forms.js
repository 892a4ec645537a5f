/** Helps with forms and buttons. Without it they work by loading pages. */
import {announce, replace} from "./regions.js";
import {read} from "./stream.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Partial<HTMLElementTagNameMap[Tag]>} rest */
function make(tag, rest) {
    const element = Object.assign(document.createElement(tag), rest);
    element.setAttribute("data-made", "");
    return element;
}

/** @param {HTMLFormElement} form @param {boolean} busy */
function mark(form, busy) {
    if (!busy) form.removeAttribute("aria-busy");
    for (const button of form.querySelectorAll("button")) {
        if (busy ? button.disabled || button.type !== "submit" : !("waits" in button.dataset)) continue;
        button.disabled = busy;
        button.toggleAttribute("data-waits", busy);
    }
}

/** @type {WeakSet<HTMLFormElement>} whose question was just answered with yes */
const confirmed = new WeakSet();

document.addEventListener("submit", event => {
    const form = event.target, submitter = event.submitter;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const question = submitter?.dataset.confirm ?? form.dataset.confirm, sending = form.hasAttribute("aria-busy");
    const ask = question && !confirmed.delete(form);
    if (ask || sending) event.preventDefault();
    if (ask && !sending) confirm(form, submitter, question);
    if (ask || sending) return;
    // Another person may sign in here, so what is kept for offline reading goes at both.
    const worker = navigator.serviceWorker?.controller;
    if (form.matches("[data-sign-out]")) document.body.dataset.leaves = "";
    if (form.matches("[data-sign-out], :has([name=time_zone])")) worker?.postMessage({forget: true});
    form.setAttribute("aria-busy", "true");
    setTimeout(() => mark(form, true));  // after the browser has read the form, in which a disabled button does not count
    setTimeout(() => mark(form, false), 15_000);  // it was a download, or the server did not answer
});

addEventListener("pageshow", () => {
    for (const form of document.forms) mark(form, false);
});

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter @param {string} question */
function confirm(form, submitter, question) {
    /** @type {DOMStringMap} */
    const {yes, no} = {...document.body.dataset, ...form.dataset, ...submitter?.dataset};
    const dialog = make("dialog", {className: "card"}), row = make("div", {className: "buttons"});
    const stay = make("button", {type: "button", className: "button", textContent: no ?? "✕", autofocus: true});
    const go = make("button", {type: "button", className: "button danger", textContent: yes ?? submitter?.textContent ?? "✓"});
    dialog.setAttribute("aria-labelledby", "question");
    row.append(stay, go);
    dialog.append(make("p", {id: "question", textContent: question}), row);
    dialog.onclose = () => dialog.remove();
    stay.onclick = () => dialog.close();
    go.onclick = () => {
        dialog.close();
        confirmed.add(form);
        form.querySelector("[name=_confirm]")?.remove();
        form.requestSubmit(submitter);
    };
    document.body.append(dialog);
    dialog.showModal();
}

let delay = 0, asking = new AbortController();
/** @param {Field} field */
function submitSoon(field) {
    const {form} = field, id = field.dataset.target ?? form?.dataset.target;
    clearTimeout(delay);
    asking.abort();
    const {signal} = asking = new AbortController();
    if (form) delay = setTimeout(async () => {
        if (!id) return form.requestSubmit();
        const url = new URL(form.getAttribute("action") || location.pathname, location.href);
        url.search = `${new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`]))}`;
        const page = await read(url, signal), old = document.getElementById(id), next = page ? page.getElementById(id) : null;
        if (signal.aborted) return;
        if (!old || !next) return form.requestSubmit();
        history.replaceState(history.state, "", url);
        replace(old, next);
    }, 250);
}

/** @param {HTMLButtonElement} button @param {string} [text] */
function done(button, text) {
    button.classList.add("is-done");
    setTimeout(() => button.classList.remove("is-done"), 2000);
    if (text) announce(text);
}

document.addEventListener("click", event => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const {copy, share, title, position, done: text, failed} = button.dataset, {form} = button;
    if (copy !== undefined) navigator.clipboard.writeText(copy).then(() => done(button, text), () => announce(failed ?? ""));
    if (share !== undefined) navigator.share({url: new URL(share, location.href).href, title}).catch(() => undefined);
    if (position === undefined || !form) return;
    event.preventDefault();
    navigator.geolocation.getCurrentPosition(({coords}) => {
        const [lat, lng] = [coords.latitude.toFixed(4), coords.longitude.toFixed(4)];
        for (const [names, value] of [["[name=lat]", lat], ["[name=lng], [name=lon]", lng], ["[name=near]", `${lat},${lng}`]]) {
            for (const field of form.querySelectorAll(names)) if (field instanceof HTMLInputElement) field.value = value;
        }
        form.requestSubmit();
    }, () => {
        if (failed) button.after(make("p", {className: "error", textContent: failed}));
        announce(failed ?? "");
    }, {timeout: 10_000, maximumAge: 300_000});
});

/** What the page gets at once, and again when regions were replaced. */
function prepare() {
    for (const button of document.querySelectorAll("[data-copy], [data-share], button[data-position]")) {
        const api = ["data-copy", "data-share"].findIndex(name => button.hasAttribute(name));
        button.toggleAttribute("hidden", !(["geolocation", "clipboard", "share"][api + 1] in navigator));
    }
    const counted = [...document.querySelectorAll("[data-counter]")].map(counter => counter.getAttribute("data-counter") ?? "");
    for (const id of counted) count(document.getElementById(id));
}

/** @param {EventTarget | null} field whose counter, "12 of 500", is brought up to date */
function count(field) {
    const counter = field instanceof HTMLElement && field.id && document.querySelector(`[data-counter="${CSS.escape(field.id)}"]`);
    if (!counter || !(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
    const length = field.value.length.toLocaleString(document.documentElement.lang);
    counter.textContent = (counter.textContent ?? "").replace(/\d[\d.,]*/, length);
}

document.addEventListener("input", ({target}) => {
    count(target);
    if (target instanceof HTMLElement && target.matches("[data-autosubmit]")) submitSoon(/** @type {Field} */ (target));
});
document.addEventListener("regions", prepare);
prepare();

// What came from another site goes on by itself, before the page counts as loaded: so going back does not lead here.
const onward = document.querySelector("form[data-continue]");
if (onward instanceof HTMLFormElement) {
    navigator.serviceWorker?.controller?.postMessage({forget: true});
    onward.submit();
}
