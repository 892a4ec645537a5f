/** The search: a dialog over the page, opened by its button and by `/`. The index is fetched when it is first needed. */
import {$, make} from "./dom.js";

const button = $("find");
const input = make("input", {
    id: "find-query", type: "text", autocomplete: "off", spellcheck: false, placeholder: "Search calls, guides and problem codes",
    role: "combobox", ariaLabel: "Search", ariaExpanded: "false", ariaAutoComplete: "list", enterKeyHint: "search",
});
const list = make("div", {id: "find-results", role: "listbox", ariaLabel: "Results"});
const state = make("p", {id: "find-state", role: "status"});
const dialog = make("dialog", {id: "search", ariaLabel: "Search"}, make("div", {className: "field"}, input,
    make("button", {type: "button", className: "plain", textContent: "Close"})), list, state);
const START = "Type a word: the name of a call, an error, a setting.";
input.setAttribute("aria-controls", "find-results");
document.body.append(dialog);

/** @type {Promise<any> | undefined} */
let loading;
const load = () => loading ??= Promise.all(
    [import("./search.js"), import("./sentences.js"), fetch("/docs/search.json").then(answer => answer.json())])
    .then(([search, sentences, index]) => ({search: {...search, ...sentences}, index: search.prepared(index)}))
    .catch(() => {
        loading = undefined;
        throw new Error("The index cannot be loaded. Try again.");
    });

/**
 * The text with its matches marked.
 * @param {string[]} pieces
 */
const marks = pieces => pieces.map((piece, number) => number % 2 ? make("mark", {textContent: piece}) : piece);

/** @type {any[]} */
let hits = [];
/** Which of them Enter opens. */
let place = 0;

/** @param {number} number */
function choose(number) {
    hits[place]?.setAttribute("aria-selected", "false");
    place = Math.min(Math.max(number, 0), hits.length - 1);
    const hit = hits[place];
    if (!hit) return input.removeAttribute("aria-activedescendant");
    hit.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", hit.id);
    hit.scrollIntoView({block: "nearest"});
}

/** @param {any} search @param {any} index @param {string} query */
function show(search, index, query) {
    const terms = search.terms(query, index.synonyms), found = search.find(index, query);
    hits = found.map((/** @type {any} */ entry, /** @type {number} */ number) => {
        const sentence = search.sentence(entry, terms);
        return make("a", {id: `hit-${number}`, href: entry.path, role: "option", tabIndex: -1, ariaSelected: "false"},
            make("span", {className: "kind", textContent: entry.kind}),
            make("span", {}, make("b", {}, ...marks(search.marked(entry.title, terms))),
                make("small", {}, ...marks(search.marked(entry.note, terms))),
                sentence ? make("span", {className: "sentence"}, ...marks(search.marked(sentence, terms))) : ""));
    });
    list.replaceChildren(...hits);
    list.scrollTop = 0;
    const count = hits.length === 40 ? "The best 40 results" : hits.length === 1 ? "1 result" : `${hits.length} results`;
    state.textContent = hits.length ? `${count}. ↑ and ↓ choose, Enter opens.` : `No results for “${query}”.`;
    choose(0);
}

let latest = 0;
async function search() {
    const query = input.value.trim(), turn = ++latest;
    let said = START;
    try {
        const {search, index} = await load();
        if (turn !== latest) return;
        if (query) {
            show(search, index, query);
            input.ariaExpanded = `${hits.length > 0}`;
            return;
        }
    } catch (error) {
        said = error instanceof Error ? error.message : `${error}`;
    }
    if (turn !== latest) return;
    hits = [];
    list.replaceChildren();
    choose(0);
    input.ariaExpanded = "false";
    state.textContent = said;
}

/** @param {string} [query] */
function open(query) {
    if (query !== undefined) input.value = query;
    if (!dialog.open) dialog.showModal();
    input.select();
    search();
}

button.setAttribute("role", "button");
button.setAttribute("aria-haspopup", "dialog");
button.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    open();
});
// Space presses a button, but follows no link.
button.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    open();
});
input.addEventListener("input", search);
input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const steps = /** @type {Record<string, number>} */ ({ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5});
    if (event.key === "Enter") hits[place]?.click();
    else if (event.key in steps) choose(place + steps[event.key]);
    else return;
    event.preventDefault();
});
dialog.addEventListener("click", (/** @type {any} */ event) => {
    if (event.target === dialog || event.target.closest("a, button")) dialog.close();
});
document.addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {any} */ (event.target).closest?.("input, textarea, select, dialog")) return;
    event.preventDefault();
    open();
});

// `/docs?q=avatar` is a link to a search.
const query = new URLSearchParams(location.search).get("q");
if (query !== null || location.pathname === "/docs/search") open(query ?? "");
