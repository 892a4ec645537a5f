// The reference's own script: contents, samples and forms. What it keeps, it keeps in this tab (sessionStorage).
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
  menu.addEventListener("click", (event) => { event.preventDefault(); open(!nav.classList.contains("open")); });
  nav.addEventListener("click", (event) => { if (event.target.closest("a")) open(false); });
  document.addEventListener("parlay:contents", () => { if (menu.offsetParent) open(true); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") open(false); });
  const current = nav.querySelector("[aria-current=page]");
  if (current) nav.scrollTop = current.offsetTop - nav.clientHeight / 3;

  // Where the reader is on the page
  const links = new Map(all("li li a[href^='#']", nav).map((link) => [link.getAttribute("href").slice(1), link]));
  let here;
  const spy = new IntersectionObserver((changes) => {
    for (const change of changes) {
      if (!change.isIntersecting) continue;
      here?.classList.remove("at");
      here = links.get(change.target.id);
      here?.classList.add("at");
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  for (const id of links.keys()) if ($(id)) spy.observe($(id));

  // Samples: this server, the chosen tenant, the chosen language
  const samples = all(".samples pre code, .card pre code").map((code) => [code, code.textContent]);
  for (const code of all(".guide pre code")) {
    code.textContent = code.textContent.replaceAll("http://127.0.0.1:8080", location.origin);
  }
  const place = () => {
    const chosen = store.get("tenant");
    for (const [code, text] of samples) {
      let shown = text.replaceAll("https://parlay.example", location.origin);
      // Until the reader names a tenant, a sample names the demo tenant that has its module.
      if (chosen) shown = shown.replace(/\/v1\/[\w-]+\//g, `/v1/${chosen}/`).replace(/tenant: "[\w-]+"/g, `tenant: "${chosen}"`);
      code.textContent = shown;
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
      const pre = all("pre", button.parentElement.parentElement).find((pre) => pre.offsetParent);
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

  // The session: a tenant, and a token of it
  const dialog = $("session");
  const token = $("token");
  let tenants = [];
  let tenant = $("tenant");
  const module = document.querySelector("form[data-module]")?.dataset.module;
  const say = (text) => { $("session-state").textContent = text; };
  const known = (slug) => tenants.find((tenant) => tenant.slug === slug);
  const lacks = (slug, module) => Boolean(module && known(slug) && !known(slug).modules.includes(module));
  const usual = () => tenants.find((tenant) => tenant.modules.includes(module))?.slug
    ?? (module === "wagers" ? "wager" : "wordup");
  const chosen = () => store.get("tenant") || usual();
  const hint = (form) => {
    const hint = form.querySelector(".hint");
    const needed = form.dataset.module;
    const enter = (text) => {
      const button = make("button", { type: "button", className: "plain", textContent: text });
      button.addEventListener("click", () => dialog.showModal());
      return button;
    };
    if (lacks(chosen(), needed)) {
      const other = tenants.find((tenant) => tenant.modules.includes(needed));
      const button = other && make("button", { type: "button", className: "plain", textContent: `Switch to ${other.slug}` });
      button?.addEventListener("click", () => { change(other.slug); dialog.showModal(); });
      hint.replaceChildren(`${chosen()} does not have the module ${needed}. `, button ?? "");
    } else if (form.dataset.token && !token.value) {
      hint.replaceChildren("Needs a token: ", enter("sign in"));
    } else {
      hint.replaceChildren();
    }
  };
  const tell = () => {
    const name = store.get("name");
    $("who").hidden = false;
    $("who").textContent = token.value ? `${chosen()} · ${name || "token"}` : "Sign in to try";
    $("who").classList.toggle("in", Boolean(token.value));
    $("forget").hidden = !token.value;
    for (const form of all(".try form")) hint(form);
    place();
  };
  const prefill = () => {
    const { logins, password } = known(tenant.value) ?? {};
    $("demo-hint").hidden = !logins;
    if (!logins) return;
    const names = `${logins.slice(0, -1).join(", ")} or ${logins.at(-1)}`;
    $("demo-hint").textContent = `This is a demo tenant. Sign in as ${names}.`;
    if (!$("username").value) $("username").value = logins[0].split(" ")[0];
    if (!$("password").value) $("password").value = password;
  };
  // A token belongs to one tenant.
  const change = (slug) => {
    const old = token.value;
    store.set("tenant", slug);
    tenant.value = slug;
    token.value = "";
    store.set("token", "");
    store.set("name", "");
    say(old ? "The token belonged to the other tenant and was removed." : "");
    prefill();
    tell();
  };
  const remember = (name) => {
    store.set("tenant", tenant.value.trim());
    store.set("token", token.value.trim());
    store.set("name", name);
    tell();
  };
  const choose = () => tenant.addEventListener("change", () => change(tenant.value.trim()));
  $("who").addEventListener("click", () => { tenant.value = chosen(); prefill(); dialog.showModal(); });
  $("session-close").addEventListener("click", () => dialog.close());
  token.addEventListener("change", () => { remember(""); say(token.value ? "The forms send this token." : ""); });
  $("forget").addEventListener("click", () => {
    token.value = "";
    remember("");
    say("The token was removed from this page. It works elsewhere until it is revoked.");
  });
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
      say("");
      dialog.close();
    } catch (error) {
      say(`The server cannot be reached: ${error.message}`);
    }
  });

  // On an installation for this machine alone, its tenants to choose from
  const offer = async () => {
    try { tenants = (await (await fetch("/docs/tenants.json")).json()).items; } catch { tenants = []; }
    if (tenants.length) {
      if (store.get("tenant") && !known(store.get("tenant"))) change("");
      const select = make("select", { id: "tenant", name: "tenant" },
        ...tenants.map((tenant) => make("option", { value: tenant.slug, textContent: `${tenant.name} (${tenant.slug})` })));
      tenant.replaceWith(select);
      tenant = select;
    }
    tenant.value = chosen();
    choose();
    tell();
  };

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
    let path = form.dataset.path.replace("{tenant}", encodeURIComponent(chosen()));
    for (const field of fields("path")) path = path.replace(`{${field.name}}`, encodeURIComponent(field.value.trim()));
    const query = new URLSearchParams(fields("query").filter((field) => field.value).map((field) => [field.name, field.value]));
    const headers = Object.fromEntries(fields("header").filter((field) => field.value).map((field) => [field.name, field.value]));
    if (form.dataset.accept) headers.Accept = form.dataset.accept;
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
  // Server-sent events as they come, the latest first
  const follow = async (answer, list) => {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data) list.prepend(make("li", {}, coloured(data.slice(6))));
      }
      while (list.children.length > 100) list.lastChild.remove();
    }
  };
  // What cannot be undone is asked about first, below the form.
  const confirmed = (form, address) => new Promise((resolve) => {
    const yes = make("button", { type: "button", className: "danger", textContent: `Send ${form.dataset.method}` });
    const no = make("button", { type: "button", textContent: "Cancel" });
    const result = form.querySelector(".result");
    const end = (answer) => { result.replaceChildren(); resolve(answer); };
    yes.addEventListener("click", () => end(true));
    no.addEventListener("click", () => end(false));
    result.replaceChildren(make("div", { className: "ask", role: "alertdialog", ariaLabel: "Confirm" },
      make("p", {}, make("strong", { textContent: form.dataset.warning })),
      make("p", {}, make("code", { textContent: `${form.dataset.method} ${address}` })),
      make("div", { className: "actions" }, yes, no)));
    no.focus();
  });
  for (const details of all(".try")) details.hidden = false;
  for (const form of all(".try form")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const [address] = request(form);
      if (form.dataset.warning && !await confirmed(form, address)) return;
      const button = form.querySelector("button.primary");
      const result = form.querySelector(".result");
      button.disabled = true;
      const start = performance.now();
      try {
        const [path, options] = request(form);
        const abort = new AbortController();
        const answer = await fetch(path, { ...options, signal: abort.signal });
        if ((answer.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
          const stop = make("button", { type: "button", className: "plain", textContent: "Stop" });
          const state = make("span", { className: "status", textContent: "Following" });
          const list = make("ol", { className: "events" }, make("li", { textContent: "Events appear here as they happen." }));
          stop.addEventListener("click", () => abort.abort());
          result.replaceChildren(make("div", { className: "line" }, state, stop), list);
          try { await follow(answer, list); } catch { /* stopped, or the connection was lost */ }
          state.textContent = "Ended";
          stop.remove();
          button.disabled = false;
          return;
        }
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

  token.value = store.get("token");
  tell();
  offer();
})();
