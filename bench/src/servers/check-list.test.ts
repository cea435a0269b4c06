import { expect, it } from "vitest";
import { CheckList, requireThat, shownMs, tally } from "./check-list.ts";

it("servers lab: a failed check is reported, and the next one still runs", async () => {
  const said: string[] = [];
  const checks = new CheckList((text) => said.push(text));
  expect(checks.holds).toBe(false);
  checks.servers = 2;
  await checks.check("first", async () => "3 of 3");
  expect(checks.holds).toBe(true);
  await checks.check("second", async () => {
    requireThat(false, "2 | 3");
    return "";
  });
  await checks.check("third", async () => "seen");
  expect(checks.holds).toBe(false);
  expect(said[1]).toBe("BROKEN second: 2 | 3");
  expect(checks.table().split("\n").slice(2)).toEqual([
    "| 2 | first | ok | 3 of 3 |",
    "| 2 | second | BROKEN | 2 \\| 3 |",
    "| 2 | third | ok | seen |",
  ]);
});

it("servers lab: counts equal responses, and shows times in readable units", () => {
  expect(tally([400, 200, 400])).toBe("1 × 200, 2 × 400");
  expect([shownMs(3.4), shownMs(12_340)]).toEqual(["3 ms", "12.3 s"]);
});
