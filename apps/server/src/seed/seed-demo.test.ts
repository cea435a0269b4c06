import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPersonByName } from "../modules/accounts/index.ts";
import { listCards } from "../modules/cards/index.ts";
import { ratesOf } from "../modules/wallet/index.ts";
import { createTestContext, type TestContext } from "../testing/test-context.ts";
import { planDemo } from "./demo-plan.ts";
import { seedDemo } from "./seed-demo.ts";

interface Count {
  readonly kind: string;
  readonly status: string;
  readonly count: bigint;
}

async function countsOf({ context }: TestContext): Promise<ReadonlyMap<string, number>> {
  const rows = await context.db.sql<Count[]>`
    select m.kind, coalesce(s.status, m.status) as status, count(*)
    from ledger.movement m left join ledger.movement_state s on s.movement_id = m.id
    where m.parent_id is null group by 1, 2`;
  return new Map(rows.map((row) => [`${row.kind} ${row.status}`, Number(row.count)]));
}

describe("the plan", () => {
  const end = new Date("2026-11-21T15:00:00Z");
  const dayStart = new Date("2026-11-21T00:00:00Z");

  test("is the same whenever it is drawn", () => {
    expect(planDemo(end, dayStart)).toEqual(planDemo(end, dayStart));
  });

  test.each([
    ["a minute after midnight", new Date("2026-11-21T00:01:00Z")],
    ["in the evening", new Date("2026-11-21T23:59:00Z")],
  ])("is in order and not ahead of its time %s", (_, endsAt) => {
    const times = planDemo(endsAt, dayStart).map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(endsAt.getTime());
    expect(times.at(-1)).toBeGreaterThanOrEqual(dayStart.getTime());
  });
});

describe("a seeded sandbox", () => {
  let setup: TestContext;

  beforeAll(async () => {
    setup = await createTestContext();
    await seedDemo(setup.context);
  }, 60_000);
  afterAll(() => setup.close());

  test("has a year of everything a console shows", async () => {
    const counts = await countsOf(setup);
    for (const expected of [
      "purchase completed",
      "purchase declined",
      "purchase processing",
      "purchase cancelled",
      "purchase expired",
      "refund completed",
      "force_post completed",
      "card_opening completed",
      "card_deposit completed",
      "card_withdraw completed",
      "deposit completed",
      "deposit expired",
      "deposit cancelled",
    ]) {
      expect(counts.get(expected), expected).toBeGreaterThan(0);
    }
    expect(counts.get("purchase completed")).toBeGreaterThan(150);
  });

  test("has four open cards of four networks with money on them", async () => {
    const person = await findPersonByName(setup.context.db.kysely, "demo");
    const cards = await listCards(setup.context, person?.customerId ?? "");
    expect(new Set(cards.map(({ network }) => network)).size).toBe(4);
    // The business card, with which home opens, is the one Visa among them.
    expect(cards[0]).toMatchObject({ network: "visa", currency: "USD" });
    expect(cards.every(({ status, nickname }) => status === "active" && nickname === null)).toBe(
      true,
    );
    expect(cards.every(({ balance }) => Number(balance) > 0)).toBe(true);
    expect(cards.some(({ spentToday }) => Number(spentToday) > 0)).toBe(true);
  });

  test("holds in the books", async () => {
    const { context } = setup;
    const report = await context.ledger.verify(context.db);
    expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
  });

  test("leaves rates that were asked for now, not in its past", async () => {
    const { refreshedAt } = await ratesOf(setup.context).current();
    expect(setup.context.clock.now().getTime() - refreshedAt.getTime()).toBeLessThan(3_600_000);
  });

  test("is left alone by the next start", async () => {
    const before = await countsOf(setup);
    await seedDemo(setup.context);
    expect(await countsOf(setup)).toEqual(before);
  });
});
