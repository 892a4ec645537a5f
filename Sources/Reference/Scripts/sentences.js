/** The sentences of a text, and what is marked in them. */

/**
 * Matches any of the terms at the beginning of a word, or a synonym as a whole one.
 * @param {import("./search.js").Term[]} terms
 */
function pattern(terms) {
    const safe = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const parts = terms.flatMap(({exact, others}) => [
        ...exact.split(" ").map(word => `${safe(word)}[\\p{L}\\p{N}_-]*`), ...others.map(other => `${safe(other)}(?![\\p{L}\\p{N}_-])`),
    ]);
    return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${parts.sort((a, b) => b.length - a.length).join("|")})`, "giu");
}

/**
 * A text in pieces, of which every second one is a match.
 * @param {string} text
 * @param {import("./search.js").Term[]} terms
 * @returns {string[]}
 */
export function marked(text, terms) {
    if (!terms.length) return [text];
    const pieces = [];
    let end = 0;
    for (const match of text.matchAll(pattern(terms))) {
        pieces.push(text.slice(end, match.index), match[0]);
        end = (match.index ?? 0) + match[0].length;
    }
    return [...pieces, text.slice(end)];
}

/**
 * @param {string} text
 */
export const sentences = text => text.split(/\n+|(?<=[.!?:])\s+/);

/**
 * How many of the terms a text has.
 * @param {string} text
 * @param {import("./search.js").Term[]} terms
 */
export const count = (text, terms) => terms.filter(term => marked(text, [term]).length > 1).length;

const LENGTH = 160;

/**
 * The sentence of an entry with most of the terms, cut around them, or its note.
 * @param {import("./search.js").Entry} entry
 * @param {import("./search.js").Term[]} terms
 */
export function sentence(entry, terms) {
    let best = "", most = 0;
    for (const one of sentences(entry.text)) {
        const has = count(one, terms);
        if (has > most) [best, most] = [one, has];
    }
    const start = marked(best, terms)[0].length;
    if (best.length <= LENGTH || start < LENGTH / 2) return best.length > LENGTH ? `${best.slice(0, LENGTH)}…` : best;
    return `…${best.slice(start - LENGTH / 3, start + LENGTH)}${start + LENGTH < best.length ? "…" : ""}`;
}
