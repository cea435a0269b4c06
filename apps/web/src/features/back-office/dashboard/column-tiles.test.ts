import { expect, test } from "vitest";
import { columnTiles } from "./column-tiles.ts";

const of = (approved: number, declined: number, most = 100) =>
  columnTiles({ approved, declined }, most, 10);

test("the largest column is full, and parted as its payments are", () => {
  expect(of(70, 30)).toEqual({ approved: 7, all: 10 });
  expect(of(100, 0)).toEqual({ approved: 10, all: 10 });
  expect(of(0, 100)).toEqual({ approved: 0, all: 10 });
});

test("one decline among many has a tile, and so has one approval among many declines", () => {
  expect(of(99, 1)).toEqual({ approved: 9, all: 10 });
  expect(of(1, 99)).toEqual({ approved: 1, all: 10 });
});

test("little beside much still shows both kinds, and nothing shows none", () => {
  expect(of(1, 1, 1_000)).toEqual({ approved: 1, all: 2 });
  expect(of(0, 0)).toEqual({ approved: 0, all: 0 });
});
