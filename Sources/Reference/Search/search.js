// Search over calls, guides, problem codes and resources, by an index that is fetched when someone first searches.
"use strict";
(() => {
  const input = document.getElementById("find");
  const results = document.getElementById("find-results");
  const contents = document.getElementById("nav-contents");
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  input.hidden = false;
  input.nextElementSibling.hidden = false;

  let loading;
  const load = () => loading ??= fetch("/docs/search.json").then((answer) => answer.json()).then((index) => ({
    entries: index.entries.map(([kind, title, path, note, words]) => ({
      kind, title, path, note, head: title.toLowerCase(), below: note.toLowerCase(),
      all: `${title} ${note} ${words}`.toLowerCase(),
    })),
    synonyms: index.synonyms,
  })).catch(() => { loading = undefined; throw new Error("The index cannot be loaded."); });

  // A query as terms, each with the words that mean the same: "rate limit photo" is two terms.
  const terms = (query, synonyms) => {
    let rest = ` ${query.toLowerCase().replace(/\s+/g, " ").trim()} `;
    const found = [];
    const phrases = synonyms.flatMap((group) => group.map((phrase) => [phrase, group]));
    phrases.sort((a, b) => b[0].length - a[0].length);
    for (const [phrase, group] of phrases) {
      if (!rest.includes(` ${phrase} `)) continue;
      rest = rest.replace(` ${phrase} `, "  ");
      found.push({ exact: phrase, others: group.filter((other) => other !== phrase) });
    }
    for (const word of rest.split(" ").filter(Boolean)) {
      // What is still being typed may become one of a group's words.
      const group = word.length > 2 ? synonyms.find((group) => group.some((phrase) => phrase.startsWith(word))) : undefined;
      found.push({ exact: word, others: group ?? [] });
    }
    return found;
  };
  // How well a phrase fits an entry. What was typed may be the beginning of a word; a synonym is a whole one.
  const worth = (entry, phrase, isTyped) => {
    const has = (text, word) => (isTyped ? ` ${text}` : ` ${text} `).includes(isTyped ? ` ${word}` : ` ${word} `);
    const words = phrase.split(" ");
    if (entry.head === phrase) return 20;
    if (has(entry.head, phrase)) return 10;
    if (words.every((word) => has(entry.head, word))) return 8;
    if (isTyped && phrase.length > 2 && entry.head.includes(phrase)) return 6;
    if (isTyped ? entry.below.includes(phrase) : has(entry.below, phrase)) return 5;
    return words.every((word) => has(entry.all, word)) ? 2 : 0;
  };
  const kinds = { section: 1.5, call: 1.3, guide: 1.2, problem: 1.1, rule: 1.1, resource: 1, decision: .8 };
  const score = (entry, term) =>
    Math.max(worth(entry, term.exact, true), ...term.others.map((other) => worth(entry, other, false) * 0.6), 0);
  const find = (index, query) => {
    const wanted = terms(query, index.synonyms);
    const rank = (isEnough) => index.entries.map((entry) => {
      const scores = wanted.map((term) => score(entry, term));
      return { entry, score: isEnough(scores) ? scores.reduce((a, b) => a + b, 0) * kinds[entry.kind] : 0 };
    }).filter((hit) => hit.score > 0).sort((a, b) => b.score - a.score);
    const all = rank((scores) => scores.every((score) => score > 0));
    return (all.length ? all : rank((scores) => scores.some((score) => score > 0))).slice(0, 40).map((hit) => hit.entry);
  };

  const show = (hits, query) => {
    const items = hits.map((entry) => make("li", {}, make("a", { href: entry.path },
      make("small", { className: "kind", textContent: entry.kind }), make("span", {},
        make("b", { textContent: entry.title }), make("small", { textContent: entry.note })))));
    results.replaceChildren(items.length ? make("ul", {}, ...items) : make("p", { textContent: `No results for “${query}”` }));
  };
  let latest = 0;
  const search = async () => {
    const query = input.value.trim();
    const turn = ++latest;
    results.hidden = !query;
    contents.hidden = Boolean(query);
    if (!query) return;
    try {
      const index = await load();
      if (turn === latest) show(find(index, query), query);
    } catch (error) {
      results.replaceChildren(make("p", { textContent: error.message }));
    }
  };
  input.addEventListener("input", search);
  input.addEventListener("focus", () => { load().catch(() => {}); });
  const hits = () => [...results.querySelectorAll("a")];
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { input.value = ""; search(); input.blur(); }
    if (event.key === "ArrowDown") { event.preventDefault(); hits()[0]?.focus(); }
    if (event.key === "Enter") { event.preventDefault(); hits()[0]?.click(); }
  });
  results.addEventListener("keydown", (event) => {
    const links = hits();
    const index = links.indexOf(document.activeElement);
    if (index < 0 || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    (links[index + (event.key === "ArrowDown" ? 1 : -1)] ?? input).focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    event.preventDefault();
    document.dispatchEvent(new Event("parlay:contents"));
    input.focus();
  });

  // `/docs?q=avatar` is a link to a search.
  const query = new URLSearchParams(location.search).get("q");
  if (query) {
    input.value = query;
    search();
  }
})();
