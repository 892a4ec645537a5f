/** Lets this browser show notices. The service worker gets them. */
import {show, whenAsked} from "./asked.js";

whenAsked("[data-push]", async part => {
    const {pushManager} = await navigator.serviceWorker.ready;
    // One that was made with another key cannot be made again.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({userVisibleOnly: true, applicationServerKey: part.dataset.push});
    const {endpoint, keys} = made.toJSON();
    return {endpoint, keys};
}, ({dataset}) => Notification.permission === "denied" ? dataset.denied : dataset.failed);
show("push", ["serviceWorker", "PushManager", "Notification"].every(name => name in globalThis || name in navigator));
