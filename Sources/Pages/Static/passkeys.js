/** Makes passkeys and signs in with them. What needs them is hidden until the browser is known to have them. */
import {show, whenAsked} from "./asked.js";
import {read} from "./stream.js";

const api = /** @type {any} */ (globalThis).PublicKeyCredential;
let loaded = Date.now();
document.addEventListener("regions", () => loaded = Date.now());

/** @param {HTMLElement} part @returns the options of the page; those of a page that was opened a while ago have expired */
async function options(part) {
    const {passkey = "", options = "{}"} = part.dataset;
    if (Date.now() - loaded < 240_000) return JSON.parse(options);
    const page = await read(location.href);
    const fresh = page && page.querySelector(`[data-passkey="${CSS.escape(passkey)}"]`);
    return JSON.parse((fresh && fresh.getAttribute("data-options")) || options);
}

whenAsked("[data-passkey]", async part => {
    const given = await options(part), makes = part.dataset.passkey === "create";
    const publicKey = makes ? api.parseCreationOptionsFromJSON(given) : api.parseRequestOptionsFromJSON(given);
    const made = /** @type {any} */ (await navigator.credentials[makes ? "create" : "get"]({publicKey}));
    const {id, rawId, type, response} = made.toJSON();
    return {credential: {id, rawId, type, response}};
}, (part, error) => {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    return isKnown ? part.dataset.known : part.dataset.failed;
});
show("passkey", typeof api?.parseCreationOptionsFromJSON === "function");
