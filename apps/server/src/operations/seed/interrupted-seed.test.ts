import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../platform/context.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { verifyBooks } from "../verify/verify-books.ts";
import { planDemo } from "./demo-plan.ts";
import { selectProgress } from "./demo-seed.repository.ts";
import { seedDemo } from "./seed-demo.ts";

let setup: TestContext;

beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(() => setup.close());

class Killed extends Error {}

/** Returns a context whose process dies at its `count`-th top-up or progress record. */
function dyingAt(
  context: AppContext,
  table: "card_quote" | "demo_seed",
  count: number,
): AppContext {
  let left = count;
  const mayDie = (name: unknown): void => {
    left -= name === table ? 1 : 0;
    if (left === 0) {
      throw new Killed();
    }
  };
  const dying = new Proxy(context.db.kysely, {
    get(kysely, name) {
      if (name === "withTables") {
        return () => dying;
      }
      const value: unknown = Reflect.get(kysely, name, kysely);
      if (typeof value !== "function") {
        return value;
      }
      return (...given: unknown[]) => {
        if (name === "insertInto" || name === "updateTable") {
          mayDie(given[0]);
        }
        return Reflect.apply(value, kysely, given);
      };
    },
  });
  const db = new Proxy(context.db, {
    get: (own, name) => (name === "kysely" ? dying : Reflect.get(own, name, own)),
  });
  return { ...context, db };
}

test("an interrupted seed: later starts complete it without repeating anything", async () => {
  const { context } = setup;
  const deaths = [
    ["card_quote", 1],
    ["card_quote", 2],
    ["demo_seed", 1],
    ["demo_seed", 1],
    ["card_quote", 3],
    ["demo_seed", 2],
    ["card_quote", 9],
    ["demo_seed", 12],
  ] as const;
  for (const [table, count] of deaths) {
    await expect(seedDemo(dyingAt(context, table, count))).rejects.toThrow(Killed);
  }
  await seedDemo(context);
  const progress = await selectProgress(context.db.kysely);
  expect(progress?.isFinished).toBe(true);

  const endsAt = progress?.endsAt ?? new Date(0);
  const dayStartsAt = new Date(endsAt);
  dayStartsAt.setUTCHours(0, 0, 0, 0);
  const plan = planDemo(endsAt, dayStartsAt);
  const rows = await context.db.sql<{ kind: string; count: bigint }[]>`
    select kind, count(*) from ledger.movement
    where parent_id is null and kind <> 'asset' group by kind`;
  const listed = Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]));
  const planned = (type: string) => plan.filter((event) => event.type === type).length;
  expect(listed).toEqual({
    deposit: planned("deposit"),
    card_opening: planned("issue") + planned("held_application"),
    withdrawal: planned("withdrawal"),
    card_deposit: plan.filter((one) => one.type === "fund" && one.operation === "deposit").length,
    card_withdraw: plan.filter((one) => one.type === "fund" && one.operation === "withdraw").length,
    purchase: planned("payment"),
    refund: planned("refund"),
    force_post: planned("force_post"),
  });
  expect((await verifyBooks(context.ledger, context.db)).holds).toBe(true);
}, 300_000);
