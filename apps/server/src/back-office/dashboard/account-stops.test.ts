import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  SEGMENTS,
  type TestCard,
} from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { mailStops } from "./mail-stops.ts";
import { runStandingChecks } from "./run-standing-checks.ts";

let app: CardsApp;
let owner: postgres.Sql;
let administrator: TestCustomer;
beforeAll(async () => {
  // The tests run the checks themselves.
  app = await withoutRepeatedJobs(() => createCardsApp());
  // Connects as the schema owner, who can bypass every constraint that applies to the application.
  owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
  administrator = await app.newOperator("administrator");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await owner.end();
  await app.close();
});

interface World {
  readonly customer: TestCustomer;
  readonly card: TestCard;
  readonly cardAccount: bigint;
}

async function newWorld(): Promise<World> {
  const customer = await app.newCustomer({ USD: 100_000n });
  const card = await openCard(app, customer, SEGMENTS.mastercardStandardUsd);
  await fund(app, customer, card, 10_000n);
  const [row] = await owner<{ account: string }[]>`
    select card_account::text as account from card where id = ${parseId("card", card.id) ?? ""}`;
  return { customer, card, cardAccount: BigInt(row?.account ?? 0) };
}

/** Runs the checks now, just as a server does when they are due. */
async function runChecks(most?: number): Promise<void> {
  await owner`update board_progress set checks_begun_at = '-infinity'`;
  await runStandingChecks(app.context, most);
}

async function stopsOf({ customer }: World) {
  const { body } = await app.call(administrator, "GET /api/admin/board");
  const own = `cus_${customer.customerId}`;
  return body.stops.filter(({ customerId }: { customerId: string }) => customerId === own);
}

async function queued(): Promise<number> {
  const { body } = await app.call(administrator, "GET /api/admin/board");
  const queues: { queue: string; count: number }[] = body.queues;
  return queues.find(({ queue }) => queue === "stopped_accounts")?.count ?? -1;
}

function plant(account: bigint, minor: number) {
  return owner`
    update ledger.balance set posted = posted + ${minor} where account_id = ${account.toString()}`;
}

async function takeOut({ customer, card }: World, key: string) {
  const body = { operation: "withdraw", amount: "1.00" };
  const path = `POST /api/cards/${card.id}/quote` as const;
  const { quoteId } = expectStatus(await app.call(customer, path, body), 201).body;
  return app.call(customer, `POST /api/cards/${card.id}/withdraw`, { quoteId }, { key });
}

function lift(id: string, who = administrator) {
  const body = { note: "The balance was corrected by hand." };
  return app.call(who, `POST /api/admin/account-stops/${id}/lift`, body);
}

test("account stops: only an account with a broken balance is stopped, until lifted", async () => {
  const wrong = await newWorld();
  const right = await newWorld();
  await runChecks();
  expect(await queued()).toBe(0);
  await plant(wrong.cardAccount, 500);
  await runChecks();

  const [stop] = await stopsOf(wrong);
  expect(stop).toMatchObject({ account: "card", currency: "USD", check: "zero_sum" });
  expect(await stopsOf(right)).toEqual([]);
  expect(await queued()).toBe(1);
  expect(app.logs.join("\n")).toContain("an account is stopped");
  const paid = await network(app, "authorize", wrong.card, { amount: "1.00" });
  expect(paid).toMatchObject({ approved: false, code: "account_under_review" });
  const taken = await takeOut(wrong, "stopped");
  expect([taken.status, taken.body.code]).toEqual([409, "account_suspended"]);
  expect(await network(app, "authorize", right.card, { amount: "1.00" })).toMatchObject({
    approved: true,
  });

  expect((await lift(stop.id, await app.newOperator("reviewer"))).status).toBe(403);
  const early = await lift(stop.id);
  expect([early.status, early.body.code]).toEqual([409, "finding_unresolved"]);
  await plant(wrong.cardAccount, -500);
  expect((await lift(stop.id)).status).toBe(200);
  expect((await lift(stop.id)).status).toBe(200);
  expect(await stopsOf(wrong)).toEqual([]);
  expect(await network(app, "authorize", wrong.card, { amount: "1.00" })).toMatchObject({
    approved: true,
  });
});

test("account stops: a customer can view a stopped account, but not use it", async () => {
  const wrong = await newWorld();
  const { customer, card } = wrong;
  const paths = ["/api/cards", `/api/cards/${card.id}`, "/api/wallet", "/api/bills"];
  const read = () => Promise.all(paths.map((path) => app.call(customer, `GET ${path}`)));
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);
  expect(statuses(await read())).toEqual([200, 200, 200, 200]);
  await plant(wrong.cardAccount, 500);
  await runChecks();
  const [stop] = await stopsOf(wrong);
  const answers = await read();
  expect(statuses(answers)).toEqual([200, 200, 200, 200]);
  expect(answers[1]?.body.id).toBe(card.id);
  expect(answers[3]?.body.data.length).toBeGreaterThan(0);
  expect(await network(app, "authorize", card, { amount: "1.00" })).toMatchObject({
    approved: false,
    code: "account_under_review",
  });
  expect((await takeOut(wrong, "reading")).status).toBe(409);
  await plant(wrong.cardAccount, -500);
  await lift(stop.id);
});

