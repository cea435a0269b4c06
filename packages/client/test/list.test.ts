import { describe, expect, it } from "vitest";
import { List } from "../src/list.ts";

/** Returns a list of numbered items in pages of two, and the cursors that were asked for. */
function numbered(count: number) {
  const asked: (string | undefined)[] = [];
  const list = new List<number>(async (cursor) => {
    asked.push(cursor);
    const first = Number(cursor ?? 0);
    const data = [first, first + 1].filter((item) => item < count);
    return { data, nextCursor: first + 2 < count ? `${first + 2}` : null };
  });
  return { list, asked };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const item of items) {
    read.push(item);
  }
  return read;
}

describe("a list of the client", () => {
  it("client: reads a list page by page, and again from the start", async () => {
    const { list, asked } = numbered(5);
    expect(asked).toEqual([]);
    expect(await all(list)).toEqual([0, 1, 2, 3, 4]);
    expect(asked).toEqual([undefined, "2", "4"]);
    expect(await all(list)).toHaveLength(5);
    expect((await all(list.pages())).map(({ data }) => data.length)).toEqual([2, 2, 1]);
    expect((await list.page("2")).data).toEqual([2, 3]);
  });

  it("client: requests no page that is not needed", async () => {
    const { list, asked } = numbered(100);
    for await (const item of list) {
      if (item === 1) {
        break;
      }
    }
    expect(asked).toEqual([undefined]);
  });

  it("client: goes on after an empty page", async () => {
    const pages = [
      { data: [1], nextCursor: "a" },
      { data: [], nextCursor: "b" },
      { data: [2], nextCursor: null },
    ];
    const list = new List<number>(async () => pages.shift() ?? { data: [], nextCursor: null });
    expect(await all(list)).toEqual([1, 2]);
  });

  it("client: fails if a position is repeated, rather than leaving something out", async () => {
    const list = new List<number>(async () => ({ data: [1], nextCursor: "a" }));
    await expect(all(list)).rejects.toThrow("the same position");
  });
});
