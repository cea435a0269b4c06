import { DEMO_CARD_NAMES, DEMO_CARDS, type DemoCardName, type DemoMerchant } from "./demo-cards.ts";
import { DEMO_CONVERSATIONS } from "./demo-conversations.ts";
import type { DemoEvent, RuleEvent } from "./demo-events.ts";
import { DemoPurse } from "./demo-purse.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DAYS = 365;
const SEED = 4821;
/**
 * The minimum time between two of the customer's actions, so that they do not spend the same money.
 */
const SPACING_MS = HOUR_MS;

/**
 * An action that the customer plans to take at a specific time. Its details are computed when it is
 * due.
 */
interface Intent {
  readonly at: Date;
  readonly act: (purse: DemoPurse, at: Date) => void;
}

function later(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * HOUR_MS);
}

function priceOf(random: SeededRandom, merchant: DemoMerchant): bigint {
  return BigInt(random.whole(merchant.minMinor, merchant.maxMinor));
}

/** Plans a typical payment. In most cases, the payment is cleared a day later. */
function usualPayment(random: SeededRandom, card: DemoCardName, merchant: DemoMerchant) {
  const amountMinor = priceOf(random, merchant);
  const fate = random.whole(1, 40);
  const hours = random.whole(18, 44);
  const refundDays = random.whole(3, 12);
  return (purse: DemoPurse, at: Date): void => {
    const ref = purse.pay(at, card, merchant, amountMinor);
    const then = later(at, hours);
    if (fate === 1) {
      purse.settle({ at: then, ref, card, how: "reverse" });
    } else if (fate === 2) {
      const days = merchant.mcc === "7011" || merchant.mcc === "3357" ? 31 : 7;
      purse.settle({ at: later(at, days * 24), ref, card, how: "expire" });
    } else if (fate <= 5) {
      const settledMinor = (amountMinor * 9n) / 10n;
      purse.settle({ at: then, ref, card, how: "clear", amountMinor: settledMinor });
    } else {
      purse.settle({ at: then, ref, card, how: "clear" });
      if (fate <= 8) {
        const at = later(then, refundDays * 24);
        purse.add({ type: "refund", at, card, merchant, amountMinor });
      }
    }
  };
}

function cardIntents(random: SeededRandom, startMs: number, name: DemoCardName): Intent[] {
  const card = DEMO_CARDS[name];
  const intents: Intent[] = [
    {
      at: new Date(startMs + card.opensOnDay * DAY_MS + 9 * HOUR_MS),
      act: (purse, at) => purse.issue(at, name),
    },
  ];
  for (let day = card.opensOnDay + 1; day < DAYS - 1; day += 1) {
    const dayMs = startMs + day * DAY_MS;
    const date = new Date(dayMs).getUTCDate();
    const due = card.subscriptions.filter(({ dayOfMonth }) => dayOfMonth === date);
    const bought = random.oneIn(card.daysBetweenPayments) ? [random.one(card.merchants)] : [];
    for (const merchant of [...due, ...bought]) {
      const at = new Date(dayMs + random.whole(7 * 60, 22 * 60) * 60_000);
      intents.push({ at, act: usualPayment(random, name, merchant) });
    }
  }
  return intents;
}

type Moment = (day: number, hour: number) => Date;

function dayClock(startMs: number): Moment {
  return (day, hour) => new Date(startMs + day * DAY_MS + hour * HOUR_MS);
}

/** Returns the deposits that the customer makes, one for each possible outcome. */
function depositIntents(on: Moment): Intent[] {
  return [
    { at: on(0, 10), act: (purse, at) => purse.deposit(at, 500_000n) },
    {
      at: on(33, 15),
      act: (purse, at) => purse.deposit(at, 100_000n, { paidMinor: null, ends: "expired" }),
    },
    { at: on(71, 12), act: (purse, at) => purse.deposit(at, 200_000n, { paidMinor: 150_000n }) },
    { at: on(96, 9), act: (purse, at) => purse.deposit(at, 80_000n, { currency: "EUR" }) },
    { at: on(140, 18), act: (purse, at) => purse.deposit(at, 120_000n, { ends: "late" }) },
    {
      at: on(201, 11),
      act: (purse, at) => purse.deposit(at, 300_000n, { paidMinor: null, ends: "cancelled" }),
    },
  ];
}

