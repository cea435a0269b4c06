import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppContext } from "../../platform/context.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import type { Cut, LosingContext } from "../requests/lost-answers.fixtures.ts";
import {
  BY_ANSWER,
  expectTrue,
  KINDS,
  LOST,
  money,
  NOTHING,
  newPayment,
  type Payment,
  reverse,
  send,
} from "../requests/named-payments.fixtures.ts";
import { createGate, stoppableServer, stoppedAt } from "../requests/stopped-servers.fixtures.ts";
import { settleUnanswered } from "../requests/unanswered/unanswered-holds.ts";
import { settleUnmatched } from "../unmatched/settle-unmatched.ts";
import type { NetworkOutcome } from "./payment-request.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

function server(...cuts: readonly Cut[]): LosingContext {
  return stoppableServer(app.context, cuts);
}

/**
 * The orders in which the two steps of a retry and the two steps of the lookup of the hold can
 * interleave after the first call.
 */
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
      const run = () => send(repeating, payment, { beforeAnswer });
      repeat = run();
      await Promise.race([beforeAnswer.reached, repeat]);
    },
    async keep() {
      beforeAnswer.open();
      // If the lookup has locked the payment's name, the response waits for the lookup.
      await (isAsking() ? undefined : repeat);
    },
    async ask() {
      const run = () => settleUnanswered(first);
      question = stoppedAt({ beforePosting }, run);
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

describe.each(KINDS)("the response to a repeated %s", (kind) => {
  test.each(
    LOSSES.flatMap((cuts) =>
      ORDERS.flatMap((order) =>
        (["the same server", "another server"] as const).flatMap((where) =>
          [true, false].map((isLost) => ({ cuts, order, where, isLost })),
        ),
      ),
    ),
  )("agrees with its hold: $cuts, $order, at $where, first response lost: $isLost", async (one) => {
    const payment = await newPayment(app, kind);
    const first = server(...one.cuts);
    const repeating = one.where === "another server" ? server() : first;
    const answers = [await send(first, payment, one.isLost ? LOST : {})];
    answers.push(await play(one.order, first, repeating, payment));
    await settleUnanswered(first);
    const asked = first.sent.length;
    answers.push(await send(server(), payment));
    await expectTrue(app, payment, answers);
    await settleUnanswered(first);
    expect(first.sent.length).toBe(asked);
    await expectTrue(app, payment, answers);
  });
});

/**
 * The steps of one payment on two servers, `1` and `2`. Each server decides the payment and
 * responds. The first server is also stopped between reading the ledger and storing its response. A
 * reversal of the payment may come in between.
 */
type Step = "decide 1" | "read 1" | "store 1" | "decide 2" | "answer 2" | "reverse";

const FIRST: readonly Step[] = ["decide 1", "read 1", "store 1"];
const SECOND: readonly Step[] = ["decide 2", "answer 2"];

/**
 * Returns every interleaving of the parties' steps that preserves the order of each party's steps.
 */
function ordersOf(...parties: readonly (readonly Step[])[]): Step[][] {
  const open = parties.filter((steps) => steps.length > 0);
  return open.length === 0
    ? [[]]
    : open.flatMap((steps) => {
        const [next, ...rest] = steps;
        const others = open.filter((one) => one !== steps);
        return ordersOf(rest, ...others).map((order) => (next ? [next, ...order] : order));
      });
}

const MEETINGS = [...ordersOf(FIRST, SECOND), ...ordersOf(FIRST, SECOND, ["reverse"])];

/** How long, in ms, a test waits for a step that the lock is expected to block. */
const LOCKED_MS = 30;

interface Met {
  readonly answers: readonly (NetworkOutcome | undefined)[];
  readonly isReversed: boolean;
  /** Whether the reversal was accepted before any server could store a response. */
  readonly isReversedFirst: boolean;
}

async function meet(order: readonly Step[], first: AppContext, payment: Payment): Promise<Met> {
  const gates = { decided: createGate(), read: createGate(), other: createGate() };
  let mine: Promise<NetworkOutcome | undefined> = Promise.resolve(undefined);
  let other: Promise<NetworkOutcome | undefined> = Promise.resolve(undefined);
  let reversal = Promise.resolve(false);
  let isAnswered = false;
  let isReversedFirst = false;
  /** Whether the other parties are waiting for the first server's lock on the name. */
  const isLocked = (at: number) => order.indexOf("read 1") < at && at < order.indexOf("store 1");
  const steps: Record<Step, (at: number) => Promise<unknown>> = {
    async "decide 1"() {
      mine = send(first, payment, { beforeAnswer: gates.decided, beforeStoring: gates.read });
      await Promise.race([gates.decided.reached, mine]);
    },
    async "read 1"() {
      gates.decided.open();
      await Promise.race([gates.read.reached, mine]);
    },
    async "store 1"() {
      isAnswered = true;
      gates.read.open();
      await Promise.all([mine, reversal]);
    },
    async "decide 2"() {
      other = send(server(), payment, { beforeAnswer: gates.other });
      await Promise.race([gates.other.reached, other]);
    },
    async "answer 2"(at) {
      isAnswered ||= !isLocked(at);
      gates.other.open();
      await (isLocked(at) ? sleep(LOCKED_MS) : other);
    },
    async reverse(at) {
      reversal = reverse(app, payment);
      const isAccepted = isLocked(at) ? sleep(LOCKED_MS, false) : reversal;
      isReversedFirst = (await Promise.race([reversal, isAccepted])) && !isAnswered;
    },
  };
  for (const [at, step] of order.entries()) {
    await steps[step](at);
  }
  const answers = await Promise.all([mine, other]);
  return { answers, isReversed: await reversal, isReversedFirst };
}

const MEETING_LOSSES: readonly (readonly Cut[])[] = [
  ["before", "before"],
  ["after", "before"],
];

describe.each(KINDS)("a %s decided by two servers at the same time", (kind) => {
  test.each(MEETING_LOSSES.flatMap((cuts) => MEETINGS.map((order) => ({ cuts, order }))))(
    "gets one response, which agrees with its hold: $cuts, $order",
    async ({ cuts, order }) => {
      const payment = await newPayment(app, kind);
      const first = server(...cuts);
      const { answers, isReversed, isReversedFirst } = await meet(order, first, payment);
      await settleUnanswered(first);
      await settleUnmatched(app.context);
      const last = await send(server(), payment);
      expect(last).toBeDefined();
      for (const answer of answers.filter((one) => one !== undefined)) {
        expect(answer).toEqual(last);
      }
      if (isReversedFirst) {
        expect(last).toMatchObject({ approved: false });
      }
      const isKept = last?.approved === true && !(isReversed && kind === "authorization");
      expect(await money(app, payment)).toEqual(isKept ? BY_ANSWER[kind] : NOTHING);
    },
  );
});
