import { expect, it } from "vitest";
import { deviceName } from "./device-name.policy.ts";

const CHROMIUM = "AppleWebKit/537.36 (KHTML, like Gecko)";
const WEBKIT = "AppleWebKit/605.1 (KHTML, like Gecko)";
const IPHONE = "iPhone; CPU iPhone OS 18_5 like Mac OS X";
const MAC = "Macintosh; Intel Mac OS X 10_15_7";
const phone = "Mobile Safari/537.36";

it.each([
  [`(Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/141.0 Safari/537.36`, "chrome", "windows"],
  [`(Windows NT 10.0) ${CHROMIUM} Chrome/141.0 Safari/537.36 Edg/141.0`, "edge", "windows"],
  [`(X11; Linux x86_64) ${CHROMIUM} HeadlessChrome/141.0 Safari/537.36`, "chrome", "linux"],
  [
    `(Linux; Android 15) ${CHROMIUM} SamsungBrowser/28.0 Chrome/130.0 ${phone}`,
    "samsung-internet",
    "android",
  ],
  [
    `(Linux; Android 15) ${CHROMIUM} Version/4.0 Chrome/130.0 ${phone} MicroMessenger/8.0`,
    "wechat",
    "android",
  ],
  [`(${IPHONE}) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`, "safari", "iphone"],
  [`(${IPHONE}) ${WEBKIT} CriOS/141.0 Mobile/15E148 Safari/604.1`, "chrome", "iphone"],
  [`(${MAC}) ${WEBKIT} Version/18.5 Safari/605.1.15`, "safari", "macos"],
  [`(${MAC}; rv:143.0) Gecko/20100101 Firefox/143.0`, "firefox", "macos"],
  [`(X11; CrOS x86_64 16328.0.0) ${CHROMIUM} Chrome/141.0 Safari/537.36`, "chrome", "chromeos"],
  ["curl/8.9.1", null, null],
  ["", null, null],
])("deviceName recognizes the browser and the system of %s", (userAgent, browser, system) => {
  expect(deviceName(`Mozilla/5.0 ${userAgent}`)).toEqual({ browser, system });
});
