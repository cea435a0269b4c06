import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { feesInput } from "../../back-office/program/program.fixtures.ts";
import { StandingClock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, openCard, type TestCard } from "../../testing/test-cards.ts";
import { withdrawerFor } from "../../testing/test-withdrawals.ts";
import { createQuote } from "../funding/index.ts";
import { feeScheduleAt } from "./fee-schedule.ts";

let app: CardsApp;
let admin: TestCustomer;
let customer: TestCustomer;
let card: TestCard;

beforeAll(async () => {
  app = await createCardsApp();
  admin = await app.newOperator("administrator");
  customer = await app.newCustomer({ USD: 10_000_000n });
  card = await openCard(app, customer);
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const PATH = "/api/admin/programme/fees";
const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000);

const publish = (body: object, key = newId()) => app.call(admin, `POST ${PATH}`, body, { key });

function quote(amount = "100.00") {
  const asked = { operation: "deposit", amount };
  return app.call(customer, `POST /api/cards/${card.id}/quote`, asked);
}

const spend = (quoteId: string) =>
  app.call(customer, `POST /api/cards/${card.id}/deposit`, { quoteId }, { key: newId() });

async function versions() {
  return expectStatus(await app.call(admin, `GET ${PATH}`), 200).body.data;
}

test("fees: a version takes effect at its exact time, and quotes keep their price", async () => {
  const at = inSeconds(600);
  const { body: published } = expectStatus(await publish(feesInput(at)), 201);
  expect(published).toMatchObject({ status: "scheduled", publishedBy: admin.username });
  const { context } = app;
  const { kysely } = context.db;
  const before = await feeScheduleAt(kysely, new Date(at.getTime() - 1));
  const after = await feeScheduleAt(kysely, at);
  expect([before.cardDepositBasisPoints, after.cardDepositBasisPoints]).toEqual([350, 400]);

  const asked = {
    customerId: customer.customerId,
    cardId: card.id.slice("card_".length),
    operation: "deposit",
    amount: "100.00",
  } as const;
  const clock = new StandingClock(new Date(at.getTime() - 1));
  const last = await createQuote({ ...context, clock }, asked);
  clock.moveTo(at);
  const first = await createQuote({ ...context, clock }, asked);
  expect([last.fee, first.fee]).toEqual(["3.50", "4.00"]);

  app.clock.advance(601);
  const charged = expectStatus(await spend(last.quoteId), 201).body;
  expect(charged).toMatchObject({ fee: "3.50", total: "103.50" });
  expect((await quote()).body).toMatchObject({ fee: "4.00", total: "104.00" });
  const legal = await app.call(undefined, "GET /api/fee-schedule");
  expect(legal.body).toMatchObject({ version: published.version, cardOpeningFee: "2.00" });
  expect((await versions()).map(({ status }: { status: string }) => status)).toEqual([
    "in_force",
    "past",
  ]);
});

describe("publishing fees", () => {
  test("is rejected if they would take effect too soon or at another version's time", async () => {
    const soon = await publish(feesInput(inSeconds(30)));
    expect(soon.body.fields).toMatchObject([{ path: "effectiveFrom", code: "out_of_range" }]);
    const at = inSeconds(7_200);
    expectStatus(await publish(feesInput(at)), 201);
    const taken = await publish(feesInput(at, { cardDepositBasisPoints: 401 }));
    expect(taken).toMatchObject({ status: 409, body: { code: "fees_moment_taken" } });
  });

  test("happens once per idempotency key, even without the stored response", async () => {
    const key = newId();
    const body = feesInput(inSeconds(7_300));
    const first = expectStatus(await publish(body, key), 201).body;
    await app.context.db.sql`delete from idempotency_answer`;
    const again = expectStatus(await publish(body, key), 201).body;
    expect(again.version).toBe(first.version);
    await app.context.db.sql`delete from idempotency_answer`;
    const other = await publish(
      { ...body, cardOpeningFees: { ...body.cardOpeningFees, EUR: "3.00" } },
      key,
    );
    expect(other.body.code).toBe("idempotency_mismatch");
  });

  test("creates 20 versions in 20 concurrent calls", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => publish(feesInput(inSeconds(8_000 + place)))),
    );
    const numbers = answers.map((answer) => expectStatus(answer, 201).body.version);
    expect(new Set(numbers).size).toBe(20);
  });
});

