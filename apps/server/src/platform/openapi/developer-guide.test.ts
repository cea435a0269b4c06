import { ENDPOINTS } from "@tessera/contract/endpoints";
import { ERRORS } from "@tessera/contract/errors/catalog";
import { expect, it } from "vitest";
import { developerGuide } from "./developer-guide.ts";

const guide = developerGuide();
const calls = Object.values(ENDPOINTS).flatMap((feature) => Object.values(feature));

/** Returns the first groups of all matches, each once. */
function found(pattern: RegExp): readonly string[] {
  return [...new Set([...guide.matchAll(pattern)].map(([, text = ""]) => text))];
}

it("developer guide: has the guides, the errors by code and the changelog as sections", () => {
  expect(found(/^## (.+)$/gm)).toEqual([
    "Making calls",
    "Guide: issue and fund a card in ten minutes",
    "Guide: verify a webhook",
    "Guide: test a hotel stay",
    "Errors by code",
    "Changelog of the API",
  ]);
});

it("developer guide: lists every error code once, with its status and message", () => {
  const rows = [...guide.matchAll(/^\| `([a-z_0-9]+)` \| (\d{3}) \| (.+) \|$/gm)];
  expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(
    Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
  );
  expect(rows).toHaveLength(Object.keys(ERRORS).length);
});

it("developer guide: names only calls that exist", () => {
  const templates = calls.map(({ path }) => path.replace(/:([a-zA-Z]+)/g, "{$1}"));
  const named = found(/`(?:[A-Z]+ )?(\/(?:api|sandbox)\/[^`\s]*)`/g);
  expect(named.length).toBeGreaterThan(5);
  // `/sandbox/network` and `/sandbox/mail` are the beginning of some.
  const unknown = named.filter((path) => !templates.some((known) => known.startsWith(path)));
  expect(unknown).toEqual([]);
  const withMethod = found(/`((?:GET|POST|PUT|DELETE) \/[^`\s]*)`/g);
  const known = calls.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(withMethod.filter((call) => !known.includes(call))).toEqual([]);
});
