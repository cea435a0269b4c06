import type { Browser, System } from "@tessera/contract/identity/accounts.schemas";

/**
 * Patterns that identify browsers. Most browsers also claim to be other browsers, so the order
 * matters.
 */
const BROWSERS: readonly (readonly [Browser, RegExp])[] = [
  ["wechat", /MicroMessenger\//],
  ["edge", /\bEdg(?:e|A|iOS)?\//],
  ["opera", /\b(?:OPR|OPT|OPiOS)\//],
  ["samsung-internet", /SamsungBrowser\//],
  ["firefox", /\b(?:Firefox|FxiOS)\//],
  ["chrome", /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ["safari", /\bVersion\/[\d.]+ .*\bSafari\//],
];

const SYSTEMS: readonly (readonly [System, RegExp])[] = [
  ["iphone", /\biPhone\b/],
  ["ipad", /\biPad\b/],
  ["android", /\bAndroid\b/],
  ["windows", /\bWindows\b/],
  ["macos", /\bMacintosh\b/],
  ["chromeos", /\bCrOS\b/],
  ["linux", /\bLinux\b/],
];

function first<T>(names: readonly (readonly [T, RegExp])[], text: string): T | null {
  return names.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/**
 * Returns the browser and operating system in a `User-Agent` header. Each is `null` if it is not
 * recognized.
 */
export function deviceName(userAgent: string): { browser: Browser | null; system: System | null } {
  return { browser: first(BROWSERS, userAgent), system: first(SYSTEMS, userAgent) };
}
