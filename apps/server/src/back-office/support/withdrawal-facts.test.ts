import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { type Withdrawer, withdrawerFor } from "../../testing/test-withdrawals.ts";
import { closeCase, openCase } from "../cases/index.ts";

let app: CardsApp;
let ada: TestCustomer;
let ben: TestCustomer;
let desk: TestCustomer;
let owner: Withdrawer;
let asked: Awaited<ReturnType<Withdrawer["withdraw"]>>;

beforeAll(async () => {
  app = await createCardsApp();
  [ada, ben] = [await app.newCustomer(), await app.newCustomer()];
  desk = await app.newOperator();
  owner = await withdrawerFor(app.context, ada);
  asked = await owner.withdraw(await owner.quote("20.00"));
});
afterAll(() => app?.close());

async function begin(kind: string, id: string, who = ada) {
  const body = { subject: "About this", text: "Why?", about: { kind, id } };
  return app.call(who, "POST /api/support/conversations", body, { key: newId() });
}

/** Opens a review for the withdrawal, as if it had been held. */
async function held(): Promise<string> {
  const { context } = app;
  const id = await inTransaction(context.db, (tx) =>
    openCase(context, tx, {
      ...{
        kind: "withdrawal",
        subjectId: parseId("wdr", asked.id) ?? "",
        customerId: owner.customerId,
      },
      ...{ amountMinor: 2_000n, currency: "USD", reasons: ["flagged"], needsTwo: false },
    }),
  );
  return `case_${id}`;
}

it("support facts: a withdrawal's facts include stage, costs and a shortened address", async () => {
  const { body } = expectStatus(await begin("withdrawal", asked.id), 201);
  const { address } = owner;
  expect(body.about).toMatchObject({
    ...{ kind: "withdrawal", id: asked.id, title: "Own wallet", status: "processing" },
    ...{ amount: "-20.00", currency: "USD", card: null },
    withdrawal: {
      stage: "cooling",
      destination: `TRC20 ${address.slice(0, 6)}…${address.slice(-4)}`,
      movementId: asked.movementId,
      cancelUntil: asked.cancelUntil,
    },
  });
  const cents = (text: string) => Number(text.replace(".", ""));
  expect(cents(body.about.fee)).toBe(cents(asked.total) - cents(asked.amount));
  expect(JSON.stringify(body.about)).not.toContain(address);
  expect(body.about.case).toBeUndefined();
});

it("support facts: operators see a withdrawal's outcome and whose turn its review is", async () => {
  const begun = expectStatus(await begin("withdrawal", asked.id), 201);
  const caseId = await held();
  const path = `GET /api/admin/support/conversations/${begun.body.id}` as const;
  const open = (await app.call(desk, path)).body;
  expect(open.factsNow.case).toMatchObject({ id: caseId, kind: "withdrawal", turn: "us" });
  expect(open.variables.merchant).toBeUndefined();
  await owner.cancel(asked);
  const subject = { kind: "withdrawal", subjectId: parseId("wdr", asked.id) ?? "" } as const;
  await inTransaction(app.context.db, (tx) => closeCase(app.context, tx, subject, "withdrawn"));
  const { body } = await app.call(desk, path);
  expect([body.about.withdrawal.stage, body.factsNow.withdrawal.stage]).toEqual([
    "cooling",
    "cancelled",
  ]);
  expect(body.factsNow.case).toMatchObject({ id: caseId, turn: null });
});

it("support facts: a case's facts include its type, status, turn and due time", async () => {
  const id = `case_${await inTransaction(app.context.db, (tx) =>
    openCase(app.context, tx, {
      ...{ kind: "profile_change", subjectId: newId(), customerId: owner.customerId },
      ...{ amountMinor: null, currency: null, reasons: ["flagged"], needsTwo: false },
    }),
  )}`;
  const { body } = expectStatus(await begin("review", id), 201);
  const { dueAt } = (await app.call(ada, `GET /api/reviews/${id}`)).body;
  expect(body.about).toMatchObject({
    ...{ kind: "review", id, status: "open", amount: null, currency: null },
    case: { id, kind: "profile_change", turn: "us", dueAt },
  });
  expect(dueAt).not.toBeNull();
});

it("support facts: unknown or other customers' withdrawals and reviews return 404", async () => {
  const reviews = await app.call(ada, "GET /api/reviews");
  const { id: caseId } = reviews.body.data[0];
  const tries = [
    await begin("withdrawal", asked.id, ben),
    await begin("review", caseId, ben),
    await begin("withdrawal", `wdr_${newId()}`),
    await begin("review", `case_${newId()}`),
    await begin("review", asked.id),
    await begin("withdrawal", caseId),
    await begin("withdrawal", "wdr_none"),
  ];
  expect(tries.map(({ status, body }) => [status, body.code])).toEqual(
    tries.map(() => [404, "not_found"]),
  );
  expect(parseId("case", caseId)).toBeDefined();
});

it("support facts: a withdrawal can also be found by the id of its movement", async () => {
  const { body } = expectStatus(await begin("withdrawal", asked.movementId), 201);
  expect(body.about).toMatchObject({ kind: "withdrawal", id: asked.movementId });
});
