/** Small helps that need nothing from the server: countdowns, the browser's time zone, and cropping a photo by dragging. */

import {show} from "./regions.js";
import {read} from "./stream.js";

const words = new Intl.RelativeTimeFormat(document.documentElement.lang || "en", {numeric: "auto"});
/** As `2026-05-20`, in the reader's zone if the browser knows it. */
const dates = (() => {
    try {
        return new Intl.DateTimeFormat("en-CA", {timeZone: document.body.dataset.zone || undefined});
    } catch {
        return new Intl.DateTimeFormat("en-CA");
    }
})();
/** @type {[Intl.RelativeTimeFormatUnit, number][]} the units and their seconds */
const units = [["hour", 3600], ["minute", 60], ["second", 1]];
/** One for all countdowns of the page. */
let timer = 0;

/** @param {number} time in milliseconds @returns {number} the days from 1970 to its date */
const day = (time) => Date.parse(dates.format(time)) / 864e5;

/** @param {number} end in milliseconds @returns {[text: string, next: number]} and after how many seconds it may be another */
function told(end) {
    const now = Date.now(), seconds = (end - now) / 1000, size = Math.abs(seconds), days = day(end) - day(now);
    // From half a day on people count dates, as the server does.
    if (size >= 43200 && days !== 0) return [words.format(days, "day"), 3600];
    const [unit, length] = units.find(([, length]) => size >= length) ?? ["second", 1];
    const count = Math.floor(size / length);
    const next = seconds > 0 ? size - count * length : (count + 1) * length - size;
    return [words.format(seconds < 0 ? -count : count, unit), next];
}

function tick() {
    clearTimeout(timer);
    if (document.hidden) return;
    let soonest = Infinity;
    for (const time of document.querySelectorAll("time[data-countdown]")) {
        const end = Date.parse(time.getAttribute("datetime") ?? "");
        if (Number.isNaN(end)) continue;
        const [text, next] = told(end);
        if (!time.hasAttribute("title")) time.setAttribute("title", time.textContent ?? "");
        if (time.textContent !== text) time.textContent = text;
        soonest = Math.min(soonest, next);
    }
    if (soonest < Infinity) timer = setTimeout(tick, Math.min(soonest, 3600) * 1000 + 20);
}

