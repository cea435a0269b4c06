import { LEGAL_TEXTS, LEGAL_VERSIONS } from "@tessera/contract/identity/legal-versions";
import { expect, test } from "vitest";
import { versionsWithNewTerms } from "./legal-versions.fixtures.ts";
import {
  isWellNumbered,
  nextEffectiveAt,
  versionInForce,
  versionsInForce,
} from "./legal-versions.policy.ts";

const SECOND_FROM = new Date(Date.now() + 60_000);
const versions = versionsWithNewTerms(SECOND_FROM);
const justBefore = new Date(SECOND_FROM.getTime() - 1);

test.each(LEGAL_TEXTS)(
  "legal versions: the published versions of %s are numbered by effective date",
  (text) => {
    expect(isWellNumbered(LEGAL_VERSIONS[text])).toBe(true);
  },
);

test("legal versions: each published version after the first states what changed", () => {
  for (const text of LEGAL_TEXTS) {
    for (const { version, changes } of LEGAL_VERSIONS[text]) {
      expect(changes === null, `${text} ${version}`).toBe(version === 1);
    }
  }
});

test("legal versions: skipped numbers and out-of-order dates are detected", () => {
  const [first, second, third] = versions.terms;
  expect(isWellNumbered([])).toBe(false);
  expect(isWellNumbered([first, third].flatMap((one) => one ?? []))).toBe(false);
  const early = [first, second].flatMap((one) => one ?? []);
  const [one] = early;
  expect(
    isWellNumbered(
      early.map((each) => ({ ...each, ...(one && { effectiveFrom: one.effectiveFrom }) })),
    ),
  ).toBe(false);
});

test("legal versions: a version is in force from its effective time, and not before", () => {
  expect(versionInForce(versions, "terms", justBefore).version).toBe(1);
  expect(versionInForce(versions, "terms", SECOND_FROM).version).toBe(2);
});

test("legal versions: the first version is in force even before its effective date", () => {
  expect(versionsInForce(versions, new Date(0)).map(({ version }) => version)).toEqual([
    1, 1, 1, 1,
  ]);
});

test("legal versions: the next version is the earliest that has not taken effect yet", () => {
  expect(nextEffectiveAt(versions, justBefore)).toEqual(SECOND_FROM);
  expect(nextEffectiveAt(versions, SECOND_FROM)?.getTime()).toBeGreaterThan(SECOND_FROM.getTime());
  expect(nextEffectiveAt(versions, new Date("2100-01-01"))).toBeUndefined();
});
