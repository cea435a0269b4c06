import type { WireSettings } from "@tessera/contract/back-office/program.schemas";
import { expect, test } from "vitest";
import { draftOfSettings, limitProblems, raisesLimit, settingsOfDraft } from "./limits-draft.ts";

const SETTINGS: WireSettings = {
  version: 3,
  withdrawal: {
    reviewAbove: "1000.00",
    twoAbove: "10000.00",
    dayLimitWithoutFactor: "200.00",
    dayLimit: "20000.00",
  },
  application: { reviewAbove: "100.00" },
  correction: { maxAmount: "10000.00" },
  tries: { wrongPerCard: 5, unknownPerBin: 30 },
  exchange: { spreadBasisPoints: 50, positionLimit: "250000.00" },
  changedBy: "ada",
  changedAt: "2026-11-20T00:00:00.000Z",
};

test("Unedited limits are sent unchanged, with the version they are based on", () => {
  const { changedBy: _, changedAt: __, ...written } = SETTINGS;
  const draft = draftOfSettings(SETTINGS);
  expect(limitProblems(draft, draft).size).toBe(0);
  expect(settingsOfDraft(draft, SETTINGS.version)).toEqual(written);
});

test.each([
  ["1000.01", true],
  ["1000", false],
  ["999.99", false],
  ["much", false],
])("Changing a review threshold from 1000.00 to %s raises a limit: %s", (reviewAbove, raised) => {
  const base = draftOfSettings(SETTINGS);
  expect(raisesLimit({ ...base, "withdrawal.reviewAbove": reviewAbove }, base)).toBe(raised);
});

test("A limits draft reports invalid and contradictory limits by field", () => {
  const draft = {
    ...draftOfSettings(SETTINGS),
    "withdrawal.twoAbove": "999.99",
    "withdrawal.dayLimit": "1",
    "correction.maxAmount": "much",
    "tries.wrongPerCard": "2",
    "tries.unknownPerBin": "10.5",
    "exchange.spreadBasisPoints": "501",
  };
  expect([...limitProblems(draft, draftOfSettings(SETTINGS))]).toEqual([
    ["correction.maxAmount", "amount"],
    ["tries.wrongPerCard", "count"],
    ["tries.unknownPerBin", "count"],
    ["exchange.spreadBasisPoints", "count"],
    ["withdrawal.twoAbove", "below_review"],
    ["withdrawal.dayLimit", "below_without"],
  ]);
});

test("A changed count does not raise a limit and cannot be saved with a raised limit", () => {
  const base = draftOfSettings(SETTINGS);
  const counted = { ...base, "tries.wrongPerCard": "6" };
  expect(raisesLimit(counted, base)).toBe(false);
  expect(limitProblems(counted, base).size).toBe(0);
  const raised = { ...counted, "withdrawal.reviewAbove": "1000.01" };
  expect([...limitProblems(raised, base)]).toEqual([["tries.wrongPerCard", "apart"]]);
});