test("account stops: repeated checks stop an account only once", async () => {
  const wrong = await newWorld();
  await plant(wrong.cardAccount, 500);
  await runChecks();
  await runChecks();
  const stops = await stopsOf(wrong);
  expect(stops).toHaveLength(1);
  await plant(wrong.cardAccount, -500);
  await lift(stops[0].id);
});

test("account stops: administrators get one email per run about all stopped accounts", async () => {
  const mails = async () => {
    const { body } = await app.call(undefined, "GET /sandbox/mail.json");
    const all: { to: string; subject: string; text: string }[] = body.data;
    return all.filter(({ to, text }) => to === administrator.email && /\b2\b/.test(text));
  };
  const worlds = [await newWorld(), await newWorld()];
  for (const { cardAccount } of worlds) {
    await plant(cardAccount, 500);
  }
  await runChecks();
  await Promise.all([mailStops(app.context), mailStops(app.context)]);
  await runChecks();
  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(1);
  const [mail] = await mails();
  expect(mail?.subject).toMatch(/ledger check|账本检查|帳本檢查/);
  expect(mail?.text).toContain("/system/board");
  expect(mail?.text).not.toMatch(/500|cus_/);
  for (const wrong of worlds) {
    await plant(wrong.cardAccount, -500);
    const [stop] = await stopsOf(wrong);
    await lift(stop.id);
  }
  const [row] = await owner<{ unmailed: number }[]>`
    select count(*)::int as unmailed from account_stop where mailed_at is null`;
  expect(row?.unmailed).toBe(0);
});

test("account stops: accounts beyond the limit for a run are stopped by the next run", async () => {
  const worlds = [await newWorld(), await newWorld(), await newWorld()];
  for (const { cardAccount } of worlds) {
    await plant(cardAccount, 500);
  }
  await runChecks(2);
  await runChecks(2);
  for (const wrong of worlds) {
    const [stop] = await stopsOf(wrong);
    expect(stop).toMatchObject({ check: "zero_sum" });
    expect((await lift(stop.id)).body.code).toBe("finding_unresolved");
    await plant(wrong.cardAccount, -500);
    expect((await lift(stop.id)).status).toBe(200);
  }
});

test("account stops: a card that is frozen during a stop stays frozen afterward", async () => {
  const wrong = await newWorld();
  await plant(wrong.cardAccount, 500);
  await runChecks();
  const [stop] = await stopsOf(wrong);
  const { customer, card } = wrong;
  expectStatus(await app.call(customer, `POST /api/cards/${card.id}/freeze`), 200);
  await plant(wrong.cardAccount, -500);
  expect((await lift(stop.id)).status).toBe(200);
  const paid = await network(app, "authorize", card, { amount: "1.00" });
  expect(paid).toMatchObject({ approved: false, code: "card_frozen_customer" });
  expectStatus(await app.call(customer, `POST /api/cards/${card.id}/unfreeze`), 200);
  expect(await network(app, "authorize", card, { amount: "1.00" })).toMatchObject({
    approved: true,
  });
});

test("account stops: a freeze that commits while a stop is lifted stays in effect", async () => {
  const wrong = await newWorld();
  await plant(wrong.cardAccount, 500);
  await runChecks();
  const [stop] = await stopsOf(wrong);
  await plant(wrong.cardAccount, -500);
  const id = parseId("card", wrong.card.id) ?? "";
  let lifting: ReturnType<typeof lift> | undefined;
  await owner.begin(async (tx) => {
    await tx`update card set status = 'frozen', frozen_at = now() where id = ${id}`;
    lifting = lift(stop.id);
    let isLifted = false;
    void lifting.then(() => {
      isLifted = true;
    });
    const waiting = () => tx`
      select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
    await expect
      .poll(async () => isLifted || (await waiting()).length > 0, { timeout: 60_000 })
      .toBe(true);
  });
  expect((await lifting)?.status).toBe(200);
  const [account] = await owner<{ status: number }[]>`
    select status from ledger.balance where account_id = ${wrong.cardAccount.toString()}`;
  expect(account?.status).toBe(2);
  await owner`update card set status = 'active', frozen_at = null where id = ${id}`;
  await app.context.ledger.setAccountStatus(app.context.db.kysely, wrong.cardAccount, "open");
});

test("account stops: freezing and unfreezing a stopped card leaves the card stopped", async () => {
  const wrong = await newWorld();
  await plant(wrong.cardAccount, 500);
  await runChecks();
  const { customer, card } = wrong;
  expectStatus(await app.call(customer, `POST /api/cards/${card.id}/freeze`), 200);
  expectStatus(await app.call(customer, `POST /api/cards/${card.id}/unfreeze`), 200);
  const paid = await network(app, "authorize", card, { amount: "1.00" });
  expect(paid).toMatchObject({ approved: false, code: "account_under_review" });
  await plant(wrong.cardAccount, -500);
  const [stop] = await stopsOf(wrong);
  await lift(stop.id);
});
