import { expect, test } from "vitest";
import { columnTiles } from "./column-tiles.ts";

const of = (approved: number, declined: number, most = 100) =>
  columnTiles({ approved, declined }, most, 10);

test("The tallest column is full; its tiles reflect the ratio of approvals to declines", () => {
  expect(of(70, 30)).toEqual({ approved: 7, all: 10 });
  expect(of(100, 0)).toEqual({ approved: 10, all: 10 });
  expect(of(0, 100)).toEqual({ approved: 0, all: 10 });
});

test("One decline among many approvals still gets a tile, as does a lone approval", () => {
  expect(of(99, 1)).toEqual({ approved: 9, all: 10 });
  expect(of(1, 99)).toEqual({ approved: 1, all: 10 });
});

test("A short column still shows approvals and declines; an empty column has no tiles", () => {
  expect(of(1, 1, 1_000)).toEqual({ approved: 1, all: 2 });
  expect(of(0, 0)).toEqual({ approved: 0, all: 0 });
});
