/** What all scripts of the documentation use. */

/** @param {string} id @returns {any} the element, or `null` */
export const $ = id => document.getElementById(id);

/** @param {string} selector @param {ParentNode} [root] @returns {any[]} */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** @param {string} tag @param {object} [properties] @param {...(Node | string)} children @returns {any} */
export const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
};

/** What is kept, in this tab. A browser may forbid it. */
export const store = {
    /** @param {string} name */
    get: name => {
        try { return sessionStorage.getItem(`parlay.${name}`) ?? ""; } catch { return ""; }
    },
    /** @param {string} name @param {string} value empty to forget it */
    set: (name, value) => {
        try {
            if (value) sessionStorage.setItem(`parlay.${name}`, value);
            else sessionStorage.removeItem(`parlay.${name}`);
        } catch { /* then it is forgotten with the page */ }
    },
};
