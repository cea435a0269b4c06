import { expect, test } from "vitest";
import { OneAtATime } from "./one-at-a-time.ts";

test("OneAtATime: preserves order per key, even after a failure, but not across keys", async () => {
  const queue = new OneAtATime();
  const seen: string[] = [];
  let release = () => {};
  const first = queue.run("a", async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    seen.push("first");
    throw new Error("planned");
  });
  const second = queue.run("a", async () => {
    seen.push("second");
    return 2;
  });
  await queue.run("b", async () => seen.push("other"));
  release();
  await expect(first).rejects.toThrow("planned");
  expect(await second).toBe(2);
  expect(seen).toEqual(["other", "first", "second"]);
});