describe("canceling fees", () => {
  test("before they take effect keeps the previous version and frees the start time", async () => {
    const at = inSeconds(86_400);
    const { version } = expectStatus(await publish(feesInput(at)), 201).body;
    const gone = await app.call(admin, `POST ${PATH}/${version}/cancel`);
    expect(gone.body).toMatchObject({ status: "cancelled", cancelled: { by: admin.username } });
    const again = await app.call(admin, `POST ${PATH}/${version}/cancel`);
    expect(again.body).toEqual(gone.body);
    const then = await feeScheduleAt(app.context.db.kysely, at);
    expect(then.version).not.toBe(version);
    expectStatus(await publish(feesInput(at)), 201);
  });

  test("is rejected if they are in force or about to be", async () => {
    const { version } = (await versions()).find(
      ({ status }: { status: string }) => status === "in_force",
    );
    const late = await app.call(admin, `POST ${PATH}/${version}/cancel`);
    expect(late).toMatchObject({ status: 409, body: { code: "fees_in_force" } });
    const { body } = expectStatus(await publish(feesInput(inSeconds(90))), 201);
    app.clock.advance(40);
    const near = await app.call(admin, `POST ${PATH}/${body.version}/cancel`);
    expect(near.body.code).toBe("fees_in_force");
    for (const missing of ["999999", "none"]) {
      expect((await app.call(admin, `POST ${PATH}/${missing}/cancel`)).status).toBe(404);
    }
  });

  test("is rejected by the database itself for a version that has been in force", async () => {
    const { sql } = app.context.db;
    await expect(sql`
      insert into fee_schedule_cancellation values (1, 'somebody', now())`).rejects.toThrow(
      "Fees in force",
    );
    await expect(sql`update fee_schedule set version = 7`).rejects.toThrow();
  });
});

test("fees: a preview compares customers' costs and counts quotes at the old price", async () => {
  await fund(app, customer, card, 1_000n);
  const body = feesInput(inSeconds(40_000), { cardDepositBasisPoints: 475 });
  const { openQuotes } = (await app.call(admin, `POST ${PATH}/preview`, body)).body;
  const open = expectStatus(await quote(), 201).body;
  const { body: preview } = expectStatus(await app.call(admin, `POST ${PATH}/preview`, body), 200);
  expect(preview.after).toEqual({
    cardOpeningFees: [
      { currency: "USD", amount: "2.00" },
      { currency: "CNY", amount: "14.00" },
      { currency: "EUR", amount: "1.70" },
    ],
    deposits: [
      { amount: "100.00", fee: "4.75", total: "104.75" },
      { amount: "1000.00", fee: "47.50", total: "1047.50" },
    ],
    withdrawals: [
      { amount: "100.00", fee: "1.50", total: "101.50" },
      { amount: "1000.00", fee: "15.00", total: "1015.00" },
    ],
  });
  expect(preview.before.deposits[0].fee).toBe("4.00");
  expect(preview.openQuotes).toBe(openQuotes + 1);
  expectStatus(await spend(open.quoteId), 201);
  const later = await app.call(admin, `POST ${PATH}/preview`, body);
  expect(later.body.openQuotes).toBe(openQuotes);
});

test("fees: a preview counts withdrawals that were quoted but not yet requested", async () => {
  const owner = await withdrawerFor(app.context, customer);
  const body = feesInput(inSeconds(40_000), { cardDepositBasisPoints: 475 });
  const count = async () => (await app.call(admin, `POST ${PATH}/preview`, body)).body.openQuotes;
  const before = await count();
  const quoteId = await owner.quote("10.00");
  expect(await count()).toBe(before + 1);
  await owner.withdraw(quoteId);
  expect(await count()).toBe(before);
});

test("fees: publishing and canceling write audit events", async () => {
  const rows = await app.context.db.sql<{ action: string; data: { after?: object } }[]>`
    select action, data from ledger.audit where action like 'fees.%' order by id`;
  expect(rows.map(({ action }) => action)).toContain("fees.cancel");
  expect(rows[0]).toMatchObject({
    action: "fees.publish",
    data: { role: "administrator", after: { cardDepositBasisPoints: 400 } },
  });
});

test("fees: the markup starts at one percent, and stays unless another one is given", async () => {
  const { context } = app;
  const at = (seconds: number) => feeScheduleAt(context.db.kysely, inSeconds(seconds));
  expect((await at(0)).foreignMarkupBasisPoints).toBe(100);
  const given = { ...feesInput(inSeconds(500_000)), foreignMarkupBasisPoints: 85 };
  expectStatus(await publish(given), 201);
  const key = newId();
  const without = feesInput(inSeconds(600_000));
  const { body } = expectStatus(await publish(without, key), 201);
  expect(body.foreignMarkupBasisPoints).toBe(85);
  expect(expectStatus(await publish(without, key), 201).body.version).toBe(body.version);
  const other = { ...without, foreignMarkupBasisPoints: 90 };
  expect((await publish(other, key)).body.code).toBe("idempotency_mismatch");
  expect((await at(499_000)).foreignMarkupBasisPoints).toBe(100);
  expect((await at(700_000)).foreignMarkupBasisPoints).toBe(85);
});

test("fees: the buffer starts at three percent, and stays unless another is given", async () => {
  const { context } = app;
  const at = (seconds: number) => feeScheduleAt(context.db.kysely, inSeconds(seconds));
  expect((await at(0)).foreignBufferBasisPoints).toBe(300);
  const given = { ...feesInput(inSeconds(800_000)), foreignBufferBasisPoints: 450 };
  expect(expectStatus(await publish(given), 201).body.foreignBufferBasisPoints).toBe(450);
  const key = newId();
  const without = feesInput(inSeconds(900_000));
  expect(expectStatus(await publish(without, key), 201).body.foreignBufferBasisPoints).toBe(450);
  const other = { ...without, foreignBufferBasisPoints: 500 };
  expect((await publish(other, key)).body.code).toBe("idempotency_mismatch");
  expect((await at(799_000)).foreignBufferBasisPoints).toBe(300);
});
