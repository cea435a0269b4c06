// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localeStore } from "../locale.ts";
import { acceptVersionsOfBox, noteVersionsOfBox } from "./accept-at-sign-in.ts";
import { clearSession, keepProfile, keepToken } from "./session-store.ts";

const version = (text: string, number: number) => ({
  text,
  version: number,
  effectiveFrom: "2026-11-21T00:00:00.000Z",
  status: "in_force",
  changes: null,
});
const missing = (text: string, number: number, acceptedVersion: number | null) => ({
  ...version(text, number),
  acceptedVersion,
});

let inForce: object[];
let outstanding: object[];
let posted: unknown[];

beforeEach(() => {
  localeStore.set("zh-TW");
  keepToken("token-1");
  keepProfile({ username: "qiaoyu", role: "customer" }, []);
  posted = [];
  inForce = [version("terms", 2), version("privacy", 1)];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, { body }: RequestInit) => {
      if (body !== undefined) {
        posted.push(JSON.parse(String(body)));
      }
      const answer = url.includes("/versions")
        ? { data: inForce, nextCursor: null }
        : { texts: outstanding, nextVersionInSeconds: null };
      return new Response(JSON.stringify(answer));
    }),
  );
});
afterEach(() => {
  // Other files share this worker's modules and expect an English page without a session.
  localeStore.set("en");
  clearSession();
  vi.unstubAllGlobals();
});

test("acceptVersionsOfBox accepts never-accepted texts in the page's language", async () => {
  outstanding = [missing("terms", 2, null), missing("privacy", 1, null)];
  noteVersionsOfBox();
  await acceptVersionsOfBox();
  expect(posted).toEqual([
    {
      texts: [
        { text: "terms", version: 2, locale: "zh-TW" },
        { text: "privacy", version: 1, locale: "zh-TW" },
      ],
    },
  ]);
});

test("acceptVersionsOfBox leaves texts that changed since acceptance to the sheet", async () => {
  outstanding = [missing("terms", 2, 1)];
  noteVersionsOfBox();
  await acceptVersionsOfBox();
  expect(posted).toEqual([]);
});

test("acceptVersionsOfBox ignores a version that took effect later", async () => {
  inForce = [version("terms", 1)];
  outstanding = [missing("terms", 2, null)];
  noteVersionsOfBox();
  await acceptVersionsOfBox();
  expect(posted).toEqual([]);
});

test("acceptVersionsOfBox accepts nothing for an operator", async () => {
  keepProfile({ username: "grace", role: "support" }, []);
  noteVersionsOfBox();
  await acceptVersionsOfBox();
  expect(posted).toEqual([]);
});