/** @param {Element} frame with a photo and four fields: x, y, width and height of the square that stays, in its pixels */
function crop(frame) {
    const image = frame.querySelector("img"), [x, y, width, height] = frame.querySelectorAll("input");
    if (!image?.parentElement || !height || frame.querySelector("[data-made]")) return;
    const stage = document.createElement("div"), square = Object.assign(document.createElement("div"), {className: "crop-square"}), {style} = square;
    stage.setAttribute("data-made", "");
    const size = Object.assign(document.createElement("input"), {type: "range", min: "0.1", max: "1", step: "0.01"});
    const label = Object.assign(document.createElement("label"), {textContent: frame.getAttribute("data-size") ?? ""});
    image.replaceWith(stage);
    stage.append(image, square);
    stage.after(label);
    label.append(size);
    frame.toggleAttribute("hidden", frame.hasAttribute("data-file"));
    frame.querySelector("details")?.removeAttribute("open");
    Object.assign(stage.style, {position: "relative", display: "inline-block", touchAction: "none", cursor: "move"});
    Object.assign(style, {position: "absolute", boxSizing: "border-box", border: "2px solid #fff", outline: "2px solid #000"});
    const draw = () => {
        /** @param {HTMLInputElement} field @param {number} all */
        const share = (field, all) => `${100 * Number(field.value) / all}%`;
        [style.left, style.width] = [share(x, image.naturalWidth), share(width, image.naturalWidth)];
        [style.top, style.height] = [share(y, image.naturalHeight), share(height, image.naturalHeight)];
        size.value = `${Number(width.value) / Math.min(image.naturalWidth, image.naturalHeight)}`;
    };
    /** @param {number} left @param {number} top @param {number} side */
    const set = (left, top, side) => {
        const {naturalWidth: w, naturalHeight: h} = image, edge = Math.round(Math.min(Math.max(side, 16), w, h));
        width.value = height.value = `${edge}`;
        x.value = `${Math.round(Math.min(Math.max(left, 0), w - edge))}`;
        y.value = `${Math.round(Math.min(Math.max(top, 0), h - edge))}`;
        draw();
    };
    /** @param {number} side around the same middle */
    const resize = side => set(+x.value + (+width.value - side) / 2, +y.value + (+width.value - side) / 2, side);
    image.onload = () => set((image.naturalWidth - Math.min(image.naturalWidth, image.naturalHeight)) / 2, 0, Infinity);
    if (image.complete) width.value ? draw() : image.naturalWidth && set(0, 0, Infinity);
    size.oninput = () => resize(+size.value * Math.min(image.naturalWidth, image.naturalHeight));
    stage.onwheel = event => { event.preventDefault(); resize(+width.value * (event.deltaY > 0 ? 1.05 : 0.95)); };
    stage.onpointerdown = event => { event.preventDefault(); stage.setPointerCapture(event.pointerId); };
    stage.onpointermove = event => {
        const scale = image.naturalWidth / image.clientWidth;
        if (!stage.hasPointerCapture(event.pointerId)) return;
        set(+x.value + event.movementX * scale, +y.value + event.movementY * scale, +width.value);
    };
    frame.addEventListener("input", event => { if (event.target !== size) draw(); });
    frame.closest("form")?.addEventListener("change", ({target}) => {
        const photo = target instanceof HTMLInputElement && target.files?.[0], reader = new FileReader();
        reader.onload = () => {
            image.src = `${reader.result}`;
            frame.removeAttribute("hidden");
        };
        if (photo) reader.readAsDataURL(photo);
    });
}

/**
 * Takes the browser's time zone, once, for a person who has chosen none.
 * @param {HTMLFormElement} form
 */
async function takeZone(form) {
    if (sessionStorage.getItem("parlay-zone")) return;
    sessionStorage.setItem("parlay-zone", "taken");
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`]));
    const answer = await fetch(form.action, {method: "POST", body, credentials: "same-origin"}).catch(() => undefined);
    const page = answer?.ok ? await read(location.href) : undefined;
    if (page) show(page, new Set(["*"]));
}

/** Tells the server the time zone of somebody without an account, by a cookie below the app. Until then their times are in UTC. */
async function tellZone() {
    const {app, stream} = document.body.dataset, zone = Intl.DateTimeFormat().resolvedOptions().timeZone, pair = `parlay-zone=${zone}`;
    const told = () => document.cookie.split("; ").includes(pair);
    if (!app || stream || !zone || told()) return;
    document.cookie = `${pair}; Path=${app}; Max-Age=31536000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
    const page = told() && document.querySelector("main time") ? await read(location.href) : undefined;
    if (page) show(page, new Set(["*"]));
}

/** What the page gets at once, and again when regions were replaced. */
function prepare() {
    for (const field of document.querySelectorAll("input[type=hidden][name=time_zone]")) {
        if (field instanceof HTMLInputElement) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
    }
    for (const frame of document.querySelectorAll("[data-crop]")) crop(frame);
    // The code in a mail's link is after the #, so that no server on the way sees it. It does not stay in the address.
    const code = /^#([\w-]{16,24})$/.exec(location.hash)?.[1], field = document.querySelector("[data-fragment] input");
    if (code && field instanceof HTMLInputElement) {
        field.value = code;
        history.replaceState(history.state, "", location.pathname + location.search);
    }
    const form = document.querySelector("form.take-zone");
    if (form instanceof HTMLFormElement) takeZone(form);
    tick();
}

document.addEventListener("visibilitychange", tick);
document.addEventListener("regions", prepare);
prepare();
tellZone();
