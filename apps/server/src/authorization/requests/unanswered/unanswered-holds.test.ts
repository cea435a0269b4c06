import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AppContext } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { serverProcessOf } from "../../../platform/processes/server-process.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { fund, openCard, readCard, type TestCard } from "../../../testing/test-cards.ts";
import { createPaymentCardLookup } from "../../holds/payment-card-lookup.ts";
import { reverseAuthorization } from "../../holds/release-authorization.ts";
import type { NetworkOutcome } from "../../messages/payment-request.ts";
import { authorize } from "../authorize.ts";
import { recordOf } from "../decline-record.ts";
import { type Cut, losingAnswers } from "../lost-answers.fixtures.ts";
import { beat, startHeartbeat, stopHeartbeat } from "../process-heartbeat.ts";
import { separate } from "../separate-processes.fixtures.ts";
import { createGate } from "../stopped-servers.fixtures.ts";
import { keepAsking, settleUnanswered } from "./unanswered-holds.ts";

let app: CardsApp;
let customer: TestCustomer;
let card: TestCard;

beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  customer = await app.newCustomer();
  card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
});

function cutting(...cuts: readonly Cut[]) {
  return losingAnswers(app.context, cuts);
}

/** Returns the holds for which questions are stored. */
async function questions(): Promise<string[]> {
  const rows = await app.context.db.sql<{ id: string }[]>`
    select movement_id as id from open_hold_question order by 1`;
  return rows.map(({ id }) => id);
}

function pay(context: AppContext): Promise<NetworkOutcome> {
  return authorize(context, createPaymentCardLookup(context), {
    pan: card.pan,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    cvv: card.cvv,
    amountMinor: 4_000n,
    currency: "USD",
    merchant: { name: "Adobe", mcc: "5734", country: "US", category: "software" },
  });
}

/** Reads the payments in the card's history, the amount on hold, and the counted amounts. */
async function standing() {
  const rows = await app.context.db.sql<{ id: string; status: string }[]>`
    select id, status from ledger.movement_view
    where card_id = ${card.id.slice("card_".length)} and kind = 'purchase' and parent_id is null`;
  const { held, spentToday } = await readCard(app, customer, card);
  return { rows: [...rows], held, spentToday };
}

test("unanswered holds: a payment whose response is lost is approved with its hold", async () => {
  const outcome = await pay(cutting("after"));
  expect(outcome).toMatchObject({ approved: true, code: "approved", amountMinor: 4_000n });
  expect(await standing()).toEqual({
    rows: [{ id: outcome.movementId, status: "processing" }],
    held: "40.00",
    spentToday: "40.00",
  });
});

test("unanswered holds: an uncommitted hold is declined and cannot commit later", async () => {
  const context = cutting("before");
  const outcome = await pay(context);
  expect(outcome).toMatchObject({ approved: false, code: "system_timeout", amountMinor: 0n });
  const [hold] = context.sent;
  const late = hold && (await app.context.ledger.submit(hold));
  expect(late).toMatchObject({ outcome: "refused", reason: "mismatch" });
  expect(await standing()).toEqual({
    rows: [{ id: outcome.movementId, status: "declined" }],
    held: "0.00",
    spentToday: "0.00",
  });
});

test.each<readonly [Cut, Cut]>([
  ["after", "before"],
  ["before", "before"],
  ["before", "after"],
])(
  "unanswered holds: a hold lost %s its commit is declined even if a query is lost %s commit",
  async (first, second) => {
    const context = cutting(first, second, "before");
    const outcome = await pay(context);
    expect(outcome).toMatchObject({ approved: false, code: "system_timeout" });
    // The first query fails because the database is unavailable; the second succeeds.
    await settleUnanswered(context);
    await settleUnanswered(context);
    expect(await standing()).toEqual({
      rows: [{ id: outcome.movementId, status: "declined" }],
      held: "0.00",
      spentToday: "0.00",
    });
    const asked = context.sent.length;
    await settleUnanswered(context);
    expect(context.sent).toHaveLength(asked);
  },
);

test("unanswered holds: a hold that the network reversed is not queried again", async () => {
  const context = cutting("after", "before");
  const { movementId } = await pay(context);
  await reverseAuthorization(app.context, { authorisationId: movementId, amount: undefined });
  await settleUnanswered(context);
  const asked = context.sent.length;
  await settleUnanswered(context);
  expect(context.sent).toHaveLength(asked);
  expect((await standing()).held).toBe("0.00");
});

test.each<readonly [Cut, Cut]>([
  ["after", "before"],
  ["before", "before"],
])(
  "unanswered holds: a hold lost %s its commit is resolved by the next process after a kill",
  async (first, second) => {
    const killed = separate(cutting(first, second));
    await startHeartbeat(killed);
    const outcome = await pay(killed);
    expect(outcome).toMatchObject({ approved: false, code: "system_timeout" });
    await beat(killed);
    await app.context.db.sql`
      update server_process set heartbeat_at = now() - interval '31 seconds'
      where id = ${serverProcessOf(killed)?.id ?? null}`;

    const next = separate(cutting());
    await startHeartbeat(next);
    await beat(next);
    await settleUnanswered(next);
    // The app's own server may have gotten there first.
    await expect.poll(standing, { timeout: 60_000 }).toEqual({
      rows: [{ id: outcome.movementId, status: "declined" }],
      held: "0.00",
      spentToday: "0.00",
    });
    await expect.poll(questions, { timeout: 60_000 }).toEqual([]);
    await stopHeartbeat(next);
  },
);

test("unanswered holds: declines that an earlier version stored on disk are resolved", async () => {
  const context = cutting("after", "before");
  const outcome = await pay(context);
  const [, decline] = context.sent;
  if (decline === undefined) {
    throw new Error("no decline was submitted");
  }
  const folder = join(app.context.config.dataDir, "unanswered-holds");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${decline.id}.json`), JSON.stringify(recordOf(decline)));
  // A damaged file must not prevent a server from starting.
  const damaged = `${newId()}.json`;
  await writeFile(join(folder, damaged), "{");

  const next = separate(cutting());
  await startHeartbeat(next);
  expect(await readdir(folder)).toEqual([damaged]);
  expect(await questions()).toEqual([decline.id]);
  await settleUnanswered(next);
  expect(await standing()).toMatchObject({
    rows: [{ id: outcome.movementId, status: "declined" }],
    held: "0.00",
  });
  expect(await questions()).toEqual([]);
  await stopHeartbeat(next);

  await rm(join(folder, damaged));
  const after = separate(cutting());
  await startHeartbeat(after);
  await expect(readdir(folder)).rejects.toThrow("ENOENT");
  await settleUnanswered(after);
  expect(after.sent).toEqual([]);
  await stopHeartbeat(after);
});

test("unanswered holds: a stopping server finishes the current hold but not the rest", async () => {
  const context = cutting("before", "before");
  await pay(context);
  const [, decline] = context.sent;
  let asked = 0;
  const second = createGate();
  const away: AppContext = {
    ...context,
    ledger: {
      ...context.ledger,
      submit: async () => {
        asked += 1;
        if (asked === 2) {
          await second.pass();
        }
        throw new Error("the database is unavailable");
      },
    },
  };
  for (let question = 0; question < 20 && decline !== undefined; question++) {
    keepAsking(away, { ...decline, id: newId() });
  }
  const stopping = new AbortController();
  const asking = settleUnanswered(away, stopping.signal);
  await second.reached;
  stopping.abort();
  second.open();
  await asking;
  expect(asked).toBe(2);
});
