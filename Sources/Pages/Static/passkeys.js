/** Makes passkeys and signs in with them. What needs them is hidden until the browser is known to have them. */
import {announce} from "./regions.js";
import {read} from "./stream.js";

const api = /** @type {any} */ (globalThis).PublicKeyCredential;
const isSupported = typeof api?.parseCreationOptionsFromJSON === "function";
let loaded = Date.now();

function prepare() {
    loaded = Date.now();
    for (const part of document.querySelectorAll("[data-passkey]")) part.toggleAttribute("hidden", !isSupported);
    for (const part of document.querySelectorAll("[data-no-passkey]")) part.toggleAttribute("hidden", isSupported);
}

/** @param {HTMLElement} part @returns the options of the page; those of a page that was opened a while ago have expired */
async function options(part) {
    const {passkey = "", options = "{}"} = part.dataset;
    if (Date.now() - loaded < 240_000) return JSON.parse(options);
    const page = await read(location.href);
    const fresh = page && page.querySelector(`[data-passkey="${CSS.escape(passkey)}"]`);
    return JSON.parse((fresh && fresh.getAttribute("data-options")) || options);
}

/** @param {HTMLFormElement} form @param {string} name @param {unknown} value as inputs with dotted names */
function fill(form, name, value) {
    if (value === null || value === undefined) return;
    if (typeof value === "object" && !Array.isArray(value)) {
        for (const [key, inner] of Object.entries(value)) fill(form, `${name}.${key}`, inner);
    } else {
        form.append(Object.assign(document.createElement("input"), {type: "hidden", name, value: `${value}`}));
    }
}

/** @type {WeakSet<HTMLFormElement>} that have the passkey and go to the server */
const ready = new WeakSet();

/** @param {HTMLFormElement} form @param {HTMLElement} part @param {HTMLElement | null} submitter */
async function ask(form, part, submitter) {
    form.querySelector(".error[data-made]")?.remove();
    try {
        const given = await options(part), makes = part.dataset.passkey === "create";
        const publicKey = makes ? api.parseCreationOptionsFromJSON(given) : api.parseRequestOptionsFromJSON(given);
        const made = /** @type {any} */ (await navigator.credentials[makes ? "create" : "get"]({publicKey}));
        const {id, rawId, type, response} = made.toJSON();
        for (const input of form.querySelectorAll('[name^="credential."]')) input.remove();
        fill(form, "credential", {id, rawId, type, response});
        ready.add(form);
        form.requestSubmit(submitter);
    } catch (error) {
        const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
        const textContent = (isKnown ? part.dataset.known : part.dataset.failed) ?? "";
        const line = Object.assign(document.createElement("p"), {className: "error", textContent});
        line.setAttribute("data-made", "");
        form.append(line);
        announce(textContent);
    }
}

/** @type {WeakSet<HTMLFormElement>} that the person is asked for */
const asking = new WeakSet();

document.addEventListener("submit", event => {
    const {target: form, submitter} = event;
    const part = form instanceof HTMLFormElement ? form.closest("[data-passkey]") : null;
    if (!(form instanceof HTMLFormElement) || !(part instanceof HTMLElement) || ready.delete(form)) return;
    event.preventDefault();
    if (asking.has(form)) return;
    asking.add(form);
    ask(form, part, submitter).finally(() => asking.delete(form));
});
document.addEventListener("regions", prepare);
prepare();
