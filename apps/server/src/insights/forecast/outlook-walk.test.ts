import { formatAmount, parseAmount } from "@tessera/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expireDueHolds } from "../../authorization/holds/index.ts";
import { type SeededRandom, seededRandom } from "../../operations/seed/seeded-random.ts";
import { parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { fund, send, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { DAY_SECONDS, type Scene, sceneOf } from "./forecast.fixtures.ts";
import { readHolds } from "./read-holds.ts";
import { readSafeToSpend } from "./read-safe-to-spend.ts";

const EVENTS = Number(process.env.OUTLOOK_WALK_EVENTS ?? 1_000);
const SEED = 20_261_121;
/** Merchant categories with the percentage that can be cleared above the authorized amount. */
const CATEGORIES: readonly [string, bigint][] = [
  ["5734", 0n],
  ["5812", 20n],
  ["7011", 15n],
];
const PERCENT = new Map(CATEGORIES);

let app: CardsApp;
beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

interface Books {
  readonly posted: bigint;
  readonly held: bigint;
  readonly owed: bigint;
  readonly reserve: bigint;
}

/**
 * Computes a card's balances, and how much more than the amount on hold can be cleared for its open
 * holds, using only the ledger. Uses each hold's steps rather than its current state.
 */
async function books({ card }: Scene): Promise<Books> {
  const id = card.id.slice("card_".length);
  const [balance] = await app.context.db.sql<Omit<Books, "reserve">[]>`
    select posted_minor as posted, held_minor as held, owed_minor as owed
    from card_standing where id = ${id}`;
  const holds = await app.context.db.sql<
    { mcc: string; left: bigint; first: bigint; added: bigint; cleared: bigint }[]
  >`
    select m.data -> 'merchant' ->> 'mcc' as mcc, hold.remaining as left, -m.amount as first,
      coalesce(-sum(step.amount) filter (
        where step.kind in ('increment', 'advice', 'reversal') and step.status = 'completed'
      ), 0)::bigint as added,
      coalesce(-sum(step.amount) filter (
        where step.kind in ('clearing', 'force_post')), 0)::bigint as cleared
    from ledger.hold hold join ledger.movement m on m.id = hold.movement_id
    left join ledger.movement step on step.parent_id = m.id
    where m.card_id = ${id} and hold.state = 'open'
    group by m.id, hold.id`;
  const reserve = holds.reduce((sum, { mcc, left, first, added, cleared }) => {
    const authorized = first + added;
    return sum + authorized + (authorized * (PERCENT.get(mcc) ?? 0n)) / 100n - cleared - left;
  }, 0n);
  if (balance === undefined) {
    throw new Error("the card is missing");
  }
  return { ...balance, reserve };
}

function minor(text: string): bigint {
  const amount = parseAmount(text.replace("-", ""), "USD") ?? 0n;
  return text.startsWith("-") ? -amount : amount;
}

function sum(entries: readonly { readonly amount: string }[]): bigint {
  return entries.reduce((total, { amount }) => total + minor(amount), 0n);
}

async function expectEquation(scene: Scene): Promise<{ readonly isShort: boolean }> {
  const query = {
    customerId: scene.customer.customerId,
    cardId: parseId("card", scene.card.id),
    locale: "en",
  } as const;
  const [told, held, { posted, owed, ...ledger }] = await Promise.all([
    readSafeToSpend(app.context, query),
    readHolds(app.context, { ...query, page: { limit: 100 } }),
    books(scene),
  ]);
  const { balance, holds, reserve, forecast } = told;
  const due = forecast.entries.map(({ charge }) => charge);
  expect({
    balance: minor(balance.amount),
    held: minor(holds.amount),
    reserve: minor(reserve.amount),
  }).toEqual({ balance: posted - owed, held: ledger.held, reserve: ledger.reserve });
  const safe = minor(told.safe);
  expect(safe - minor(told.short)).toBe(
    posted - owed - ledger.held - ledger.reserve - minor(forecast.amount),
  );
  expect(safe >= 0n && safe <= posted - ledger.held).toBe(true);
  // Each term is the sum of its entries, and the timelines end in the ledger's current state.
  expect(sum(holds.entries)).toBe(ledger.held);
  expect(sum(reserve.entries)).toBe(ledger.reserve);
  expect(sum(due)).toBe(minor(forecast.amount));
  expect([sum(held.data), held.count]).toEqual([ledger.held, holds.count]);
  for (const { amount, timeline } of held.data) {
    expect(timeline.at(-1)?.held).toBe(amount);
  }
  return { isShort: told.short !== "0.00" };
}

interface Given {
  readonly amountMinor: bigint;
  readonly payment: object;
}

function given({ card }: Scene, random: SeededRandom): Given {
  const { pan, expiryMonth, expiryYear, cvv } = card;
  const amountMinor = BigInt(random.whole(1, 9_000));
  const mcc = random.one(["5734", "5812", "7011"]);
  const merchant = { name: "Shop", mcc, country: "US" };
  const amount = formatAmount(amountMinor, "USD");
  const payment = { pan, expiryMonth, expiryYear, cvv, amount, currency: "USD", merchant };
  return { amountMinor, payment };
}

const ACTS = [
  ...(["pay", "pay", "pay", "clear", "clear", "part", "more", "advice", "reverse"] as const),
  ...(["expire", "fund", "refund", "force", "wait"] as const),
] as const;

/** Triggers a random event on the card, which the network may decline. */
async function happen(scene: Scene, random: SeededRandom, open: string[]): Promise<void> {
  const { amountMinor, payment } = given(scene, random);
  const amount = formatAmount(amountMinor, "USD");
  const authorizationId = open[random.whole(0, open.length)] ?? "none";
  switch (random.one([ACTS[0], ...ACTS])) {
    case "pay": {
      const { body } = await send(app, "authorize", payment);
      open.push(...(body.approved ? [body.authorizationId] : []));
      return;
    }
    case "clear":
      return void (await step(app, "clear", authorizationId));
    case "part":
      return void (await send(app, "clear", { authorizationId, amount, final: false }));
    case "more":
      return void (await step(app, "increment", authorizationId, amount));
    case "advice": {
      // Often more than the available balance, so that part of the amount cannot be held.
      const advised = formatAmount(amountMinor * 3n, "USD");
      return void (await step(app, "advice", authorizationId, advised));
    }
    case "reverse":
      return void (await step(
        app,
        "reverse",
        authorizationId,
        random.oneIn(2) ? amount : undefined,
      ));
    case "expire":
      return void (await step(app, "expire", authorizationId));
    case "fund":
      return void (await fund(app, scene.customer, scene.card, amountMinor * 2n));
    case "refund":
      return void (await send(app, "refund", payment));
    case "force":
      return void (await send(app, "force-post", payment));
    case "wait":
      app.clock.advance(DAY_SECONDS / 4);
      // Expires due holds as the job would, but never during the comparison.
      await expireDueHolds(app.context);
  }
}

test("safe to spend: matches the ledger at every step of a long random walk", async () => {
  const scene = await sceneOf(app, 60_000n);
  const random = seededRandom(SEED);
  // Creates a subscription, so that there is something to forecast.
  for (let week = 0; week < 3; week++) {
    await step(app, "clear", await scene.buy({ name: "Gym", amount: "15.00" }));
    app.clock.advance(7 * DAY_SECONDS - 3_600);
  }
  const open: string[] = [];
  let short = 0;
  expect((await scene.read("safe-to-spend")).forecast.amount).toBe("15.00");
  for (let event = 0; event < EVENTS; event++) {
    await happen(scene, random, open);
    open.splice(0, Math.max(0, open.length - 12));
    short += (await expectEquation(scene)).isShort ? 1 : 0;
  }
  // During the walk, the card had both sufficient and insufficient funds.
  expect(short).toBeGreaterThan(EVENTS / 50);
  expect(short).toBeLessThan(EVENTS - EVENTS / 50);
}, 900_000);
