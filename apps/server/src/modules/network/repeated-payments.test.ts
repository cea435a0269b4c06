import { AsyncLocalStorage } from "node:async_hooks";
import type { Movement } from "@tessera/ledger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppContext } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { fund, openCard, readCard, type TestCard } from "../../testing/test-cards.ts";
import { authoriseNamed } from "./authorise-named.ts";
import { incrementAuthorisation } from "./increment-authorisation.ts";
import { type Cut, losingAnswers } from "./lost-answers.fixtures.ts";
import { networkKeyOf } from "./network-key.ts";
import { answeredOnce, fingerprintOf } from "./network-message.ts";
import { payAtOnce } from "./pay-at-once.ts";
import { createPaymentCardLookup } from "./payment-card-lookup.ts";
import type { NetworkOutcome } from "./payment-request.ts";
import { reverseAuthorisation } from "./release-authorisation.ts";
import { settleHold, settleUnanswered } from "./unanswered-holds.ts";

/** A gate at which a test stops a step, and whether the step has reached it. */
interface Gate {
  readonly reached: Promise<void>;
  readonly open: () => void;
  /** Called by the step; waits until the gate opens. */
  readonly pass: () => Promise<void>;
}

function createGate(): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: opened.resolve,
    pass: () => {
      reached.resolve();
      return opened.promise;
    },
  };
}

/** The gates of the current call, if any. */
interface Stops {
  /** Stops before the second transaction: the ledger is read, but no answer is stored yet. */
  readonly beforeAnswer?: Gate;
  /** Stops before a transaction moves money: it already has all its earlier locks. */
  readonly beforePosting?: Gate;
  transactions: number;
}

const stops = new AsyncLocalStorage<Stops>();

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

/** A server on the tests' database that loses responses and can be stopped halfway. */
function server(...cuts: readonly Cut[]): AppContext & { readonly sent: Movement[] } {
  const losing = losingAnswers(app.context, cuts);
  const { db, ledger } = losing;
  const kysely = new Proxy(db.kysely, {
    get(target, property) {
      const value = Reflect.get(target, property, target);
      if (property !== "transaction") {
        return typeof value === "function" ? value.bind(target) : value;
      }
      return () => stoppable(target.transaction());
    },
  });
  const post: typeof ledger.post = async (tx, movements) => {
    await stops.getStore()?.beforePosting?.pass();
    return ledger.post(tx, movements);
  };
  return { ...losing, db: { ...db, kysely }, ledger: { ...ledger, post } };
}

type Builder = ReturnType<AppContext["db"]["kysely"]["transaction"]>;

function stoppable(builder: Builder): Builder {
  return new Proxy(builder, {
    get(target, property) {
      if (property === "setIsolationLevel") {
        return (level: Parameters<Builder["setIsolationLevel"]>[0]) =>
          stoppable(target.setIsolationLevel(level));
      }
      if (property === "execute") {
        return async (work: Parameters<Builder["execute"]>[0]) => {
          const mine = stops.getStore();
          if (mine !== undefined && ++mine.transactions === 2) {
            await mine.beforeAnswer?.pass();
          }
          return target.execute(work);
        };
      }
      return Reflect.get(target, property, target);
    },
  });
}

const KINDS = { authorization: authoriseNamed, "single message": payAtOnce } as const;
type Kind = keyof typeof KINDS;

interface Payment {
  readonly customer: TestCustomer;
  readonly card: TestCard;
  readonly kind: Kind;
  readonly reference: string;
}

async function newPayment(kind: Kind): Promise<Payment> {
  const customer = await app.newCustomer();
  const card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
  return { customer, card, kind, reference: newId() };
}

/** Sends the payment; undefined if the network gets no final answer. */
async function send(
  context: AppContext,
  { card, kind, reference }: Payment,
  isAnswerLost = false,
): Promise<NetworkOutcome | undefined> {
  const name = `authorisation:${reference}`;
  const fingerprint = fingerprintOf(context, kind, { reference });
  const request = {
    pan: card.pan,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    cvv: card.cvv,
    amountMinor: 4_000n,
    currency: "USD",
    merchant: { name: "Adobe", mcc: "5734", country: "US", category: "software" },
    networkKey: networkKeyOf(reference, undefined),
  } as const;
  try {
    return await answeredOnce(context, [{ name, fingerprint }], async () => {
      const cards = createPaymentCardLookup(context);
      const outcome = await KINDS[kind](context, cards, request, reference);
      if (isAnswerLost) {
        throw new Error("the database is away");
      }
      return outcome;
    });
  } catch (error) {
    const isUndecided = error instanceof Refusal && error.code === "outcome_unknown";
    if (!isUndecided && !isAnswerLost) {
      throw error;
    }
    return undefined;
  }
}

/** What became of the money: on the card, held of it, and counted today. */
async function money({ customer, card }: Payment) {
  const { balance, held, spentToday } = await readCard(app, customer, card);
  return { balance, held, spentToday };
}

const NOTHING = { balance: "100.00", held: "0.00", spentToday: "0.00" };
const BY_ANSWER = {
  authorization: { balance: "100.00", held: "40.00", spentToday: "40.00" },
  "single message": { balance: "60.00", held: "0.00", spentToday: "40.00" },
} as const;

