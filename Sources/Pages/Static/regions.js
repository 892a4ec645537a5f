/** Replaces regions of the page by what the server says now, around what the person does in them. */

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

const rules = {createHTML: (/** @type {string} */ text) => text, createScriptURL: (/** @type {string} */ text) => text};
/** @typedef {{createPolicy(name: string, policy: typeof rules): typeof rules}} Factory */
const types = /** @type {{trustedTypes?: Factory}} */ (globalThis).trustedTypes;
/** The one policy for trusted types. What goes through it came from this server. */
export const trusted = types?.createPolicy("parlay", rules) ?? rules;

/** Whether the page is the answer to a form that was refused: then its fields are as the person typed them. */
const refused = performance.getEntriesByType("navigation").some(entry => /** @type {any} */ (entry).responseStatus >= 400);

export const parse = (/** @type {string} */ text) => new DOMParser().parseFromString(trusted.createHTML(text), "text/html");

/** @param {Document} next the page as it is now @param {Set<string>} subjects whose regions are replaced; * for all */
export function show(next, subjects) {
    const kinds = new Set([...subjects].map(subject => subject.replace(/\/.*/, "/*"))), all = subjects.has("*");
    /** @type {Map<Element, Element>} */
    const pairs = new Map();
    for (const [from, to] of [[document, next], [next, document]]) {
        for (const region of from.querySelectorAll(all ? "main[id], [id][data-subject]" : "[id][data-subject]")) {
            const names = region.getAttribute("data-subject")?.split(/\s+/) ?? [];
            if (!all && !names.some(name => subjects.has(name) || kinds.has(name))) continue;
            // What is new or gone is put right by the nearest element that both pages have.
            let here = /** @type {Element | null | undefined} */ (region);
            while (here && !to.getElementById(here.id)) here = here.parentElement?.closest("[id]");
            const there = here && to.getElementById(here.id);
            if (here && there) pairs.set(from === document ? here : there, from === document ? there : here);
        }
    }
    document.title = next.title || document.title;
    const found = [...pairs.keys()];
    for (const [old, twin] of pairs) if (!found.some(other => other !== old && other.contains(old))) replace(old, twin);
}

/** @param {Element} old is made @param {Element} next what it is in the page as it is now */
export function replace(old, next) {
    const focus = document.activeElement, focused = old.contains(focus) ? key(focus) : "";
    const said = new Map([...old.querySelectorAll("[data-announce]")].map(part => [part, part.textContent]));
    const anchor = scrollY > 0 ? document.elementFromPoint(innerWidth / 2, innerHeight / 3) : null;
    const top = anchor?.getBoundingClientRect().top ?? 0;
    morph(old, next);
    document.dispatchEvent(new Event("regions"));
    if (anchor?.isConnected) scrollBy(0, anchor.getBoundingClientRect().top - top);
    if (focused && focus !== document.activeElement) {
        const twin = focus?.isConnected ? focus : [...old.querySelectorAll("*")].find(part => key(part) === focused) ?? old;
        if (twin === old) old.setAttribute("tabindex", "-1");
        /** @type {HTMLElement} */ (twin).focus({preventScroll: true});
    }
    const news = [...old.querySelectorAll("[data-announce]")].filter(part => said.get(part) !== part.textContent);
    if (news.length) announce(news.map(part => part.getAttribute("data-announce") || part.textContent).join(" "));
}

/** @param {string} text that is said to those who do not see the page */
export function announce(text) {
    const live = document.getElementById("announcements") ?? document.body.appendChild(document.createElement("p"));
    Object.assign(live, {id: "announcements", className: "sr", role: "status"}).textContent = text;
}

/** @param {Element} part @returns {Field[]} */
const fields = part => [...part.querySelectorAll("input, textarea, select")].map(field => /** @type {Field} */ (field));
/** @param {Element} field @returns {field is HTMLInputElement} */
const isChoice = field => field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);

/** @param {Field} field whose value is given as the server wrote it */
function initial(field) {
    if (field instanceof HTMLSelectElement) return [...field.options].map(option => option.defaultSelected).join();
    return isChoice(field) ? `${field.defaultChecked}` : field.defaultValue;
}

