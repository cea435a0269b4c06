import { PRACTICE_SCENARIOS } from "@tessera/contract/simulator/scenarios.schemas";
import { openDatabase } from "@tessera/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "../../operations/verify/verify-books.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { simulatorCalls, written } from "./simulator.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  await app.close();
});

interface Golden {
  readonly result: string;
  readonly asked: string | null;
  readonly wrote: readonly string[];
  /** The balance, the amount on hold and the available amount after the step. */
  readonly left: readonly [string, string, string];
}

const paid = (amount: string) => [
  `purchase: hold ${amount}, ${amount} left`,
  `clearing: capture ${amount}, 0.00 left`,
  `clearing: card > network_settlement ${amount}`,
];

/** The expected amounts of every scenario, to the cent, on a card with a balance of 1,000.00. */
const GOLDEN: Readonly<Record<(typeof PRACTICE_SCENARIOS)[number], readonly Golden[]>> = {
  hotel: [
    {
      result: "approved",
      asked: "300.00",
      wrote: ["purchase: hold 300.00, 300.00 left"],
      left: ["1000.00", "300.00", "700.00"],
    },
    {
      result: "approved",
      asked: "60.00",
      wrote: ["increment: increase 60.00, 360.00 left"],
      left: ["1000.00", "360.00", "640.00"],
    },
    {
      result: "done",
      asked: "330.00",
      wrote: [
        "clearing: capture 330.00, 30.00 left",
        "clearing: release 30.00, 0.00 left",
        "clearing: card > network_settlement 330.00",
      ],
      left: ["670.00", "0.00", "670.00"],
    },
    {
      result: "done",
      asked: "18.00",
      wrote: ["force_post: card > network_settlement 18.00"],
      left: ["652.00", "0.00", "652.00"],
    },
  ],
  fuel: [
    {
      result: "approved",
      asked: "1.00",
      wrote: ["purchase: hold 1.00, 1.00 left"],
      left: ["1000.00", "1.00", "999.00"],
    },
    {
      result: "done",
      asked: "62.40",
      wrote: ["advice: increase 61.40, 62.40 left"],
      left: ["1000.00", "62.40", "937.60"],
    },
    {
      result: "done",
      asked: "62.40",
      wrote: ["clearing: capture 62.40, 0.00 left", "clearing: card > network_settlement 62.40"],
      left: ["937.60", "0.00", "937.60"],
    },
  ],
  tip: [
    {
      result: "approved",
      asked: "80.00",
      wrote: ["purchase: hold 80.00, 80.00 left"],
      left: ["1000.00", "80.00", "920.00"],
    },
    {
      result: "done",
      asked: "96.00",
      wrote: [
        "clearing: capture 80.00, 0.00 left",
        "clearing: card > network_settlement 80.00",
        "clearing: card > network_settlement 16.00",
      ],
      left: ["904.00", "0.00", "904.00"],
    },
  ],
  partial: [
    {
      result: "approved",
      asked: "1050.00",
      wrote: ["purchase: hold 1000.00, 1000.00 left"],
      left: ["1000.00", "1000.00", "0.00"],
    },
    {
      result: "done",
      asked: "1000.00",
      wrote: [
        "clearing: capture 1000.00, 0.00 left",
        "clearing: card > network_settlement 1000.00",
      ],
      left: ["0.00", "0.00", "0.00"],
    },
    {
      result: "done",
      asked: "500.00",
      wrote: ["card_deposit: account > card 500.00"],
      left: ["500.00", "0.00", "500.00"],
    },
  ],
  subscription: [
    {
      result: "approved",
      asked: "15.00",
      wrote: paid("15.00"),
      left: ["985.00", "0.00", "985.00"],
    },
    {
      result: "approved",
      asked: "15.00",
      wrote: paid("15.00"),
      left: ["970.00", "0.00", "970.00"],
    },
    {
      result: "approved",
      asked: "18.00",
      wrote: paid("18.00"),
      left: ["952.00", "0.00", "952.00"],
    },
    {
      result: "approved",
      asked: "18.00",
      wrote: paid("18.00"),
      left: ["934.00", "0.00", "934.00"],
    },
  ],
  force_post: [
    {
      result: "done",
      asked: "1030.00",
      wrote: [
        "force_post: card > network_settlement 1000.00",
        "force_post: receivable > network_settlement 30.00",
      ],
      left: ["-30.00", "0.00", "0.00"],
    },
    {
      result: "done",
      asked: "500.00",
      wrote: ["card_deposit: account > card 500.00", "repayment: card > receivable 30.00"],
      left: ["470.00", "0.00", "470.00"],
    },
  ],
  refund: [
    {
      result: "approved",
      asked: "75.00",
      wrote: paid("75.00"),
      left: ["925.00", "0.00", "925.00"],
    },
    { result: "done", asked: null, wrote: [], left: ["925.00", "0.00", "925.00"] },
    {
      result: "done",
      asked: "75.00",
      wrote: ["refund: network_settlement > card 75.00"],
      left: ["1000.00", "0.00", "1000.00"],
    },
    { result: "done", asked: null, wrote: [], left: ["1000.00", "0.00", "1000.00"] },
  ],
  dispute_lost: [
    {
      result: "approved",
      asked: "120.00",
      wrote: paid("120.00"),
      left: ["880.00", "0.00", "880.00"],
    },
    {
      result: "done",
      asked: "120.00",
      wrote: ["refund: network_settlement > card 120.00"],
      left: ["1000.00", "0.00", "1000.00"],
    },
    {
      result: "done",
      asked: "120.00",
      wrote: ["return_reversal: card > network_settlement 120.00"],
      left: ["880.00", "0.00", "880.00"],
    },
  ],
  dispute_won: [
    {
      result: "approved",
      asked: "120.00",
      wrote: paid("120.00"),
      left: ["880.00", "0.00", "880.00"],
    },
    {
      result: "done",
      asked: "120.00",
      wrote: ["refund: network_settlement > card 120.00"],
      left: ["1000.00", "0.00", "1000.00"],
    },
    { result: "done", asked: null, wrote: [], left: ["1000.00", "0.00", "1000.00"] },
  ],
  late_clearing: [
    {
      result: "approved",
      asked: "40.00",
      wrote: ["purchase: hold 40.00, 40.00 left"],
      left: ["1000.00", "40.00", "960.00"],
    },
    {
      result: "done",
      asked: null,
      wrote: ["expiry: expire 40.00, 0.00 left"],
      left: ["1000.00", "0.00", "1000.00"],
    },
    {
      result: "done",
      asked: "40.00",
      wrote: ["clearing: card > network_settlement 40.00"],
      left: ["960.00", "0.00", "960.00"],
    },
  ],
  abroad: [
    {
      result: "approved",
      asked: "105.00",
      wrote: ["purchase: hold 105.00, 105.00 left"],
      left: ["1000.00", "105.00", "895.00"],
    },
    {
      result: "done",
      asked: "104.50",
      wrote: [
        "clearing: capture 104.50, 0.50 left",
        "clearing: release 0.50, 0.00 left",
        "clearing: card > network_settlement 104.50",
      ],
      left: ["895.50", "0.00", "895.50"],
    },
  ],
  top_up: [
    {
      result: "done",
      asked: "500.00",
      wrote: ["card_deposit: account > card 500.00"],
      left: ["1500.00", "0.00", "1500.00"],
    },
  ],
};

