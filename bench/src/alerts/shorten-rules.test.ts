import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { alertNames, shortenRules } from "./shorten-rules.ts";

const rules = readFileSync(
  new URL("../../../deploy/monitoring/alerts.yaml", import.meta.url),
  "utf8",
);

it("shortened rules: differ from the deployed ones in durations only", () => {
  const short = shortenRules(rules);
  expect(short).not.toMatch(/for: \d+[mh]|\[\d+[mh]\]/);
  expect(alertNames(short)).toEqual(alertNames(rules));
  expect(alertNames(rules).length).toBeGreaterThan(30);
  const withoutDurations = (text: string) =>
    text
      .replaceAll(/for: \d+[smh]/g, "for: …")
      .replaceAll(/\[\d+[smh]\]/g, "[…]")
      .replaceAll(/(_age_seconds\S*\) > )\d+/g, "$1…");
  expect(withoutDurations(short)).toBe(withoutDurations(rules));
  const ages = [...short.matchAll(/_oldest_age_seconds\S*\) > (\d+)/g)].map(([, age]) => age);
  expect(new Set(ages)).toEqual(new Set(["10"]));
});
