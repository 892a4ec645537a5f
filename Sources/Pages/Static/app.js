/** The entry of the scripts of a page. Everything works without them. */
// Before the forms: they hold them back until there is something to send.
import "./passkeys.js";
import "./push.js";
import "./forms.js";
import "./clock.js";
import "./stream.js";
import "./stay.js";
import "./feed.js";
import {trusted} from "./regions.js";

/**
 * Registers the service worker of the app. The version of the static files is part of its address, so that a new version
 * replaces the worker. A page that came before its worker tells it what to keep.
 * @param {string} app the path of the app, /app/wordup/
 */
async function install(app) {
    const version = /\/static\/([^/]+)\//.exec(import.meta.url)?.[1] ?? "";
    const first = !navigator.serviceWorker.controller;
    await navigator.serviceWorker.register(trusted.createScriptURL(`${app}sw.js?version=${version}`), {scope: app});
    const {active} = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map(({name}) => name);
    if (first) active?.postMessage({keep: files, page: location.href});
}

/** How many notices were unread when this page marked those about it as read. */
let unread = 0;

/** Marks the notices about what the page shows as read, once somebody looks at it: not when it is only prepared. */
function see() {
    const seen = document.getElementById("seen"), form = seen?.querySelector("form"), now = Number(seen?.dataset.unread);
    if (document.hidden) return;
    if (form && now > unread) {
        const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`]));
        fetch(form.getAttribute("action") ?? "", {method: "POST", body, redirect: "manual"}).catch(() => undefined);
    }
    unread = now;
}

document.addEventListener("regions", see);
document.addEventListener("visibilitychange", see);
see();

const {app} = document.body.dataset;
if (app && "serviceWorker" in navigator) install(app).catch(error => console.info("No offline pages:", error.message));
