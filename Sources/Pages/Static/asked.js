/** Forms for which the browser asks the person first: what it gives becomes hidden fields of the form, which then goes to the server. */
import {announce} from "./regions.js";

/** @param {HTMLFormElement} form @param {string} name @param {unknown} value as inputs with dotted names */
function fill(form, name, value) {
    if (value === null || value === undefined) return;
    if (typeof value === "object" && !Array.isArray(value)) {
        for (const [key, inner] of Object.entries(value)) fill(form, `${name}.${key}`, inner);
    } else {
        const input = Object.assign(document.createElement("input"), {type: "hidden", name, value: `${value}`});
        input.setAttribute("data-asked", "");
        form.append(input);
    }
}

/**
 * @param {string} selector of the parts with such forms
 * @param {(part: HTMLElement) => Promise<Record<string, unknown>>} ask answers the fields
 * @param {(part: HTMLElement, error: unknown) => string | undefined} failed what the person reads if it does not
 */
export function whenAsked(selector, ask, failed) {
    /** @type {WeakSet<HTMLFormElement>} that have their fields, and that the person is asked for */
    const ready = new WeakSet(), asking = new WeakSet();

    /** @param {HTMLFormElement} form @param {HTMLElement} part @param {HTMLElement | null} submitter */
    async function send(form, part, submitter) {
        form.querySelector(".error[data-made]")?.remove();
        try {
            const fields = await ask(part);
            for (const input of form.querySelectorAll("[data-asked]")) input.remove();
            for (const [name, value] of Object.entries(fields)) fill(form, name, value);
            ready.add(form);
            form.requestSubmit(submitter);
        } catch (error) {
            const textContent = failed(part, error) ?? "";
            const line = Object.assign(document.createElement("p"), {className: "error", textContent});
            line.setAttribute("data-made", "");
            form.append(line);
            announce(textContent);
        }
    }

    document.addEventListener("submit", event => {
        const {target: form, submitter} = event;
        const part = form instanceof HTMLFormElement ? form.closest(selector) : null;
        if (!(form instanceof HTMLFormElement) || !(part instanceof HTMLElement) || ready.delete(form)) return;
        event.preventDefault();
        if (asking.has(form)) return;
        asking.add(form);
        send(form, part, submitter).finally(() => asking.delete(form));
    });
}

/** @param {string} selector @param {boolean} isSupported whether the browser has what they need, which shows them */
export function show(selector, isSupported) {
    const prepare = () => {
        for (const part of document.querySelectorAll(`[data-${selector}]`)) part.toggleAttribute("hidden", !isSupported);
        for (const part of document.querySelectorAll(`[data-no-${selector}]`)) part.toggleAttribute("hidden", isSupported);
    };
    document.addEventListener("regions", prepare);
    prepare();
}
