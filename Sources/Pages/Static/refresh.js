/**
 * Reads the page again every few seconds, as the body's data-refresh says: by one timer a tab, which stops while the tab is hidden.
 * What is being typed stays, and a page that is out of reach says so.
 */
import {tell} from "./connection.js";
import {read} from "./stream.js";
import {show} from "./regions.js";

let timer = 0, reading = false, failures = 0;

/** @returns {number} seconds until the next time; 0: never */
const pause = () => Number(document.body.dataset.refresh ?? 0);

function wait() {
    clearTimeout(timer);
    const seconds = pause();
    // One that fails is asked less and less, up to once a minute.
    if (seconds > 0 && !document.hidden && !reading) timer = setTimeout(refresh, Math.min(seconds * 2 ** failures, Math.max(seconds, 60)) * 1000);
}

/** Whether the person is in the middle of something. */
const busy = () => document.querySelector("form[aria-busy=true], dialog[open], :popover-open") !== null;

async function refresh() {
    if (busy()) return wait();
    reading = true;
    const url = location.href, page = await read(url);
    reading = false;
    if (url !== location.href || busy()) return wait();
    // Signed out, or gone: the answer says which.
    if (page === false || page === null) return location.reload();
    failures = page ? 0 : Math.min(failures + 1, 6);
    tell(failures > 1 && document.body.dataset.lost);
    if (page) {
        document.body.toggleAttribute("data-refresh", page.body.dataset.refresh !== undefined);
        if (page.body.dataset.refresh) document.body.dataset.refresh = page.body.dataset.refresh;
        show(page, new Set(["*"]));
    }
    wait();
}

document.addEventListener("visibilitychange", () => document.hidden ? clearTimeout(timer) : pause() > 0 && !reading ? refresh() : undefined);
addEventListener("pageshow", ({persisted}) => { if (persisted) wait(); });
wait();