/** @param {Element} field of which is said whether the person has changed it, or is in it */
function typed(field) {
    if (field instanceof HTMLSelectElement) {
        const options = [...field.options], given = field.multiple || options.some(option => option.defaultSelected);
        return given ? options.some(option => option.selected !== option.defaultSelected) : field.selectedIndex > 0;
    }
    if (isChoice(field)) return field.checked !== field.defaultChecked;
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) || field.type === "hidden") return false;
    return field.value !== field.defaultValue || field.validity.badInput || field === document.activeElement;
}

/** @param {Element | null} part @returns {string} by what it is recognised in the next page */
function key(part) {
    if (!part) return "";
    const own = ["id", "data-subject", "name", "action", "href", "for"].map(name => part.getAttribute(name)).find(Boolean);
    const inner = own || !part.matches("li, tr, article") ? null : part.querySelector("[id], [data-subject], form, a[href]");
    const calls = fields(part).filter(({name}) => part.matches("form") && /^_(call|target)$/.test(name)).map(({value}) => value);
    const value = isChoice(part) || part instanceof HTMLOptionElement ? part.value : calls.join();
    return `${part.nodeName} ${own ?? (inner ? key(inner) : part.classList[0])} ${value}`;
}

/** @param {Element} old @param {Element} next @returns {boolean} whether a form was refused, or changed on both sides */
function contested(old, next) {
    if (!(old instanceof HTMLFormElement) || refused) return old instanceof HTMLFormElement;
    /** @type {(form: Element, name: string) => string} */
    const given = (form, name) => fields(form).filter(field => field.name === name).map(initial).join();
    return fields(old).some(field => typed(field) && given(old, field.name) !== given(next, field.name));
}

/** @param {Element} old keeps its nodes, so that focus, selection, scroll and undo stay @param {Element} next */
function morph(old, next) {
    if (old.isEqualNode(next) || old.matches("[data-crop], script, iframe") || contested(old, next)) return;
    const mine = typed(old), kept = old.matches("details, dialog") ? ["open"] : mine ? ["value", "checked"] : [];
    for (const {name} of [...old.attributes]) if (!next.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
    for (const {name, value} of next.attributes) {
        if (!kept.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (mine) return;
    if (old instanceof HTMLTextAreaElement) old.value = old.defaultValue = next.textContent ?? "";
    else morphChildren(old, next);
    if (old instanceof HTMLSelectElement) for (const option of old.options) option.selected = option.defaultSelected;
    if (isChoice(old)) old.checked = old.defaultChecked;
    // A hidden field's value is its attribute. One that a script has set Firefox keeps, for whatever form is there after a reload.
    else if (old instanceof HTMLInputElement && !/^(file|hidden)$/.test(old.type)) old.value = old.defaultValue;
}

/** @param {Element} old @param {Element} next */
function morphChildren(old, next) {
    const wanted = [...next.children].map(key), stay = new Set(old.querySelectorAll("[data-made]"));
    /** @type {Element[]} */
    const spare = [];
    for (const child of [...old.children].filter(child => !stay.has(child))) {
        const place = wanted.indexOf(key(child));
        if (place >= 0) spare.push(child), wanted.splice(place, 1);
        else if (typed(child) || fields(child).some(typed)) stay.add(child);
        else child.remove();
    }
    // Text is taken from the next page; what was typed into, and what scripts have made, stays where it is.
    for (const node of [...old.childNodes]) if (!(node instanceof Element)) node.remove();
    let at = old.firstElementChild;
    for (const node of next.childNodes) {
        while (at && stay.has(at)) at = at.nextElementSibling;
        const found = node instanceof Element ? spare.findIndex(child => key(child) === key(node)) : -1;
        const twin = found >= 0 ? spare.splice(found, 1)[0] : undefined;
        if (twin === at && twin) at = twin.nextElementSibling;
        else old.insertBefore(twin ?? fresh(node), at);
        if (twin) morph(twin, /** @type {Element} */ (node));
    }
}

/** @param {Node} node that is copied into this page; a row is marked for a moment */
function fresh(node) {
    const copy = document.importNode(node, true);
    if (!(copy instanceof Element && copy.matches("li, tr, article, [data-subject]"))) return copy;
    copy.classList.add("is-new");
    setTimeout(() => copy.classList.remove("is-new"), 2000);
    return copy;
}
