/** Code to copy: of this server and the chosen tenant, in the chosen language, with a button at each. */
import {all, make, store} from "./dom.js";

const samples = all(".samples pre code, .card pre code").map(code => [code, code.textContent]);

/**
 * Until the reader names a tenant, a sample names the demo tenant that has its module.
 * @param {string} tenant
 */
function place(tenant) {
    for (const [code, text] of samples) {
        let shown = text.replaceAll("https://parlay.example", location.origin);
        if (tenant) shown = shown.replace(/\/v1\/[\w-]+\//g, `/v1/${tenant}/`).replace(/tenant: "[\w-]+"/g, `tenant: "${tenant}"`);
        code.textContent = shown;
    }
}

/** @param {string} language */
function show(language) {
    document.documentElement.dataset.code = language;
    store.set("language", language);
    for (const button of all("[data-show]")) button.setAttribute("aria-pressed", `${button.dataset.show === language}`);
}

/**
 * Copies the code beside a button, or selects it where the browser forbids copying.
 * @param {any} button
 */
async function copy(button) {
    const code = all("pre code", button.closest(".samples, .block")).find(code => code.getClientRects().length);
    try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
    } catch {
        getSelection()?.selectAllChildren(code);
        button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
}

document.addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("button");
    if (button?.dataset.show) {
        const {top} = button.getBoundingClientRect();
        show(button.dataset.show);
        scrollBy({top: button.getBoundingClientRect().top - top, behavior: /** @type {any} */ ("instant")});
    }
    if (button?.classList.contains("copy")) copy(button);
});
// Of the chosen tenant; the session says it.
document.addEventListener("parlay:tenant", (/** @type {any} */ event) => place(event.detail));

for (const code of all(".guide pre code")) {
    code.textContent = code.textContent.replaceAll("http://127.0.0.1:8080", location.origin);
    const pre = code.parentElement, block = make("div", {className: "block"});
    pre.replaceWith(block);
    pre.tabIndex = 0;
    block.append(pre, make("button", {type: "button", className: "copy", textContent: "Copy"}));
}
place("");
const languages = all("[data-show]").map(button => button.dataset.show);
show(languages.includes(store.get("language")) || !languages.length ? store.get("language") || "curl" : "curl");
