/** Buttons that change what the browser keeps (_keep) do it without leaving the page, sums and colours follow what is typed, and the current tab is in view. */
import {tell} from "./connection.js";
import {parse, show} from "./regions.js";

/** After a form was refused the page is that answer, and what is sent loads pages as usual. */
const refused = performance.getEntriesByType("navigation").some(entry => /** @type {any} */ (entry).responseStatus >= 400);
/** On a phone the slip is a sheet above the page, which a new page closes. What was refused there stands in it, and so does what comes of it. */
const sheet = document.querySelector(".slip[popover]"), narrow = matchMedia("(max-width: 59.99rem)").matches;
if (narrow && sheet instanceof HTMLElement && (refused && sheet.querySelector(".alert.bad, .error:not([hidden])") || sessionStorage.getItem("sheet"))) sheet.showPopover();
sessionStorage.removeItem("sheet");
/** One after another: each changes what the last one left. */
let sending = Promise.resolve();

/** @param {string} url @param {URLSearchParams} body @returns the answer; as long as the server is out of reach the page says so, and it is tried again */
async function post(url, body) {
    for (let tries = 0; ; tries += 1) {
        const answer = await fetch(url, {method: "POST", headers: {Accept: "text/html"}, body}).catch(() => undefined);
        if (answer && tries) tell();
        if (answer) return answer;
        tell(document.querySelector("[data-lost]")?.getAttribute("data-lost") ?? "");
        await new Promise(done => setTimeout(done, Math.min(1000 * 2 ** tries, 8000)));
    }
}

/** @param {HTMLFormElement} form @param {FormData} data @param {HTMLElement | null} submitter */
async function send(form, data, submitter) {
    try {
        const body = new URLSearchParams([...data].map(([name, value]) => [name, `${value}`]));
        const answer = await post(form.getAttribute("action") ?? location.href, body);
        if (!answer.ok || new URL(answer.url).pathname !== location.pathname) return location.assign(answer.url);
        const page = parse(await answer.text());
        // The server knows now what was typed.
        for (const field of form.querySelectorAll("input")) [field.defaultValue, field.defaultChecked] = [field.value, field.checked];
        show(page, new Set(["*"]));
    } catch {
        const name = submitter?.getAttribute("name"), value = submitter?.getAttribute("value") ?? "";
        if (name) form.append(Object.assign(document.createElement("input"), {type: "hidden", name, value}));
        form.submit();
    }
}

document.addEventListener("submit", event => {
    const {target: form, submitter} = event;
    if (refused && submitter?.closest(":popover-open")) sessionStorage.setItem("sheet", "open");
    if (!(form instanceof HTMLFormElement) || refused || submitter?.getAttribute("name") !== "_keep") return;
    event.preventDefault();
    const data = new FormData(form);
    data.append("_keep", submitter.getAttribute("value") ?? "");
    sending = sending.then(() => send(form, data, submitter));
}, true);

/** @param {string} text of an amount, as a person types it @returns {bigint | null} hundredths */
function amount(text) {
    const plain = text.replace(/[\s$€]/g, ""), parts = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(plain);
    const digits = parts?.[1]?.replace(/[.,](?=\d{3}(\D|$))/g, "") ?? "";
    return /^\d{1,12}$/.test(digits) ? BigInt(digits + (parts?.[2] ?? "").padEnd(2, "0")) : null;
}

/** Brings sums up to date: data-times has factors such as 21/11 for the field that data-of names. They are rounded down. */
function count() {
    for (const sum of document.querySelectorAll("[data-times]")) {
        const field = document.getElementById(sum.getAttribute("data-of") ?? "");
        const typed = field instanceof HTMLInputElement ? amount(field.value) : null;
        if (typed === null) continue;
        const factors = (sum.getAttribute("data-times") ?? "").split(" ").map(factor => factor.split("/").map(BigInt));
        const product = (/** @type {number} */ place) => factors.reduce((all, factor) => all * (factor[place] ?? 1n), 1n);
        const cents = Number(typed * product(0) / product(1)), currency = sum.getAttribute("data-currency") ?? "USD";
        const text = (cents / 100).toLocaleString(document.documentElement.lang, {style: "currency", currency});
        if (sum.textContent !== text) sum.textContent = text;
    }
}

// Of many tabs beside each other the current one is in view, without moving the page.
for (const tab of document.querySelectorAll(".subtabs [aria-current]")) {
    const strip = tab.parentElement, {left, width} = tab.getBoundingClientRect();
    if (strip) strip.scrollLeft += left + width / 2 - strip.getBoundingClientRect().left - strip.clientWidth / 2;
}
document.addEventListener("input", count);
document.addEventListener("regions", count);
count();

/** The picker of a colour and the text beside it: each shows the other's. */
document.addEventListener("input", ({target}) => {
    if (!(target instanceof HTMLInputElement)) return;
    const text = document.getElementById(target.dataset.colours ?? ""), picker = document.querySelector(`[data-colours="${CSS.escape(target.id)}"]`);
    if (text instanceof HTMLInputElement) text.value = target.value;
    if (picker instanceof HTMLInputElement && /^#[0-9a-f]{6}$/i.test(target.value)) picker.value = target.value;
});

const pick = () => { for (const picker of document.querySelectorAll("[data-colours]")) picker.removeAttribute("hidden"); };
document.addEventListener("regions", pick);
pick();
