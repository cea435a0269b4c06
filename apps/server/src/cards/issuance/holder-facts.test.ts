import { describe, expect, test } from "vitest";
import { ageOn, missingFacts } from "./holder-facts.ts";

const day = (text: string) => new Date(`${text}T12:00:00Z`);

describe("a cardholder's age", () => {
  test.each([
    ["2008-11-24", "2026-11-23", 17],
    ["2008-11-24", "2026-11-24", 18],
    ["2008-02-29", "2026-02-28", 17],
    ["2008-02-29", "2026-03-01", 18],
    ["2030-01-01", "2026-01-01", -4],
  ])("with birth date %s, as of %s, is %i years", (birthDate, today, years) => {
    expect(ageOn(birthDate, day(today))).toBe(years);
  });
});

test("cardholder terms: must be accepted again if their URL changes", () => {
  const required = { facts: ["acceptTerms"], minimumAge: 18, termsUrl: "https://b" } as const;
  const acceptTerms = { url: "https://a", acceptedAt: "2026-01-01T00:00:00Z", ip: "::1" };
  expect(missingFacts(required, { acceptTerms })).toEqual(["acceptTerms"]);
  expect(missingFacts({ ...required, termsUrl: "https://a" }, { acceptTerms })).toEqual([]);
});
