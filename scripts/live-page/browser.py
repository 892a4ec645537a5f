"""Chromium without a window, driven by its DevTools protocol."""

import asyncio
import base64
import json
import subprocess
import tempfile
import urllib.request

import websockets

KEYS = {"Tab": 9, "Enter": 13}


class Browser:
    """Use as `async with Browser() as browser`."""

    async def __aenter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # Without a sandbox, because the checks may run as root in a container.
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                     "--remote-debugging-port=0", f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = subprocess.Popen(["chromium", *arguments], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "DevTools listening on" in line:
                self.host = line.split()[-1].split("/")[2]
                return self
        raise SystemExit("live-page: chromium did not start")

    async def __aexit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()

    async def tab(self):
        request = urllib.request.Request(f"http://{self.host}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(request) as answer:
            address = json.load(answer)["webSocketDebuggerUrl"]
        tab = Tab(await websockets.connect(address, max_size=None))
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            await tab(f"{domain}.enable")
        return tab


class Tab:
    def __init__(self, socket):
        self.socket = socket
        self.number = 0
        self.waiting = {}
        self.complaints = []  # errors and warnings of the console
        self.answer = None  # what to answer to paused requests
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        async for text in self.socket:
            message = json.loads(text)
            parameters = message.get("params", {})
            match message.get("method"):
                case None:
                    self.waiting.pop(message["id"]).set_result(message)
                case "Runtime.exceptionThrown":
                    self.complaints.append(json.dumps(parameters["exceptionDetails"])[:500])
                case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                    self.complaints.append(json.dumps(parameters["args"])[:500])
                case "Log.entryAdded" if parameters["entry"]["level"] in ("error", "warning"):
                    self.complaints.append(parameters["entry"]["text"])
                case "Fetch.requestPaused":
                    asyncio.create_task(self("Fetch.fulfillRequest", requestId=parameters["requestId"], **self.answer))

    async def __call__(self, method, **parameters):
        self.number += 1
        future = self.waiting[self.number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        message = await future
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]

    async def js(self, expression):
        result = await self("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {json.dumps(result['exceptionDetails'])[:800]}")
        return result["result"].get("value")

    async def open(self, url):
        await self("Page.navigate", url=url)

    async def screen(self, width, height, is_mobile=False):
        await self("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=is_mobile)

    async def prefer(self, **features):
        """`color_scheme="dark"`, `reduced_motion="reduce"`"""
        values = [{"name": "prefers-" + name.replace("_", "-"), "value": value} for name, value in features.items()]
        await self("Emulation.setEmulatedMedia", features=values)

    async def zone(self, name):
        await self("Emulation.setTimezoneOverride", timezoneId=name)

    async def press(self, key):
        common = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        text = {"text": "\r"} if key == "Enter" else {}
        await self("Input.dispatchKeyEvent", type="keyDown", **common, **text)
        await self("Input.dispatchKeyEvent", type="keyUp", **common)

    async def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode((await self("Page.captureScreenshot"))["data"]))

    async def until(self, expression, seconds=10):
        """Waits until the expression is true, and returns its value. One that throws is not true."""
        end = asyncio.get_running_loop().time() + seconds
        failure = ""
        while True:
            try:
                if value := await self.js(expression):
                    return value
            except RuntimeError as error:
                failure = str(error)
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"not true within {seconds} s: {expression}\n{failure}")
            await asyncio.sleep(0.02)
