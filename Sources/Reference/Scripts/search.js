/** How the search finds: entries by terms, the best first. */
import {count, sentences} from "./sentences.js";

/** @typedef {{kind: string, title: string, path: string, note: string, text: string, name: string, head: string, below: string, all: string}} Entry */
/** @typedef {{exact: string, others: string[]}} Term */

const words = (/** @type {string} */ text) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, " ").trim()} `;

/**
 * The index as the server sends it.
 * @param {{entries: string[][], synonyms: string[][]}} index
 */
export const prepared = index => ({
    /** @type {Entry[]} */
    entries: index.entries.map(([kind, title, path, note, text]) => ({
        kind, title, path, note, text,
        name: (path.split("#")[1] ?? "").toLowerCase(), head: title.toLowerCase(), below: note.toLowerCase(),
        all: words(`${title} ${note} ${text} ${path.split("#")[1] ?? ""}`),
    })),
    synonyms: index.synonyms,
});

/**
 * A query as terms, each with the words that mean the same: "rate limit photo" is two terms.
 * @param {string} query @param {string[][]} synonyms @returns {Term[]}
 */
export function terms(query, synonyms) {
    let rest = ` ${query.toLowerCase().replace(/\s+/g, " ").trim()} `;
    const found = [];
    const phrases = synonyms.flatMap(group => group.map(phrase => ({phrase, group})));
    phrases.sort((a, b) => b.phrase.length - a.phrase.length);
    for (const {phrase, group} of phrases) {
        if (!rest.includes(` ${phrase} `)) continue;
        rest = rest.replace(` ${phrase} `, "  ");
        found.push({exact: phrase, others: group.filter(other => other !== phrase)});
    }
    for (const word of rest.split(" ").filter(Boolean)) {
        // What is still being typed may become one of a group's words.
        const group = word.length > 2 ? synonyms.find(group => group.some(phrase => phrase.startsWith(word))) : undefined;
        found.push({exact: word, others: group ?? []});
    }
    return found;
}

/**
 * How well a phrase fits. What was typed may be the beginning of a word; a synonym is a whole one.
 * @param {Entry} entry
 * @param {string} phrase
 * @param {boolean} isTyped
 */
function worth(entry, phrase, isTyped) {
    const has = (/** @type {string} */ text, /** @type {string} */ word) =>
        ` ${text} `.includes(isTyped ? ` ${word}` : ` ${word} `);
    const parts = phrase.split(" ");
    if (isTyped && entry.kind === "call" && entry.name === phrase) return 30;
    if (entry.head === phrase) return isTyped ? 20 : 12;
    if (has(entry.head, phrase)) return 10;
    if (parts.every(word => has(entry.head, word))) return 8;
    if (isTyped && phrase.length > 2 && entry.head.includes(phrase)) return 6;
    if (isTyped ? entry.below.includes(phrase) : has(entry.below, phrase)) return 5;
    return parts.every(word => has(entry.all, word)) ? 2 : 0;
}

/** @type {Record<string, number>} */
const kinds = {section: 1.5, call: 1.3, guide: 1.2, problem: 1.1, rule: 1.1, resource: 1, decision: .8};

/** @param {Entry} entry @param {Term} term */
const score = (entry, term) =>
    Math.max(worth(entry, term.exact, true), ...term.others.map(other => worth(entry, other, false) * .6), 0);

/**
 * A call, a chapter or a guide of exactly that title comes before everything else.
 * @param {Entry} entry
 * @param {string} query
 */
function isMeant(entry, query) {
    if (entry.kind === "call") return entry.head === query || entry.name === query;
    return entry.head === query && !entry.path.includes("#") && entry.kind !== "decision";
}

/**
 * Whether a sentence has all terms that are found in the text alone.
 * @param {Entry} entry
 * @param {Term[]} terms
 * @param {number[]} scores
 */
function isTogether(entry, terms, scores) {
    if (terms.length < 2 || scores.includes(0) || !scores.some(score => score <= 2)) return false;
    return sentences(entry.text).some(one => count(one, terms) === terms.length);
}

/**
 * The entries with all terms, or with some if none has all.
 * @param {ReturnType<typeof prepared>} index
 * @param {string} query
 */
export function find(index, query) {
    const wanted = terms(query, index.synonyms), whole = query.toLowerCase().replace(/\s+/g, " ").trim();
    const rank = (/** @type {(scores: number[]) => boolean} */ isEnough) => index.entries.map(entry => {
        const scores = wanted.map(term => score(entry, term));
        const sum = scores.reduce((a, b) => a + b, isTogether(entry, wanted, scores) ? 3 : 0) * (kinds[entry.kind] ?? 1);
        return {entry, score: isEnough(scores) ? sum + (isMeant(entry, whole) ? 1000 : 0) : 0};
    }).filter(hit => hit.score > 0).sort((a, b) => b.score - a.score);
    const all = rank(scores => scores.every(score => score > 0));
    return (all.length ? all : rank(scores => scores.some(score => score > 0))).slice(0, 40).map(({entry}) => entry);
}
