import { expect, test } from "vitest";
import { everyRow } from "./every-row.ts";

test("everyRow loads each subsequent page with the cursor from the previous page", async () => {
  const asked: (string | undefined)[] = [];
  const rows = await everyRow(async ({ cursor }) => {
    asked.push(cursor);
    const n = asked.length;
    return { data: [`${n}a`, `${n}b`], nextCursor: n < 3 ? `after-${n}` : null };
  });
  expect(asked).toEqual([undefined, "after-1", "after-2"]);
  expect(rows).toEqual(["1a", "1b", "2a", "2b", "3a", "3b"]);
});