/** Returns payments that are declined for different reasons. */
function declineIntents(on: Moment): Intent[] {
  const [meta] = DEMO_CARDS.ads.merchants;
  const [namecheap] = DEMO_CARDS.software.merchants;
  const [uber, , booking = uber] = DEMO_CARDS.travel.merchants;
  const [taobao] = DEMO_CARDS.shopping.merchants;
  const fail = (at: Date, payment: Omit<Parameters<DemoPurse["fail"]>[0], "at">): Intent => ({
    at,
    act: (purse, then) => purse.fail({ at: then, ...payment }),
  });
  return [
    fail(on(104, 13), { card: "ads", merchant: meta, amountMinor: 1_200_000n }),
    fail(on(88, 16), {
      card: "software",
      merchant: namecheap,
      amountMinor: 4_800n,
      mistake: "expiry",
    }),
    fail(on(152, 8), { card: "software", merchant: namecheap, amountMinor: 260_000n }),
    fail(on(187, 20), { card: "travel", merchant: booking, amountMinor: 2_400_000n }),
    {
      at: on(230, 7),
      act: (purse, at) => {
        purse.add({ type: "freeze", at, card: "shopping" });
        const amountMinor = 19_900n;
        purse.fail({ at: later(at, 0.2), card: "shopping", merchant: taobao, amountMinor });
        purse.add({ type: "unfreeze", at: later(at, 0.5), card: "shopping" });
      },
    },
  ];
}

/**
 * Returns rare events, such as unloading a card to the account, or a rental whose authorization is
 * incremented.
 */
function rareIntents(on: Moment): Intent[] {
  const [uber, , , rental = uber] = DEMO_CARDS.travel.merchants;
  return [
    { at: on(110, 19), act: (purse, at) => purse.withdraw(at, "ads", 40_000n) },
    { at: on(173, 10), act: (purse, at) => purse.withdraw(at, "travel", 25_000n) },
    { at: on(298, 14), act: (purse, at) => purse.withdraw(at, "shopping", 60_000n) },
    {
      at: on(243, 9),
      act: (purse, at) => {
        const ref = purse.pay(at, "travel", rental, 42_000n);
        const more = { ref, card: "travel", amountMinor: 6_500n } as const;
        purse.settle({ at: later(at, 30), how: "increment", ...more });
        purse.settle({ at: later(at, 96), ref, card: "travel", how: "clear" });
        const late = { card: "travel", merchant: rental, amountMinor: 3_150n } as const;
        purse.add({ type: "force_post", at: later(at, 150), ...late });
      },
    },
    { at: on(310, 10), act: (purse, at) => purse.topUp(at, "ads", 250_000n) },
  ];
}

/** Returns the rules that the customer has by the end, and the payments that match them. */
function ruleIntents(on: Moment): Intent[] {
  const [meta, google = meta] = DEMO_CARDS.ads.merchants;
  const rule = (at: Date, made: Omit<RuleEvent, "type" | "at">): Intent => ({
    at,
    act: (purse, then) => purse.add({ type: "rule", at: then, ...made }),
  });
  return [
    rule(on(302, 10), {
      card: "ads",
      name: "Ads, 600 a day",
      when: { spending: { over: "600.00", window: "day" } },
      action: "decline",
      status: "active",
    }),
    rule(on(318, 9), {
      card: "travel",
      name: "Ask me above 1,500",
      when: { amount: { is: "over", amount: "1500.00" } },
      action: "review",
      status: "active",
    }),
    rule(on(330, 20), {
      card: "software",
      name: "Tell me of large bills",
      when: { amount: { is: "over", amount: "90.00" } },
      action: "notify",
      status: "active",
    }),
    rule(on(341, 11), {
      card: "shopping",
      name: "No shopping at night",
      when: { hours: { from: "00:00", to: "06:00" } },
      action: "decline",
      status: "shadow",
    }),
    ...[346, 359].map((day, place) => ({
      at: on(day, 17),
      act: (purse: DemoPurse, at: Date) => {
        const amountMinor = 64_000n + BigInt(place) * 5_500n;
        purse.meetRule({ at, card: "ads", merchant: google, amountMinor });
      },
    })),
  ];
}

/** A premium US dollar card product for which the customer has no card. */
const HELD_SEGMENT_ID = "01900000-0000-7000-8000-000000000008";

/** Returns address book entries, a withdrawal that is paid out, and a resolved conversation. */
function deskIntents(on: Moment): Intent[] {
  const { settled } = DEMO_CONVERSATIONS;
  return [
    {
      at: on(338, 13),
      act: (purse, at) => purse.add({ type: "address", at, name: "hardware" }),
    },
    {
      at: on(351, 10),
      act: (purse, at) => purse.payOut({ at, to: "hardware", amountMinor: 12_000n }),
    },
    {
      at: on(360, 9),
      act: (purse, at) => purse.add({ type: "conversation", at, ...settled }),
    },
    {
      at: on(362, 15),
      act: (purse, at) => purse.add({ type: "address", at, name: "exchange" }),
    },
  ];
}

