import { expect, it } from "vitest";
import { mergePages, type Order, type PageOfCell } from "./merge-pages.ts";

/** A list of one cell, from which pages are read as a cell reads them. */
function pageOf(
  cell: number,
  names: readonly string[],
  { after, limit, order }: { after: string | undefined; limit: number; order: Order },
): PageOfCell<{ name: string }> {
  const isLater = (name: string) =>
    after === undefined || (order[0] === "asc" ? name > after : name < after);
  const rest = names.filter(isLater).sort((a, b) => (a < b === (order[0] === "asc") ? -1 : 1));
  const rows = rest.slice(0, limit);
  const last = rows.at(-1);
  return {
    ...{ cell, data: rows.map((name) => ({ name })), places: rows.map((name) => [name]) },
    end: rest.length > limit && last !== undefined ? [last] : null,
  };
}

it.each([["asc"], ["desc"]] as const)(
  "merged pages: show every row of all cells once, in %s order, at any page size",
  (direction) => {
    const order: Order = [direction];
    const lists = new Map([
      [1, ["a", "d", "e", "j", "k", "l"]],
      [2, ["b", "c", "i", "m"]],
      [3, ["f", "g", "h"]],
      [4, []],
    ]);
    const wanted = [...lists.values()].flat().sort();
    for (let limit = 1; limit <= 15; limit += 1) {
      const shown: string[] = [];
      let after: string | undefined;
      for (let page = 0; page < 20; page += 1) {
        const pages = [...lists].map(([cell, names]) =>
          pageOf(cell, names, { after, limit, order }),
        );
        const { data, end } = mergePages(pages, order, limit);
        expect(data.length).toBeLessThanOrEqual(limit);
        for (const { name, cell } of data) {
          expect(lists.get(cell)).toContain(name);
          shown.push(name);
        }
        after = end?.[0];
        if (end === null) {
          break;
        }
      }
      expect(shown).toEqual(direction === "asc" ? wanted : wanted.toReversed());
    }
  },
);

it("merged pages: show nothing after the place where a cell stopped searching", () => {
  const searched = { cell: 1, data: [{ n: 9 }], places: [["9"]], end: ["5"] };
  const whole = { cell: 2, data: [{ n: 7 }, { n: 3 }], places: [["7"], ["3"]], end: null };
  expect(mergePages([searched, whole], ["desc"], 10)).toEqual({
    data: [
      { n: 9, cell: 1 },
      { n: 7, cell: 2 },
    ],
    end: ["5"],
  });
});

it("merged pages: compare each part of a position in its own direction", () => {
  const page = (cell: number, place: readonly string[]) => ({
    ...{ cell, data: [{}], places: [place], end: null },
  });
  const pages = [page(1, ["2", "5"]), page(2, ["3", "1"]), page(3, ["2", "9"])];
  const { data } = mergePages(pages, ["desc", "asc"], 10);
  expect(data.map(({ cell }) => cell)).toEqual([2, 1, 3]);
});
