import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { fund } from "../../testing/test-cards.ts";
import { reverseAuthorization } from "../holds/release-authorization.ts";
import { keepAnswer } from "../messages/network-messages.repository.ts";
import type { NetworkOutcome } from "../messages/payment-request.ts";
import { incrementAuthorization } from "./increment-authorization.ts";
import type { Cut, LosingContext } from "./lost-answers.fixtures.ts";
import {
  expectTrue,
  KINDS,
  LOST,
  money,
  NOTHING,
  newPayment,
  type Payment,
  reverse,
  send,
} from "./named-payments.fixtures.ts";
import { createGate, stoppableServer } from "./stopped-servers.fixtures.ts";
import { settleHold, settleUnanswered } from "./unanswered/unanswered-holds.ts";

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

test("payments: an approval that another server read from the ledger keeps its hold", async () => {
  const payment = await newPayment(app, "authorization");
  const first = server("after", "before");
  expect(await send(first, payment, LOST)).toBeUndefined();
  const answer = await send(server(), payment);
  expect(answer).toMatchObject({ approved: true, code: "approved" });
  await settleUnanswered(first);
  await expectTrue(app, payment, [answer]);
});

test("payments: a retry stays undecided while its server resolves the hold", async () => {
  const payment = await newPayment(app, "authorization");
  const first = server("after", "before");
  await send(first, payment, LOST);
  expect(await send(first, payment)).toBeUndefined();
  await settleUnanswered(first);
  const answer = await send(first, payment);
  expect(answer).toMatchObject({ approved: false, code: "system_timeout" });
  await expectTrue(app, payment, [answer]);
});

test("payments: an unresolved hold is dropped once another payment has the same key", async () => {
  const payment = await newPayment(app, "authorization");
  const first = server("before", "before");
  await send(first, payment, LOST);
  const answer = await send(server(), payment);
  expect(answer).toMatchObject({ approved: true });
  await settleUnanswered(first);
  const asked = first.sent.length;
  await settleUnanswered(first);
  expect(first.sent.length).toBe(asked);
  const [, decline] = first.sent;
  expect(decline && (await settleHold(server(), decline))).toBe("displaced");
  await expectTrue(app, payment, [answer]);
});

test("payments: an unanswered payment that the network reversed is never approved", async () => {
  const payment = await newPayment(app, "authorization");
  await send(server(), payment, LOST);
  const name = { networkReference: payment.reference };
  await reverseAuthorization(app.context, { ...name, amount: undefined });
  const answer = await send(server(), payment);
  expect(answer).toMatchObject({ approved: false, code: "reversed_before" });
  await expectTrue(app, payment, [answer]);
});

test("payments: a hold that another server incremented is not withdrawn", async () => {
  const payment = await newPayment(app, "authorization");
  const first = server("after", "before");
  await send(first, payment, LOST);
  const name = { networkReference: payment.reference };
  await expect(incrementAuthorization(first, { ...name, amount: "5.00" })).rejects.toMatchObject({
    code: "outcome_unknown",
  });
  await incrementAuthorization(server(), { ...name, amount: "5.00" });
  await settleUnanswered(first);
  expect(await money(app, payment)).toMatchObject({ held: "45.00", spentToday: "45.00" });
  expect(await send(server(), payment)).toMatchObject({ approved: true });
});

/**
 * Stores a conflicting decline, as a server would if it read the ledger without locking the name.
 */
async function storeDecline({ reference }: Payment): Promise<NetworkOutcome> {
  const decline = {
    movementId: newId(),
    approved: false,
    code: "system_timeout",
    amountMinor: 0n,
    currency: "USD",
  } as const;
  await keepAnswer(app.context.db.kysely, [`authorisation:${reference}`], decline);
  return decline;
}

test.each(KINDS)("payments: a repeated %s with a stored decline loses its hold", async (kind) => {
  const payment = await newPayment(app, kind);
  await send(server(), payment, LOST);
  const decline = await storeDecline(payment);
  expect(await money(app, payment)).toMatchObject({ held: "40.00" });
  expect(await send(server(), payment)).toEqual(decline);
  await expectTrue(app, payment, [decline]);
});

test.each(KINDS)(
  "payments: a %s with a stored decline loses the hold that displaced it",
  async (kind) => {
    const payment = await newPayment(app, kind);
    const first = server("before", "before");
    await send(first, payment, LOST);
    await send(server(), payment, LOST);
    const decline = await storeDecline(payment);
    expect(await money(app, payment)).toMatchObject({ held: "40.00" });
    await settleUnanswered(first);
    await expectTrue(app, payment, [decline]);
  },
);

test("payments: an unrecorded decline yields to the hold that another server took", async () => {
  const payment = await newPayment(app, "authorization", 0n);
  const [decided, read] = [createGate(), createGate()];
  const first = server("before");
  const answer = send(first, payment, { beforeAnswer: decided, beforeStoring: read });
  await decided.reached;
  await fund(app, payment.customer, payment.card, 10_000n);
  decided.open();
  await read.reached;
  // The other server creates its own hold and is killed.
  expect(await send(server(), payment, LOST)).toBeUndefined();
  read.open();
  expect(await answer).toMatchObject({ approved: true });
  await expectTrue(app, payment, [await answer]);
});

test("payments: an unrecorded decline is written with its response, before any hold", async () => {
  const payment = await newPayment(app, "authorization", 0n);
  const decided = createGate();
  const answer = send(server("before"), payment, { beforeAnswer: decided });
  await decided.reached;
  await fund(app, payment.customer, payment.card, 10_000n);
  const second = server("before", "before");
  await send(second, payment, LOST);
  decided.open();
  expect(await answer).toMatchObject({ approved: false, code: "insufficient_card_balance" });
  const [hold] = second.sent;
  const late = hold && (await app.context.ledger.submit(hold));
  expect(late).toMatchObject({ outcome: "refused", reason: "mismatch" });
  await settleUnanswered(second);
  await expectTrue(app, payment, [await answer, await send(server(), payment)]);
});

test.each(KINDS)(
  "payments: a %s is declined if its hold commits after its reversal",
  async (kind) => {
    const payment = await newPayment(app, kind);
    const decided = createGate();
    const first = server("before", "before");
    const answer = send(first, payment, { beforeAnswer: decided });
    await decided.reached;
    expect(await reverse(app, payment)).toBe(true);
    const [hold] = first.sent;
    expect(hold && (await app.context.ledger.submit(hold))).toMatchObject({ outcome: "posted" });
    decided.open();
    expect(await answer).toMatchObject({ approved: false, code: "reversed_before" });
    await settleUnanswered(first);
    expect(await money(app, payment)).toEqual(NOTHING);
  },
);
