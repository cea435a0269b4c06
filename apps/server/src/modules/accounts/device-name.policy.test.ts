import { expect, it } from "vitest";
import { deviceName } from "./device-name.policy.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0 Safari/537.36`,
    "chrome",
    "windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/141.0 Safari/537.36 Edg/141.0`,
    "edge",
    "windows",
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/141.0 Safari/537.36`,
    "chrome",
    "linux",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S9) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    "samsung-internet",
    "android",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Version/4.0 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0`,
    "wechat",
    "android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "safari",
    "iphone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
    "chrome",
    "iphone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
    "firefox",
    "macos",
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 16328.0.0) ${WEBKIT} Chrome/141.0 Safari/537.36`,
    "chrome",
    "chromeos",
  ],
  ["curl/8.9.1", null, null],
  ["", null, null],
])("names the browser and the system of %s", (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system });
});
