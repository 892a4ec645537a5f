/** Says whether the server can be reached: in a line at the top of the page, and beside the button of a form that is sent meanwhile. */
import {announce} from "./regions.js";
import {read} from "./stream.js";

const {unreachable} = document.body.dataset;
/** Whether the person's stream has ended and is not there again. */
export const stream = {isLost: false};
let said = "";

/** @param {string | false} [text] of the state of the connection, if there is something to say */
export function tell(text) {
    said = text || "";
    for (const place of document.querySelectorAll("#connection, [data-connection]")) {
        if (place instanceof HTMLElement) [place.hidden, place.textContent] = [!said, said];
    }
}

/** @type {WeakSet<HTMLFormElement>} for which the server just answered */
const reachable = new WeakSet();

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function attempt(form, submitter) {
    form.setAttribute("aria-busy", "true");
    const page = await read(location.href);
    form.removeAttribute("aria-busy");
    if (page !== undefined) {
        reachable.add(form);
        return form.requestSubmit(submitter);
    }
    let note = /** @type {HTMLElement | null} */ (form.querySelector("[data-connection]"));
    if (!note) {
        note = Object.assign(document.createElement("p"), {className: "error"});
        for (const name of ["data-connection", "data-made"]) note.setAttribute(name, "");
        const button = submitter ?? form.querySelector("button");
        (button?.closest(".buttons") ?? button ?? form.lastElementChild)?.after(note);
    }
    [note.hidden, note.textContent] = [false, unreachable ?? ""];
    announce(note.textContent);
}

// A form that cannot be sent would lead to the browser's own page of errors.
document.addEventListener("submit", event => {
    const {target: form, submitter} = event;
    const isDoubtful = stream.isLost || said || !navigator.onLine;
    if (!(form instanceof HTMLFormElement) || reachable.delete(form) || !isDoubtful || !unreachable) return;
    if (form.method !== "post" || event.defaultPrevented || form.hasAttribute("aria-busy")) return;
    event.preventDefault();
    attempt(form, submitter);
});
document.addEventListener("regions", () => { if (said) tell(said); });
