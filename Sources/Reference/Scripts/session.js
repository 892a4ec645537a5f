/** The session of the forms: a tenant, and a token of it. */
import {$, make, store} from "./dom.js";

/** @typedef {{slug: string, name: string, modules: string[], logins?: string[], password?: string}} Tenant */

const dialog = $("session");
export const token = $("token");
let tenant = $("tenant");
/** The demo tenant that the samples of the page name. */
const own = tenant.getAttribute("value");
/** The module whose calls the page has. */
const module = document.querySelector("form[data-module]")?.getAttribute("data-module") ?? undefined;
/**
 * Those of an installation for this machine alone; otherwise empty.
 * @type {Tenant[]}
 */
let tenants = [];

const say = (/** @type {string} */ text) => { $("session-state").textContent = text; };
const known = (/** @type {string} */ slug) => tenants.find(tenant => tenant.slug === slug);
/** @param {string} slug @param {string | undefined} module */
export const lacks = (slug, module) => Boolean(module && known(slug) && !known(slug)?.modules.includes(module));

/**
 * A tenant with the module: that of the page's samples, if it has it.
 * @param {string | undefined} module
 */
export const fitting = module => {
    if (!tenants.length || known(own) && !lacks(own, module)) return own;
    return tenants.find(tenant => !lacks(tenant.slug, module))?.slug ?? own;
};
export const chosen = () => store.get("tenant") || fitting(module);

/** Tells the forms and the samples of the page. */
function tell() {
    const who = $("who"), isIn = Boolean(token.value);
    who.hidden = false;
    who.textContent = isIn ? `${chosen()} · ${store.get("name") || "token"}` : "Sign in to try";
    who.classList.toggle("in", isIn);
    $("forget").hidden = !isIn;
    const shown = store.get("tenant");
    document.dispatchEvent(new CustomEvent("parlay:tenant", {detail: lacks(shown, module) ? "" : shown}));
}

function prefill() {
    const {logins, password} = known(tenant.value) ?? {};
    $("demo-hint").hidden = !logins;
    if (!logins) return;
    const names = `${logins.slice(0, -1).join(", ")} or ${logins.at(-1)}`;
    $("demo-hint").textContent = `This is a demo tenant. Sign in as ${names}.`;
    $("username").value ||= logins[0].split(" ")[0];
    $("password").value ||= password;
}

/** @param {string} slug a token belongs to one tenant */
function change(slug) {
    const old = token.value;
    store.set("tenant", slug);
    tenant.value = slug;
    token.value = "";
    store.set("token", "");
    store.set("name", "");
    say(old ? "The token belonged to the other tenant and was removed." : "");
    prefill();
    tell();
}

/** @param {string} name */
function remember(name) {
    store.set("tenant", tenant.value.trim());
    store.set("token", token.value.trim());
    store.set("name", name);
    tell();
}

/**
 * Asks for a sign-in at the chosen tenant, or at one that has the calls of the page.
 * @param {string} [slug]
 */
export function ask(slug) {
    if (slug) change(slug);
    tenant.value = lacks(chosen(), module) ? fitting(module) : chosen();
    prefill();
    dialog.showModal();
}

async function signIn() {
    const body = {username: $("username").value, password: $("password").value, device: "API reference"};
    say("Signing in …");
    try {
        const answer = await fetch(`/v1/${encodeURIComponent(tenant.value.trim())}/login/`, {
            method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body), credentials: "omit",
        });
        const document = await answer.json();
        if (!answer.ok) return say(document.detail);
        if (!document.token) return say("This account has a second factor. Sign in elsewhere and paste the token.");
        token.value = document.token;
        $("password").value = "";
        remember(document.profile.username);
        say("");
        dialog.close();
    } catch (error) {
        say(`The server cannot be reached: ${error instanceof Error ? error.message : error}`);
    }
}

/** Where the server lists its tenants, they are chosen from a list. */
async function offer() {
    try { tenants = (await (await fetch("/docs/tenants.json")).json()).items; } catch { tenants = []; }
    if (tenants.length) {
        if (store.get("tenant") && !known(store.get("tenant"))) change("");
        const select = make("select", {id: "tenant", name: "tenant"}, ...tenants.map(({slug, name}) =>
            make("option", {value: slug, textContent: `${name} (${slug})`})));
        tenant.replaceWith(select);
        tenant = select;
    }
    tenant.value = chosen();
    tenant.addEventListener("change", () => change(tenant.value.trim()));
    tell();
}

$("who").addEventListener("click", () => ask());
$("session-close").addEventListener("click", () => dialog.close());
token.addEventListener("change", () => {
    remember("");
    say(token.value ? "The forms send this token." : "");
});
$("forget").addEventListener("click", () => {
    token.value = "";
    remember("");
    say("The token was removed from this page. It works elsewhere until it is revoked.");
});
$("session-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    signIn();
});
token.value = store.get("token");
tell();
offer();
