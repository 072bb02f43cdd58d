"""A headless Chromium, and one page in it. All that a page asked for and complained of is kept."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

REMEDY = "run `./run test`, or as root `apt-get install chromium chromium-driver`"
SECONDS = 20  # that a condition may take to come true on a busy machine
SCRIPT_SECONDS = 120  # that a script may run: axe takes 10 s of an idle machine for a large page


def start(width: int = 1280, height: int = 900) -> webdriver.Chrome:
    """A session of Debian's Chromium. Raises where it is not installed."""
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        raise RuntimeError(f"no Chromium to test the report with: {REMEDY}")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    options.add_argument("--headless=new")
    options.add_argument(f"--window-size={width},{height}")
    options.add_argument("--disable-dev-shm-usage")
    options.add_argument("--disable-background-networking")
    options.add_argument("--force-device-scale-factor=1")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium's own sandbox refuses root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options, Service(driver))
    chrome.set_script_timeout(SCRIPT_SECONDS)
    return chrome


class Page:
    """The page in the browser, and what a test does with it."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def open(self, path: Path, address: str = "", width: int = 1280, height: int = 900) -> None:
        """Loads the page anew, at the part of its address behind '#'. The size is that of the page's own window."""
        self.emulate(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.driver.get("about:blank")
        self.console(), self.requests()  # of what was there before
        self.driver.get(path.resolve().as_uri() + (f"#{address}" if address else ""))
        self.until("return document.readyState === 'complete'")

    def emulate(self, command: str, **settings: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, settings)

    def media(self, media: str = "", **features: str) -> None:
        named = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self.emulate("Emulation.setEmulatedMedia", media=media, features=named)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def until(self, script: str, *arguments: Any) -> Any:
        """What the script returns, once that is true."""
        message = f"never true: {script}"
        wait = WebDriverWait(self.driver, SECONDS, poll_frequency=0.02)
        return wait.until(lambda _: self.run(script, *arguments), message)

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    def texts(self, selector: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map((node) => node.innerText)"
        return self.run(script, selector)

    def resting(self, selector: str) -> WebElement:
        """An element in the middle of the window, where nothing lies above it.

        Until the row that the address names rests, the page scrolls to it.
        """
        self.until("return !document.querySelector('.arriving')")
        element = self.find(selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        return element

    def click(self, selector: str) -> None:
        self.resting(selector).click()

    def point_at(self, selector: str, x: int, y: int) -> None:
        """Moves the mouse to a place in an element, in pixels from its upper left corner."""
        element = self.resting(selector)
        width, height = element.size["width"], element.size["height"]
        ActionChains(self.driver).move_to_element_with_offset(
            element, x - width // 2, y - height // 2
        ).perform()

    def unfold(self) -> None:
        self.run("for (const folded of document.querySelectorAll('details')) folded.open = true")

    def choose(self, label: str, value: str) -> None:
        """Sets a select or an input of the tool bar, as a hand would."""
        control = self.find(f'#toolbar [aria-label="{label}"]')
        self.run(
            "arguments[0].value = arguments[1];"
            "for (const name of ['input', 'change'])"
            "  arguments[0].dispatchEvent(new Event(name, {bubbles: true}));",
            control,
            value,
        )

    @property
    def address(self) -> str:
        return self.run("return location.hash.slice(1)")

    @property
    def status(self) -> str:
        return self.text(".status")

    def console(self) -> list[str]:
        """What the page wrote to the console since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """The addresses that were asked for since it was last asked: the page's own is one."""
        events = [
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        ]
        return [
            event["params"]["request"]["url"]
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        ]
