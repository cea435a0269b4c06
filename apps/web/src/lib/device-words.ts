import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Browser, SignedInDevice, System } from "@tessera/contract/identity/accounts.schemas";

const BROWSER_NAMES: Readonly<Record<Browser, MessageDescriptor | string>> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  opera: "Opera",
  safari: "Safari",
  "samsung-internet": "Samsung Internet",
  wechat: msg`WeChat`,
};

const SYSTEM_NAMES: Readonly<Record<System, string>> = {
  android: "Android",
  chromeos: "ChromeOS",
  ipad: "iPad",
  iphone: "iPhone",
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
};

/** Operating systems of handheld devices. */
const HANDHELD: readonly (System | null)[] = ["android", "ipad", "iphone"];

type Device = Pick<SignedInDevice, "browser" | "system">;
type Translate = (message: MessageDescriptor) => string;

/** Names a device in the reader's language: "Chrome on Windows". */
export function deviceWords({ browser, system }: Device, t: Translate): string {
  const name = browser === null ? undefined : BROWSER_NAMES[browser];
  const browserName = typeof name === "object" ? t(name) : name;
  const systemName = system === null ? undefined : SYSTEM_NAMES[system];
  if (browserName !== undefined && systemName !== undefined) {
    return t(msg`${browserName} on ${systemName}`);
  }
  return browserName ?? systemName ?? t(msg`Unknown device`);
}

export function isHandheld({ system }: Device): boolean {
  return HANDHELD.includes(system);
}
