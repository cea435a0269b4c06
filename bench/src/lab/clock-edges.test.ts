import { expect, test } from "vitest";
import { edgesAfter } from "./clock-edges.ts";

const timesAfter = (now: string) => edgesAfter(new Date(now)).map(({ at }) => at.toISOString());

test("clock edges: lists the changes of months, clocks and leap years in order", () => {
  expect(timesAfter("2026-11-27T12:00:00.000Z")).toEqual([
    "2026-12-01T00:00:00.000Z",
    "2027-01-01T00:00:00.000Z",
    "2027-03-14T07:00:00.000Z",
    "2027-03-28T01:00:00.000Z",
    "2028-02-29T00:00:00.000Z",
    "2028-03-01T00:00:00.000Z",
  ]);
});

test("clock edges: the end of a year is also that of a month", () => {
  expect(timesAfter("2096-12-31T23:00:00.000Z")).toEqual([
    "2097-01-01T00:00:00.000Z",
    "2097-03-10T07:00:00.000Z",
    "2097-03-31T01:00:00.000Z",
    "2104-02-29T00:00:00.000Z",
    "2104-03-01T00:00:00.000Z",
  ]);
});