/** Expects that all answers agree, and that the money is where they say. */
async function expectTrue(
  payment: Payment,
  answers: readonly (NetworkOutcome | undefined)[],
): Promise<void> {
  const given = answers.filter((answer) => answer !== undefined);
  const [first] = given;
  expect(first).toBeDefined();
  for (const answer of given) {
    expect(answer).toEqual(first);
  }
  expect(await money(payment)).toEqual(first?.approved ? BY_ANSWER[payment.kind] : NOTHING);
}

/** The interleavings after the first call: a retry and the query of the hold, in two steps each. */
const ORDERS = [
  ["read", "keep", "ask", "end"],
  ["read", "ask", "keep", "end"],
  ["read", "ask", "end", "keep"],
  ["ask", "read", "keep", "end"],
  ["ask", "read", "end", "keep"],
  ["ask", "end", "read", "keep"],
] as const;

const LOSSES: readonly (readonly Cut[])[] = [
  ["after", "before"],
  ["before", "before"],
  ["before", "after"],
];

async function play(
  order: (typeof ORDERS)[number],
  first: AppContext,
  repeating: AppContext,
  payment: Payment,
): Promise<NetworkOutcome | undefined> {
  const beforeAnswer = createGate();
  const beforePosting = createGate();
  let repeat: Promise<NetworkOutcome | undefined> = Promise.resolve(undefined);
  let question: Promise<unknown> = Promise.resolve();
  const isAsking = () =>
    order.indexOf("ask") < order.indexOf("keep") && order.indexOf("keep") < order.indexOf("end");
  const steps = {
    async read() {
      const run = () => send(repeating, payment);
      repeat = stops.run({ beforeAnswer, transactions: 0 }, run);
      await Promise.race([beforeAnswer.reached, repeat]);
    },
    async keep() {
      beforeAnswer.open();
      // If the query holds the payment's name, the answer waits for it.
      await (isAsking() ? undefined : repeat);
    },
    async ask() {
      const run = () => settleUnanswered(first);
      question = stops.run({ beforePosting, transactions: 0 }, run);
      await Promise.race([beforePosting.reached, question]);
    },
    async end() {
      beforePosting.open();
      await question;
    },
  };
  for (const step of order) {
    await steps[step]();
  }
  return repeat;
}

describe.each(Object.keys(KINDS) as Kind[])("the answer to a repeated %s", (kind) => {
  test.each(
    LOSSES.flatMap((cuts) =>
      ORDERS.flatMap((order) =>
        (["the same server", "another server"] as const).flatMap((where) =>
          [true, false].map((isLost) => ({ cuts, order, where, isLost })),
        ),
      ),
    ),
  )("agrees with its hold: $cuts, $order, at $where, first answer lost: $isLost", async (one) => {
    const payment = await newPayment(kind);
    const first = server(...one.cuts);
    const repeating = one.where === "another server" ? server() : first;
    const answers = [await send(first, payment, one.isLost)];
    answers.push(await play(one.order, first, repeating, payment));
    await settleUnanswered(first);
    const asked = first.sent.length;
    answers.push(await send(server(), payment));
    await expectTrue(payment, answers);
    await settleUnanswered(first);
    expect(first.sent.length).toBe(asked);
    await expectTrue(payment, answers);
  });
});

test("an approval that another server read from the ledger keeps its hold", async () => {
  const payment = await newPayment("authorization");
  const first = server("after", "before");
  expect(await send(first, payment, true)).toBeUndefined();
  const answer = await send(server(), payment);
  expect(answer).toMatchObject({ approved: true, code: "approved" });
  await settleUnanswered(first);
  await expectTrue(payment, [answer]);
});

test("a retry is undecided while its server resolves the hold, then declined", async () => {
  const payment = await newPayment("authorization");
  const first = server("after", "before");
  await send(first, payment, true);
  expect(await send(first, payment)).toBeUndefined();
  await settleUnanswered(first);
  const answer = await send(first, payment);
  expect(answer).toMatchObject({ approved: false, code: "system_timeout" });
  await expectTrue(payment, [answer]);
});

test("an unresolved hold is dropped once its key belongs to another payment", async () => {
  const payment = await newPayment("authorization");
  const first = server("before", "before");
  await send(first, payment, true);
  const answer = await send(server(), payment);
  expect(answer).toMatchObject({ approved: true });
  await settleUnanswered(first);
  const asked = first.sent.length;
  await settleUnanswered(first);
  expect(first.sent.length).toBe(asked);
  const [, decline] = first.sent;
  expect(decline && (await settleHold(server(), decline))).toBe("displaced");
  await expectTrue(payment, [answer]);
});

test("a payment that the network reversed unanswered is never approved", async () => {
  const payment = await newPayment("authorization");
  await send(server(), payment, true);
  const name = { networkReference: payment.reference };
  await reverseAuthorisation(app.context, { ...name, amount: undefined });
  const answer = await send(server(), payment);
  expect(answer).toMatchObject({ approved: false, code: "reversed_before" });
  await expectTrue(payment, [answer]);
});

test("a hold that another server incremented is not withdrawn", async () => {
  const payment = await newPayment("authorization");
  const first = server("after", "before");
  await send(first, payment, true);
  const name = { networkReference: payment.reference };
  await expect(incrementAuthorisation(first, { ...name, amount: "5.00" })).rejects.toMatchObject({
    code: "outcome_unknown",
  });
  await incrementAuthorisation(server(), { ...name, amount: "5.00" });
  await settleUnanswered(first);
  expect(await money(payment)).toMatchObject({ held: "45.00", spentToday: "45.00" });
  expect(await send(server(), payment)).toMatchObject({ approved: true });
});
