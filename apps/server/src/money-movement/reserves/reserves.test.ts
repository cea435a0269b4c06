import type { Reserve, Reserves } from "@tessera/contract/money-movement/reserves.schemas";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectStatus } from "../../testing/test-cards.ts";
import { type BankApp, createBankApp, TestBank } from "../bank/bank.fixtures.ts";
import { confirmEverything, depositorOf } from "../deposits/depositor.fixtures.ts";
import { measureReserves } from "./measure-reserves.ts";
import { takeReading } from "./take-reading.ts";

let app: BankApp;
let bank: TestBank;
let owner: postgres.Sql;

beforeAll(async () => {
  // One bank account, so that nothing is unknown once it has a statement.
  const accounts = [
    { currency: "EUR", number: "XX93DEMO0000000000000003", holder: "Program", bank: "Bank" },
  ];
  app = await createBankApp({ BANK_ACCOUNTS: JSON.stringify(accounts) });
  bank = new TestBank(app);
  owner = postgres(app.database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

async function read(): Promise<Reserves> {
  await takeReading(app.context);
  return expectStatus(await app.call(app.reviewer, "GET /api/admin/reserves"), 200).body;
}

async function reserveOf(asset: string): Promise<Reserve | undefined> {
  return (await read()).reserves.find((one) => one.asset === asset);
}

async function figures(): Promise<Readonly<Record<string, number>>> {
  const found = await measureReserves(app.context).read();
  return Object.fromEntries(
    found.map(({ gauge, labels, value }) => [`${gauge} ${labels?.asset ?? ""}`.trim(), value]),
  );
}

test("reserves: a bank without a statement is unknown, and so is the total", async () => {
  const { reserves, total } = await read();
  expect(reserves.find(({ asset }) => asset === "EUR")).toMatchObject({
    ...{ held: null, difference: null, missing: null, unknownSince: null, owed: "0.00" },
    places: [{ kind: "bank", held: null, fault: "no_statement" }],
  });
  expect(total).toBeNull();
  const exported = await figures();
  expect(exported).not.toHaveProperty("tessera_reserves_held_minor EUR");
  expect(exported).not.toHaveProperty("tessera_reserves_coverage_ratio");
});

test("reserves: a statement and a deposit are held, and owed to their customers", async () => {
  const customer = await app.newCustomer({});
  const remittance = await app.referenceOf(customer);
  await app.settle(bank.statement([bank.credit({ remittance, amountMinor: 20_000n })]));
  const own = depositorOf(app.context, customer.customerId);
  await own.pay(await own.create({ amount: "300.00" }));
  await confirmEverything(app.context);
  const { reserves, total } = await read();
  const [euros, usdt, dollars] = ["EUR", "USDT", "USD"].map((asset) =>
    reserves.find((one) => one.asset === asset),
  );
  // The first statement's opening balance is the program's own.
  expect(euros).toMatchObject({
    ...{ held: "1200.00", owed: "200.00", difference: "1000.00", booked: "1200.00" },
    ...{ missing: "0.00", places: [{ kind: "bank", held: "1200.00", fault: null }] },
  });
  expect(usdt).toMatchObject({ held: "300.00", booked: "300.00", owed: "0.00", missing: "0.00" });
  expect(dollars).toMatchObject({ held: "0.00", booked: "0.00" });
  // More than nothing, and not below zero.
  expect(dollars?.owed).toMatch(/^[1-9]/);
  expect(total?.difference).toMatch(/^[1-9]/);
  const exported = await figures();
  expect(exported).toMatchObject({
    "tessera_reserves_held_minor EUR": 120_000,
    "tessera_reserves_owed_minor EUR": 20_000,
    "tessera_reserves_missing_minor USDT": 0,
  });
  expect(exported.tessera_reserves_coverage_ratio).toBeGreaterThan(1);
});

test("reserves: tokens that are gone are missing, even if the total suffices", async () => {
  await owner`update sandbox_chain_transfer set amount_minor = amount_minor - 1_250`;
  expect(await reserveOf("USDT")).toMatchObject({
    ...{ held: "287.50", booked: "300.00", missing: "12.50" },
  });
  expect(await figures()).toMatchObject({ "tessera_reserves_missing_minor USDT": 1_250 });
  await owner`update sandbox_chain_transfer set amount_minor = amount_minor + 1_250`;
  expect(await reserveOf("USDT")).toMatchObject({ missing: "0.00" });
});

test("reserves: an unknown balance says since when, and its age grows", async () => {
  const known = await reserveOf("EUR");
  app.clock.advance(3_600);
  const { context } = app;
  const [account] = context.config.bankAccounts;
  const another = { ...account, account: "XX93DEMO0000000000000009" } as typeof account & object;
  const bankAccounts = [...context.config.bankAccounts, another];
  await takeReading({ ...context, config: { ...context.config, bankAccounts } });
  const { reserves } = await app
    .call(app.reviewer, "GET /api/admin/reserves")
    .then((answer) => expectStatus(answer, 200).body as Reserves);
  const unknown = reserves.find(({ asset }) => asset === "EUR");
  expect(unknown).toMatchObject({ held: null, missing: null, unknownSince: known?.takenAt });
  const exported = await figures();
  expect(exported["tessera_reserves_age_seconds EUR"]).toBeGreaterThanOrEqual(3_600);
  expect(exported).not.toHaveProperty("tessera_reserves_held_minor EUR");
});

test("reserves: support may not read them", async () => {
  expect((await app.call(app.support, "GET /api/admin/reserves")).status).toBe(403);
});
