"""A browser shows somebody's notices. No vendor's push service is here: the subscription is made up, and Chromium's DevTools deliver the message."""
import json

TENANT = "ggtracker"
SUBSCRIPTION = {
    "endpoint": "https://push.example.net/send/8fQ2",
    "keys": {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
             "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
}
SUBSCRIBE = """
    PushManager.prototype.subscribe = async options => {
        if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error("options");
        return {toJSON: () => (%s)};
    };
""" % json.dumps(SUBSCRIPTION)


def deliver(person, message):
    """As a push service does."""
    session = person.context.new_cdp_session(person.page)
    registrations = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    assert person.until(lambda: any(f"/app/{TENANT}/" in each["scopeURL"] for each in registrations)), registrations
    found = next(each for each in registrations if f"/app/{TENANT}/" in each["scopeURL"])
    session.send("ServiceWorker.deliverPushMessage", {
        "origin": person.server.base, "registrationId": found["registrationId"], "data": json.dumps(message)})


def shown(person):
    return person.page.evaluate("""async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({title, body, tag}) => ({title, body, tag}));
    }""")


def rest(ann):
    ann.choose("Quiet hours", "22:00 – 07:00")
    ann.press("Save")
    ann.see("Saved.")
    assert ann.field("Quiet hours").input_value() == "22:00-07:00"


def story(people, look):
    ann = people.new("ann")
    app = f"/app/{TENANT}/"
    ann.go(f"{app}register")
    ann.fill("Username", ann.username)
    ann.fill("Email", ann.email)
    ann.fill("Password", ann.password)
    ann.press("Create an account")
    ann.go(f"{app}me/notifications")
    if not ann.scripts or ann.browser.name != "chromium":
        if not ann.scripts:
            ann.see("or scripts are off")
        look(ann, "push-none")
        rest(ann)
        return
    ann.context.grant_permissions(["notifications"])
    ann.page.add_init_script(SUBSCRIBE)
    ann.go(f"{app}me/notifications")
    look(ann, "push-none")
    ann.press("Notify me on this device")
    ann.see("This device now shows your notices")
    ann.see("since")
    look(ann, "push-one")
    deliver(ann, {"id": 1, "title": "New friend", "text": "Ben.", "tag": "a", "lang": "en"})
    assert ann.until(lambda: shown(ann) == [{"title": "New friend", "body": "Ben.", "tag": "a"}]), shown(ann)
    # A later message about the same replaces it.
    deliver(ann, {"id": 2, "title": "Newer friend", "tag": "a", "lang": "en"})
    assert ann.until(lambda: [each["title"] for each in shown(ann)] == ["Newer friend"]), shown(ann)
    ann.press("Stop")
    ann.see("That device no longer shows your notices")
    ann.see("Notify me on this device")
    rest(ann)