/** Adds the work that awaits operators. */
function atDesk(purse: DemoPurse, endsAt: Date): void {
  const ago = (hours: number): Date => later(endsAt, -hours);
  const { answered, waiting } = DEMO_CONVERSATIONS;
  purse.add({
    type: "proposal",
    at: ago(5),
    amountMinor: 1_250n,
    reason: "Goodwill for a refund that came late",
    reference: "SUP-1042",
  });
  purse.applyAndWait({
    at: ago(2.5),
    segmentId: HELD_SEGMENT_ID,
    nickname: "Conference trip",
    reason: "Asked to have the next application looked at",
  });
  // The withdrawal goes to an address added this week, and its amount requires a review.
  purse.payOut({ at: ago(1.5), to: "exchange", amountMinor: 10_000n });
  purse.add({ type: "conversation", at: ago(1.2), ...answered });
  purse.add({ type: "conversation", at: ago(0.5), ...waiting });
}

/**
 * Returns a time on the day that contains `endsAt`. `share` is a fraction of the part of the day
 * that has elapsed.
 */
function today(endsAt: Date, dayStartsAt: Date, share: number): Date {
  const pastMs = endsAt.getTime() - dayStartsAt.getTime();
  return new Date(dayStartsAt.getTime() + Math.floor(pastMs * share));
}

/** Adds the events from yesterday and today, which a first-time visitor sees at the top. */
function latest(purse: DemoPurse, endsAt: Date, dayStartsAt: Date): void {
  const yesterday = (hour: number): Date => later(dayStartsAt, hour - 24);
  const now = (share: number): Date => today(endsAt, dayStartsAt, share);
  const [meta] = DEMO_CARDS.ads.merchants;
  const [namecheap] = DEMO_CARDS.software.merchants;
  const [uber, cathay, booking = uber] = DEMO_CARDS.travel.merchants;
  const [taobao] = DEMO_CARDS.shopping.merchants;
  const [figma, adobe] = DEMO_CARDS.software.subscriptions;
  purse.topUp(yesterday(7), "ads", 300_000n);
  purse.topUp(yesterday(8), "software", 150_000n);
  purse.topUp(yesterday(9), "travel", 250_000n);
  purse.topUp(yesterday(10), "shopping", 400_000n);
  const decline = { at: yesterday(16), card: "software", amountMinor: 1_498n } as const;
  purse.fail({ ...decline, merchant: namecheap, mistake: "cvv" });
  purse.withdraw(yesterday(18), "travel", 13_900n);
  purse.deposit(yesterday(18.5), 800_000n, { network: "TRC20" });
  const flight = purse.pay(yesterday(21), "travel", cathay ?? uber, 128_455n);
  purse.pay(now(0.25), "shopping", taobao, 23_800n);
  if (figma !== undefined) {
    const ref = purse.pay(now(0.4), "ads", figma, 3_000n);
    purse.settle({ at: now(0.45), ref, card: "ads", how: "clear" });
  }
  purse.settle({ at: now(0.5), ref: flight, card: "travel", how: "clear" });
  if (adobe !== undefined) {
    purse.pay(now(0.6), "software", adobe, 9_600n);
  }
  // This payment waits for the customer's approval.
  purse.meetRule({ at: now(0.7), card: "travel", merchant: booking, amountMinor: 186_000n });
  const ads = purse.pay(now(0.85), "ads", meta, 18_240n);
  purse.settle({ at: now(0.9), ref: ads, card: "ads", how: "clear" });
}

function spaced(intents: readonly Intent[]): Intent[] {
  let free = 0;
  return intents
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((intent) => {
      const atMs = Math.max(intent.at.getTime(), free);
      free = atMs + SPACING_MS;
      return { ...intent, at: new Date(atMs) };
    });
}

/**
 * Plans a year of events for the demo customer up to `endsAt`, in chronological order. The plan is
 * always the same.
 *
 * @param dayStartsAt the start of the program's day that contains `endsAt`
 */
export function planDemo(endsAt: Date, dayStartsAt: Date): DemoEvent[] {
  const random = seededRandom(SEED);
  const startMs = dayStartsAt.getTime() - DAYS * DAY_MS;
  const purse = new DemoPurse(random);
  const on = dayClock(startMs);
  const intents = [
    ...depositIntents(on),
    ...declineIntents(on),
    ...rareIntents(on),
    ...ruleIntents(on),
    ...deskIntents(on),
    ...DEMO_CARD_NAMES.flatMap((name) => cardIntents(random, startMs, name)),
  ];
  const untilMs = dayStartsAt.getTime() - DAY_MS;
  for (const { at, act } of spaced(intents)) {
    if (at.getTime() < untilMs) {
      act(purse, at);
    }
  }
  latest(purse, endsAt, dayStartsAt);
  atDesk(purse, endsAt);
  return purse.events
    .filter(({ at }) => at <= endsAt)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
