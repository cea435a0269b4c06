import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listEveryCard } from "../../cards/lifecycle/index.ts";
import { findPersonByName } from "../../identity/people/index.ts";
import { ratesBook } from "../../money-movement/rates/index.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
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

describe("the demo plan", () => {
  const end = new Date("2026-11-21T15:00:00Z");
  const dayStart = new Date("2026-11-21T00:00:00Z");

  test("is the same every time it is created", () => {
    expect(planDemo(end, dayStart)).toEqual(planDemo(end, dayStart));
  });

  test.each([
    ["a minute after midnight", new Date("2026-11-21T00:01:00Z")],
    ["in the evening", new Date("2026-11-21T23:59:00Z")],
  ])("is in order and contains no future events %s", (_, endsAt) => {
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
    // At noon tomorrow, so that the day of today's payments does not end before they are read.
    const now = setup.clock.now();
    const noon = new Date(now).setUTCHours(36, 0, 0, 0);
    setup.clock.advance((noon - now.getTime()) / 1_000);
    await seedDemo(setup.context);
  }, 120_000);
  afterAll(() => setup.close());

  test("has a year of data for everything that the console shows", async () => {
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
      "withdrawal completed",
    ]) {
      expect(counts.get(expected), expected).toBeGreaterThan(0);
    }
    expect(counts.get("purchase completed")).toBeGreaterThan(150);
  });

  test("has four open cards on four networks with money on each", async () => {
    const person = await findPersonByName(setup.context.db.kysely, "demo");
    const cards = await listEveryCard(setup.context, person?.customerId ?? "");
    expect(new Set(cards.map(({ network }) => network)).size).toBe(4);
    // The business card, which the home page shows first, is the only Visa card.
    expect(cards[0]).toMatchObject({ network: "visa", currency: "USD" });
    expect(cards.every(({ status, nickname }) => status === "active" && nickname === null)).toBe(
      true,
    );
    expect(cards.every(({ balance }) => Number(balance) > 0)).toBe(true);
    expect(cards.some(({ spentToday }) => Number(spentToday) > 0)).toBe(true);
  });

  test("has rules, payments that matched them, and a payment that awaits approval", async () => {
    const { sql } = setup.context.db;
    const rules = await sql`select status from risk_strategy order by created_at`;
    expect(rules.map(({ status }) => status)).toEqual(["active", "active", "active", "shadow"]);
    const stopped = await sql`
      select title from ledger.movement where data ->> 'declineCode' = 'limit_day'`;
    expect(stopped).toEqual([{ title: "Google Ads" }, { title: "Google Ads" }]);
    const waiting = await sql`
      select movement.title from payment_review review
      join ledger.movement on movement.id = review.movement_id where review.status = 'waiting'`;
    expect(waiting).toEqual([{ title: "Booking.com" }]);
  });

  test("has work for its operators that the customer sees from the other side", async () => {
    const { sql } = setup.context.db;
    const withdrawals = await sql`select state from withdrawal order by created_at`;
    expect(withdrawals.map(({ state }) => state)).toEqual(["completed", "review"]);
    const cases = await sql`
      select kind, status, reasons, due_at > ${setup.context.clock.now()} as "isInTime"
      from review_case order by opened_at`;
    expect(cases).toEqual([
      { kind: "card_application", status: "open", reasons: ["flagged"], isInTime: true },
      { kind: "withdrawal", status: "open", reasons: ["new_address"], isInTime: true },
    ]);
    const flags = await sql`select customer_id from review_flag`;
    expect(flags).toEqual([]);
    const corrections = await sql`select status, proposed_by from correction`;
    expect(corrections).toEqual([{ status: "waiting", proposed_by: "admin" }]);
    const conversations = await sql`
      select status, customer_unread, desk_unread from support_conversation order by created_at`;
    expect(conversations).toEqual([
      { status: "resolved", customer_unread: 0, desk_unread: 0 },
      { status: "pending", customer_unread: 1, desk_unread: 0 },
      { status: "open", customer_unread: 0, desk_unread: 1 },
    ]);
  });

  test("has an intact ledger", async () => {
    const { context } = setup;
    const report = await context.ledger.verify(context.db);
    expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
  });

  test("has current exchange rates, not rates from the seeded past", async () => {
    const { refreshedAt } = await setup.context.use(ratesBook).current();
    expect(setup.context.clock.now().getTime() - refreshedAt.getTime()).toBeLessThan(3_600_000);
  });

  test("is not changed by the next start", async () => {
    const before = await countsOf(setup);
    await seedDemo(setup.context);
    expect(await countsOf(setup)).toEqual(before);
  });
});
