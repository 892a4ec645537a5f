/** JSON in the colours that the server gives to its examples. */
import {make} from "./dom.js";

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** @param {string} text */
export function coloured(text) {
    const pieces = make("code");
    let end = 0;
    for (const match of text.matchAll(pattern)) {
        pieces.append(text.slice(end, match.index));
        const kind = match[1] ? (match[2] ? "key" : "text") : match[3] ? "number" : "word";
        pieces.append(make("span", {className: `j-${kind}`, textContent: match[1] ?? match[0]}), match[2] ?? "");
        end = (match.index ?? 0) + match[0].length;
    }
    pieces.append(text.slice(end));
    return make("pre", {tabIndex: 0}, pieces);
}
