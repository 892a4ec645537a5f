"""Chromium and Firefox ESR of Debian, driven by Playwright.

Firefox ESR is not the Firefox that Playwright patches, so it is driven by the standard protocol, WebDriver BiDi (channel
`moz-firefox`). BiDi has no switch for scripts, so Firefox without scripts is one with `javascript.enabled` off. In it
Playwright can find and read elements, but waits for ever for a frame of an animation, so `Person` takes other ways there.
"""

from pages.person import Person

PROGRAMS = {"chromium": "/usr/bin/chromium", "firefox": "/usr/bin/firefox-esr"}
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


class Browser:
    """Use as `with Browser(playwright, "firefox", scripts=False) as browser`."""

    def __init__(self, playwright, name, scripts):
        self.playwright, self.name, self.scripts = playwright, name, scripts
        # Whether Playwright's own waiting works.
        self.waits = scripts or name == "chromium"

    def __enter__(self):
        if self.name == "chromium":
            # Without a sandbox, because the checks may run as root in a container.
            arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            self.program = self.playwright.chromium.launch(executable_path=PROGRAMS["chromium"], args=arguments)
        else:
            preferences = {"javascript.enabled": self.scripts, "app.update.auto": False, "extensions.update.enabled": False,
                           "browser.safebrowsing.update.enabled": False, "network.captive-portal-service.enabled": False,
                           "network.connectivity-service.enabled": False, "datareporting.healthreport.uploadEnabled": False,
                           "services.settings.server": "http://127.0.0.1:9/"}
            self.program = self.playwright.firefox.launch(channel="moz-firefox", executable_path=PROGRAMS["firefox"],
                                                          firefox_user_prefs=preferences)
        return self

    def __exit__(self, *_):
        self.program.close()

    def person(self, server, name, phone=False, locale="en-GB", zone="Europe/Berlin", visits_issuer=False):
        """- visits_issuer: may leave the app for the issuer of the tests, whose certificate no browser knows."""
        options = {"viewport": PHONE if phone else DESK, "locale": locale, "timezone_id": zone,
                   "ignore_https_errors": visits_issuer}
        if self.name == "chromium":
            options["java_script_enabled"] = self.scripts
        context = self.program.new_context(**options)
        context.set_default_timeout(10_000)
        return Person(self, context, server, name, [server.issuer] if visits_issuer else [])
