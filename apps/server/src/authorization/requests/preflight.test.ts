import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { formatAmount } from "@tessera/money";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  SEGMENTS,
  type TestCard,
} from "../../testing/test-cards.ts";
import { drafted, ruleOver, turn } from "../../testing/test-strategies.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const MERCHANTS = [
  { name: "Adobe", mcc: "5734", country: "US" },
  { name: "Cathay Pacific", mcc: "4511", country: "HK" },
  { name: "Lucky Casino", mcc: "7995", country: "MO" },
] as const;

const RULES: readonly Partial<StrategyRule["when"]>[] = [
  { amount: { is: "over", amount: "60.00" } },
  { mccs: { match: "any_of", values: ["7995"] } },
  { spending: { over: "150.00", window: "rolling_24h" } },
  { payments: { over: 4, window: "day" }, merchants: { match: "any_of", values: ["Adobe"] } },
  { channels: { match: "any_of", values: ["merchant"] }, newMerchant: true },
];

/**
 * Counts the rows written by preflights. Excludes steps written when holds expire during the test.
 */
async function rowsWritten(): Promise<unknown> {
  const [counts] = await app.context.db.sql`
    select (select count(*) from ledger.movement where parent_id is null) as movements,
      (select count(*) from ledger.counter) as counters, (select count(*) from risk_hit) as hits,
      (select count(*) from payment_review) as reviews`;
  return counts;
}

async function ruledCustomer(rules: readonly Partial<StrategyRule["when"]>[]) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const cards = [await openCard(app, customer), await openCard(app, customer)] as const;
  await fund(app, customer, cards[0], 200_000n);
  await fund(app, customer, cards[1], 9_000n);
  for (const when of rules) {
    const strategy = await drafted(app, customer, ruleOver("1.00", { when }));
    expectStatus(await turn(app, customer, strategy.id, "active"), 200);
  }
  return { customer, cards };
}

interface Asked {
  readonly amount: string;
  readonly currency: string;
  readonly merchant: number;
  readonly presence: string | undefined;
  readonly before: string;
}

async function doBefore(customer: TestCustomer, card: TestCard, before: string): Promise<void> {
  if (before === "freeze" || before === "unfreeze") {
    await app.call(customer, `POST /api/cards/${card.id}/${before}`);
  } else if (before !== "nothing") {
    app.clock.advance(before === "hour" ? 3_600 : 86_400);
  }
}

/** Runs a preflight and the same payment at the same clock time, and compares the results. */
async function askThenPay(
  customer: TestCustomer,
  card: TestCard,
  { amount, currency, merchant, presence, before }: Asked,
): Promise<string> {
  await doBefore(customer, card, before);
  const standing = vi.spyOn(app.clock, "now").mockReturnValue(app.clock.now());
  const shop = MERCHANTS[merchant] ?? MERCHANTS[0];
  const named = presence === undefined ? {} : { presence };
  const written = await rowsWritten();
  const question = { cardId: card.id, amount, currency, merchant: shop, ...named };
  const said = await app.call(customer, "POST /api/risk/preflight", question);
  expect(await rowsWritten()).toEqual(written);
  const purchase = { amount, currency, cvv: null, merchant: shop, named };
  const { approved, code } = await network(app, "authorize", card, purchase);
  standing.mockRestore();
  expect(expectStatus(said, 200).body).toMatchObject({ approved, code });
  return code;
}

describe("a preflight", () => {
  const payment = fc.record({
    card: fc.nat(1),
    amount: fc.integer({ min: 1, max: 9_000 }).map((minor) => formatAmount(BigInt(minor), "USD")),
    currency: fc.constantFrom("USD", "USD", "USD", "EUR", "GBP", "MNT"),
    merchant: fc.nat(2),
    presence: fc.constantFrom(undefined, "present", "remote", "merchant"),
    before: fc.constantFrom("nothing", "nothing", "nothing", "freeze", "unfreeze", "hour", "day"),
  });

  test("predicts the live decision, and writes nothing", async () => {
    const cases = Number(process.env.PREFLIGHT_CASES ?? 240);
    const perCustomer = 40;
    let agreed = 0;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { minLength: perCustomer, maxLength: perCustomer }),
        fc.subarray([...RULES]),
        async (payments, rules) => {
          const { customer, cards } = await ruledCustomer(rules);
          for (const one of payments) {
            seen.add(await askThenPay(customer, cards[one.card] ?? cards[0], one));
            agreed += 1;
          }
        },
      ),
      { numRuns: Math.ceil(cases / perCustomer), endOnFailure: true },
    );
    expect(agreed).toBeGreaterThanOrEqual(cases);
    // A preflight that only ever sees approvals would prove little.
    expect(seen.size).toBeGreaterThan(4);
  }, 600_000);

  test("works for a segment without an issued card, using the rules that would apply", async () => {
    const customer = await app.newCustomer({ USD: 10_000_000n });
    const ask = (amount: string) =>
      app.call(customer, "POST /api/risk/preflight", {
        segmentId: SEGMENTS.mastercardStandardUsd,
        amount,
        merchant: MERCHANTS[0],
      });
    expect((await ask("20.00")).body).toMatchObject({ approved: true, code: "approved" });
    const strategy = await drafted(app, customer, ruleOver("10.00"));
    expectStatus(await turn(app, customer, strategy.id, "active"), 200);
    expect((await ask("20.00")).body).toMatchObject({
      approved: false,
      code: "amount_out_of_range",
    });
  });

  test("rejects requests for both a card and a segment, neither, or another's card", async () => {
    const customer = await app.newCustomer({ USD: 10_000_000n });
    const stranger = await app.newCustomer({ USD: 10_000_000n });
    const card = await openCard(app, customer);
    const body = { amount: "1.00", merchant: MERCHANTS[0] };
    const both = { ...body, cardId: card.id, segmentId: SEGMENTS.visaStandardEur };
    for (const bad of [body, both]) {
      const answer = await app.call(customer, "POST /api/risk/preflight", bad);
      expect(expectStatus(answer, 400).body.fields).toMatchObject([{ path: "cardId" }]);
    }
    const theirs = { ...body, cardId: card.id };
    expectStatus(await app.call(stranger, "POST /api/risk/preflight", theirs), 404);
  });
});
