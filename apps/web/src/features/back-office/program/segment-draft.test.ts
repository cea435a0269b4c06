import type { ProgramSegment } from "@tessera/contract/back-office/program.schemas";
import { expect, test } from "vitest";
import { draftOfSegment, EMPTY_SEGMENT, inputOfSegment, segmentProblems } from "./segment-draft.ts";

const SEGMENT: ProgramSegment = {
  id: "seg_1",
  network: "visa",
  bin: "485998",
  type: "business",
  currency: "USD",
  names: { en: "Ads", "zh-CN": "广告", "zh-TW": "廣告" },
  limits: { perTransaction: "10.00", daily: "20.00", monthly: "30.00" },
  openingFee: "1.00",
  depositFeeBasisPoints: 325,
  charged: { openingFee: "1.00", depositFeeBasisPoints: 325 },
  stock: 7,
  issued: 3,
  open: true,
  revision: 4,
  changedBy: "ada",
  changedAt: "2026-11-20T00:00:00.000Z",
};

test("An unedited card product is sent unchanged", () => {
  const { id, charged, stock, issued, revision, changedBy, changedAt, ...written } = SEGMENT;
  expect(segmentProblems(draftOfSegment(SEGMENT)).size).toBe(0);
  expect(inputOfSegment(draftOfSegment(SEGMENT))).toEqual(written);
});

test("A card product without product-specific fees uses the published fees", () => {
  const draft = { ...draftOfSegment(SEGMENT), openingFee: "", depositFee: "" };
  expect(inputOfSegment(draft)).toMatchObject({ openingFee: null, depositFeeBasisPoints: null });
});

test("A card product draft reports missing and contradictory fields", () => {
  expect([...segmentProblems(EMPTY_SEGMENT).keys()]).toEqual([
    "bin",
    "names.zh-CN",
    "names.zh-TW",
    "names.en",
    "limits.perTransaction",
    "limits.daily",
    "limits.monthly",
  ]);
  const draft = { ...draftOfSegment(SEGMENT), daily: "9.99", depositFee: "3.555", stock: "-1" };
  expect([...segmentProblems(draft)]).toEqual([
    ["limits.daily", "below_former"],
    ["depositFeeBasisPoints", "percent"],
    ["stock", "count"],
  ]);
});
