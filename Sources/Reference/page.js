// The reference's own script: search, samples and forms. What it keeps, it keeps in this tab (sessionStorage).
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const store = {
    get: (name) => { try { return sessionStorage.getItem("parlay." + name) || ""; } catch { return ""; } },
    set: (name, value) => {
      try { value ? sessionStorage.setItem("parlay." + name, value) : sessionStorage.removeItem("parlay." + name); } catch { }
    },
  };

  // Contents on narrow screens
  const nav = $("nav");
  const menu = $("menu");
  const open = (isOpen) => { nav.classList.toggle("open", isOpen); menu.setAttribute("aria-expanded", String(isOpen)); };
  menu.addEventListener("click", () => open(!nav.classList.contains("open")));
  nav.addEventListener("click", (event) => { if (event.target.closest("a")) open(false); });

  // Search
  const search = $("find-call");
  const entries = all("li[data-words]", nav);
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const entry of entries) {
      const isHit = words.every((word) => entry.dataset.words.includes(word));
      entry.hidden = !isHit;
      found += isHit;
    }
    for (const section of all("section", nav)) section.hidden = !section.querySelector("li:not([hidden])");
    nav.querySelector(".top").hidden = words.length > 0;
    $("nothing").hidden = found > 0;
  };
  search.addEventListener("input", filter);
  const hits = () => all("li[data-words]:not([hidden]) a", nav);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { search.value = ""; filter(); search.blur(); open(false); }
    if (event.key === "ArrowDown") { event.preventDefault(); hits()[0]?.focus(); }
    if (event.key === "Enter") { event.preventDefault(); hits()[0]?.click(); }
  });
  nav.addEventListener("keydown", (event) => {
    const links = hits();
    const index = links.indexOf(document.activeElement);
    if (index < 0 || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    (links[index + (event.key === "ArrowDown" ? 1 : -1)] ?? search).focus();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select");
    if (event.key === "Escape" && !isTyping) open(false);
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (menu.offsetParent) open(true);
    search.focus();
  });

  // Where one is
  const links = new Map(all("li a[href^='#']", nav).map((link) => [link.getAttribute("href").slice(1), link]));
  let here;
  const spy = new IntersectionObserver((changes) => {
    for (const change of changes) {
      if (!change.isIntersecting) continue;
      here?.classList.remove("here");
      here?.removeAttribute("aria-current");
      here = links.get(change.target.id);
      here?.classList.add("here");
      here?.setAttribute("aria-current", "true");
      if (here && !nav.matches(":hover") && !nav.contains(document.activeElement)) {
        const top = here.offsetTop - nav.clientHeight / 2;
        if (Math.abs(nav.scrollTop - top) > nav.clientHeight / 3) nav.scrollTo({ top });
      }
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  for (const id of links.keys()) if ($(id)) spy.observe($(id));

  // Samples: this server, the chosen tenant, the chosen language
  const samples = all(".samples pre code, .card pre code").map((code) => [code, code.textContent]);
  const place = () => {
    const tenant = $("tenant").value.trim() || "wordup";
    // Calls that the first demo tenant has not stand in another one, until the reader names a tenant.
    const demos = tenant === "wordup" ? /\/v1\/wordup\//g : /\/v1\/(wordup|wager)\//g;
    for (const [code, text] of samples) {
      code.textContent = text.replaceAll("https://parlay.example", location.origin).replaceAll(demos, `/v1/${tenant}/`);
    }
  };
  const show = (language) => {
    document.documentElement.dataset.code = language;
    store.set("language", language);
    for (const button of all("[data-show]")) button.setAttribute("aria-pressed", String(button.dataset.show === language));
  };
  show(store.get("language") || "curl");
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.show) {
      const top = button.getBoundingClientRect().top;
      show(button.dataset.show);
      scrollBy({ top: button.getBoundingClientRect().top - top, behavior: "instant" });
    }
    if (button?.classList.contains("copy")) {
      const pre = all("pre", button.closest(".samples")).find((pre) => pre.offsetParent);
      try {
        await navigator.clipboard.writeText(pre.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(pre);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    }
  });

  // The session
  const token = $("token");
  const tenant = $("tenant");
  const say = (text) => { $("session-state").textContent = text; };
  const tell = () => {
    const name = store.get("name");
    $("who").textContent = token.value ? `${tenant.value} · ${name || "token"}` : "not signed in";
    $("who").classList.toggle("in", Boolean(token.value));
    for (const form of all(".try form[data-token]")) {
      const hint = form.querySelector(".hint");
      hint.replaceChildren(...(token.value ? [] : ["Needs a token: ", make("a", { href: "#session", textContent: "sign in" })]));
    }
  };
  const remember = (name) => {
    store.set("tenant", tenant.value.trim());
    store.set("token", token.value.trim());
    store.set("name", name);
    tell();
    place();
  };
  tenant.value = store.get("tenant") || tenant.value;
  token.value = store.get("token");
  tenant.addEventListener("change", () => remember(store.get("name")));
  token.addEventListener("change", () => { remember(""); say(token.value ? "The forms send this token." : ""); });
  $("forget").addEventListener("click", () => { token.value = ""; remember(""); say("The token is forgotten here. It still works elsewhere until it is revoked."); });
  $("session-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = { username: $("username").value, password: $("password").value, device: "API reference" };
    say("Signing in …");
    try {
      const answer = await fetch(`/v1/${encodeURIComponent(tenant.value.trim())}/login/`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), credentials: "omit",
      });
      const document = await answer.json();
      if (!answer.ok) return say(document.detail);
      token.value = document.token;
      $("password").value = "";
      remember(document.profile.username);
      say(`Signed in as ${document.profile.username}. The forms send the token.`);
    } catch (error) {
      say(`The server cannot be reached: ${error.message}`);
    }
  });

  // Colours for JSON, as the server gives them to its examples
  const coloured = (text) => {
    const pieces = make("code");
    const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      pieces.append(text.slice(end, match.index));
      const kind = match[1] ? (match[2] ? "key" : "text") : match[3] ? "number" : "word";
      pieces.append(make("span", { className: "j-" + kind, textContent: match[1] ?? match[0] }), match[2] ?? "");
      end = match.index + match[0].length;
    }
    pieces.append(text.slice(end));
    return make("pre", { tabIndex: 0 }, pieces);
  };

  // A call
  const request = (form) => {
    const fields = (place) => all(`[data-in="${place}"]`, form);
    let path = form.dataset.path.replace("{tenant}", encodeURIComponent(tenant.value.trim()));
    for (const field of fields("path")) path = path.replace(`{${field.name}}`, encodeURIComponent(field.value.trim()));
    const query = new URLSearchParams(fields("query").filter((field) => field.value).map((field) => [field.name, field.value]));
    const headers = Object.fromEntries(fields("header").filter((field) => field.value).map((field) => [field.name, field.value]));
    if (form.dataset.token && token.value) headers.Authorization = `Token ${token.value.trim()}`;
    let body = fields("body")[0]?.value.trim() || undefined;
    if (body) headers["Content-Type"] = "application/json";
    const file = fields("file")[0]?.files[0];
    if (file) {
      body = file;
      headers["Content-Type"] = file.type || "application/octet-stream";
    }
    return [path + (query.size ? `?${query}` : ""), { method: form.dataset.method, headers, body, credentials: "omit", redirect: "manual" }];
  };
  const content = async (answer) => {
    const type = answer.headers.get("Content-Type") ?? "";
    if (type.startsWith("image/")) return make("img", { src: URL.createObjectURL(await answer.blob()), alt: "The answer" });
    const text = await answer.text();
    if (!text) return "";
    if (!/json/.test(type)) return make("pre", { tabIndex: 0 }, make("code", { textContent: text.slice(0, 200000) }));
    try { return coloured(JSON.stringify(JSON.parse(text), null, 2)); } catch { return coloured(text); }
  };
  for (const form of all(".try form")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      const result = form.querySelector(".result");
      button.disabled = true;
      const start = performance.now();
      try {
        const [path, options] = request(form);
        const answer = await fetch(path, options);
        const time = Math.round(performance.now() - start);
        const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
        result.replaceChildren(
          make("div", { className: "line" },
            make("span", { className: answer.ok || answer.status === 304 ? "status" : "status bad", textContent: `${answer.status} ${answer.statusText}` }),
            make("span", { textContent: `${time} ms` })),
          await content(answer),
          make("details", {}, make("summary", { textContent: "Headers" }), make("pre", { textContent: headers })));
      } catch (error) {
        result.replaceChildren(make("div", { className: "line" }, make("span", { className: "status bad", textContent: `No answer: ${error.message}` })));
      }
      button.disabled = false;
    });
  }
  addEventListener("beforeprint", () => { for (const details of all("details.general")) details.open = true; });

  tell();
  place();
})();
