/** The service worker of an app: keeps the last pages, so that they can be read offline, and shows notices. Served as /app/{tenant}/sw.js. */

/** @typedef {{id: string, postMessage(message: unknown): void}} Client */
/** @typedef {Event & {waitUntil(work: Promise<unknown>): void, data: any, source: Client}} WorkerEvent */
/** @typedef {WorkerEvent & {request: Request, resultingClientId: string, respondWith(answer: Promise<Response>): void}} Fetch */
/**
 * @typedef {object} Scope
 * @property {{scope: string, showNotification(title: string, options: object): Promise<void>}} registration
 * @property {{claim(): Promise<void>, matchAll(options: object): Promise<any[]>, openWindow(url: string): Promise<any>}} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(name: string, listener: (event: any) => void) => void} addEventListener
 */

const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
const scope = worker.registration.scope, limit = 30;
/** Of the static files. Kept pages name their files, so a new version begins with neither. */
const version = new URL(location.href).searchParams.get("version") ?? "";
const filesCache = `${scope} files ${version}`, pagesCache = `${scope} pages ${version}`;
/** @type {Map<string, string>} when the page of a client was kept, if it is not from the server */
const shown = new Map();
/** Rises when all is forgotten, so that an answer that was on its way then is not kept. */
let generation = 0;

/** @param {(name: string) => boolean} which */
async function forget(which) {
    for (const name of await caches.keys()) if (name.startsWith(`${scope} `) && which(name)) await caches.delete(name);
}

/** @param {string} url */
const address = url => url.replace(/#.*/, "");

/** @param {string} url @param {Response} answer @param {number} since the generation at its request */
async function keep(url, answer, since) {
    const {headers} = answer;
    if (answer.status !== 200 || answer.redirected || /no-store/.test(headers.get("Cache-Control") ?? "")) return;
    if (!headers.get("Content-Type")?.startsWith("text/html")) return;
    const copy = new Response(await answer.blob(), {headers: [...headers, ["X-Kept", new Date().toISOString()]]});
    const pages = await caches.open(pagesCache);
    if (since !== generation) return;
    await pages.delete(address(url), {ignoreVary: true});
    await pages.put(address(url), copy);
    const old = await pages.keys();
    for (const request of old.slice(0, Math.max(0, old.length - limit))) await pages.delete(request, {ignoreVary: true});
}

/** @param {Fetch} event a page, or a part of one that is read again */
async function page(event) {
    const {request} = event, navigates = request.mode === "navigate", since = generation;
    try {
        const answer = await fetch(request), copy = answer.clone();
        const known = navigates || await caches.match(address(request.url), {cacheName: pagesCache, ignoreVary: true});
        if (known) event.waitUntil(keep(request.url, copy, since));
        return answer;
    } catch (error) {
        const kept = navigates && await caches.match(address(request.url), {cacheName: pagesCache, ignoreVary: true});
        if (!kept) throw error;
        shown.set(event.resultingClientId, kept.headers.get("X-Kept") ?? "");
        return kept;
    }
}

/** @param {Request} request of a static file, which never changes */
async function file(request) {
    const files = await caches.open(filesCache), kept = await files.match(request.url);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await files.put(request.url, answer.clone());
    return answer;
}

/** @param {{keep: string[], page: string}} first what a page loaded before it had this worker */
async function adopt(first) {
    const files = await caches.open(filesCache), since = generation;
    await files.addAll(first.keep.filter(isFile));
    await keep(first.page, await fetch(first.page, {cache: "force-cache"}), since);  // as it is shown
}

/** @param {string} url */
const isFile = url => [`${location.origin}/static/${version}/`, `${scope}theme.css?v=`].some(start => url.startsWith(start));

worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => {
    event.waitUntil(forget(name => name !== filesCache && name !== pagesCache).then(() => worker.clients.claim()));
});

worker.addEventListener("message", (/** @type {WorkerEvent} */ event) => {
    const {data, source} = event;
    if (data.ask && shown.has(source.id)) source.postMessage({kept: shown.get(source.id)});
    if (data.keep) event.waitUntil(adopt(data));
    if (!data.forget) return;
    generation += 1;
    event.waitUntil(forget(name => name.startsWith(`${scope} pages`)));
});

worker.addEventListener("push", (/** @type {WorkerEvent} */ event) => {
    const {title, text, tag, lang} = event.data.json();
    event.waitUntil(worker.registration.showNotification(title, {body: text, tag, lang, icon: `${scope}icon.svg`}));
});

/** Shows the inbox in a window of the app, if there is one. */
async function openInbox() {
    const [open] = await worker.clients.matchAll({type: "window"}), inbox = `${scope}inbox`;
    if (!open) return worker.clients.openWindow(inbox);
    await open.focus();
    await open.navigate(inbox);
}

worker.addEventListener("notificationclick", event => {
    event.notification.close();
    event.waitUntil(openInbox());
});

worker.addEventListener("fetch", (/** @type {Fetch} */ event) => {
    const {request} = event;
    if (request.method !== "GET") return;
    if (version && isFile(request.url)) return event.respondWith(file(request));
    if (!request.url.startsWith(scope) || !request.headers.get("Accept")?.includes("text/html")) return;
    event.respondWith(page(event));
});
