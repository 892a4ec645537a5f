/** The entry of the scripts of the documentation: contents, and where the reader is. Everything can be read without them. */
import {$, all} from "./dom.js";
import "./samples.js";
import "./palette.js";

const nav = $("nav"), menu = $("menu");

/**
 * Contents on narrow screens
 * @param {boolean} isOpen
 */
function open(isOpen) {
    nav?.classList.toggle("open", isOpen);
    menu?.setAttribute("aria-expanded", `${isOpen}`);
}

menu?.addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault();
    open(!nav.classList.contains("open"));
});
nav?.addEventListener("click", (/** @type {any} */ event) => { if (event.target.closest("a")) open(false); });
document.addEventListener("keydown", event => { if (event.key === "Escape") open(false); });
const current = nav?.querySelector("[aria-current=page]");
if (current) nav.scrollTop = current.offsetTop - nav.clientHeight / 3;

/**
 * The links to each part of the page.
 * @type {Map<any, any[]>}
 */
const parts = new Map();
for (const link of all("#nav li li a[href^='#'], .outline a")) {
    const part = $(link.hash.slice(1));
    if (part) parts.set(part, [...parts.get(part) ?? [], link]);
}
/** In the order of the page, where the contents have fewer of them than the outline. */
const order = [...parts.keys()].sort((one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
/** @type {any} */
let here;

/** Marks the last part that began above the first quarter of the window; at the end of the page, what was asked for. */
function mark() {
    const isAt = (/** @type {any} */ part) => part.getBoundingClientRect().top < innerHeight / 4;
    const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 4;
    const asked = isAtEnd && $(decodeURIComponent(location.hash.slice(1)));
    const now = parts.has(asked) ? asked : order.filter(isAt).at(-1);
    if (now === here) return;
    for (const link of parts.get(here) ?? []) link.removeAttribute("aria-current");
    for (const link of parts.get(now) ?? []) {
        link.setAttribute("aria-current", "location");
        const list = link.closest(".outline");
        if (list) list.scrollTop = link.offsetTop - list.clientHeight / 2;
    }
    here = now;
}

if (parts.size) {
    const observer = new IntersectionObserver(mark, {rootMargin: "0px 0px -75% 0px"});
    for (const part of parts.keys()) observer.observe(part);
    for (const name of ["hashchange", "scrollend"]) addEventListener(name, mark);
}
addEventListener("beforeprint", () => { for (const details of all("details.general")) details.open = true; });

// Only where there is something to try.
const none = () => {};  // the page was left, or there are no forms then
if ($("session")) import("./session.js").catch(none);
if (document.querySelector(".try")) import("./try.js").catch(none);