describe("the ledger entries for a scenario, to the cent", () => {
  test.each(PRACTICE_SCENARIOS)("%s", async (scenario) => {
    const { begin, play, read } = simulatorCalls(app);
    const customer = await app.newCustomer();
    const { session } = await begin(customer);
    expect(written({ journals: session?.opening ?? [] })).toEqual([
      "deposit: bank_clearing > account 10000.00",
      "card_deposit: account > card 1000.00",
    ]);
    const plays = await play(customer, scenario);
    expect(
      plays.map((one) => ({
        result: one.result,
        asked: one.amount,
        wrote: written(one),
        left: [one.after.balance, one.after.held, one.after.available],
      })),
    ).toEqual(GOLDEN[scenario]);
    const after = await read(customer);
    expect(after.balances).toEqual(plays.at(-1)?.after);
    expect(after.plays.toReversed()).toEqual(plays);
    expect(after.now).toBe(plays.at(-1)?.to);
  });

  test("simulator: the ledger is intact after all scenarios", async () => {
    const { appUrl = "" } = (await app.practiceDatabase()) ?? {};
    const db = openDatabase<object>({ url: appUrl });
    const { invariants, movements } = await verifyBooks(app.context.ledger, db);
    await db.close();
    expect(movements).toBeGreaterThan(50);
    expect(invariants.filter(({ holds }) => !holds)).toEqual([]);
  });
});
