import { databaseErrorKind, migrate, openDatabase } from "@tessera/database";
import postgres from "postgres";
import { v4 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { houseAccount } from "../src/index.ts";
import { ledgerMigrations } from "../src/migrations.ts";
import { type Fixture, movementOf, openCustomer, openFixture } from "./ledger-fixture.ts";

const TABLES = ["movement", "transfer", "movement_history", "hold_step", "audit", "seal"];

let fixture: Fixture;
let owner: postgres.Sql;

beforeAll(async () => {
  fixture = await openFixture();
  owner = postgres(fixture.database.ownerUrl, { max: 1, onnotice: () => undefined });
  const customer = await openCustomer(fixture, 100n);
  const transfer = {
    type: "transfer",
    debit: customer.account,
    credit: houseAccount("fees", "USD"),
    amountMinor: 1n,
  } as const;
  const audit = [
    {
      action: "a",
      actor: "b",
      customerId: null,
      object: null,
      outcome: "ok",
      requestId: null,
      data: {},
    },
  ] as const;
  await fixture.ledger.submit(movementOf(customer.customerId, [transfer], { audit }));
});
afterAll(async () => {
  await owner.end();
  await fixture.close();
});

async function kindOf(statement: PromiseLike<unknown>): Promise<string> {
  try {
    await statement;
    return "accepted";
  } catch (error) {
    return databaseErrorKind(error);
  }
}

describe.each(TABLES)("ledger.%s", (table) => {
  test("append-only: the application role cannot update, delete or truncate rows", async () => {
    const { sql } = fixture.db;
    for (const statement of [
      `update ledger.${table} set created_at = now()`,
      `delete from ledger.${table}`,
      `truncate ledger.${table}`,
      `insert into ledger.${table} default values`,
    ]) {
      const kind = await kindOf(sql.unsafe(statement));
      expect([statement, ["permission_denied", "undefined_object"].includes(kind)]).toEqual([
        statement,
        true,
      ]);
    }
    expect(await kindOf(sql.unsafe(`select * from ledger.${table}`))).toBe("accepted");
  });

  test("append-only: the owner cannot delete or truncate rows", async () => {
    const [count] = await owner.unsafe(`select count(*)::int as rows from ledger.${table}`);
    if (count?.rows > 0) {
      expect(await kindOf(owner.unsafe(`delete from ledger.${table}`))).toBe("append_only");
    }
    expect(await kindOf(owner.unsafe(`truncate ledger.${table} cascade`))).toBe("append_only");
  });
});

test("append-only: the owner cannot update a row, not even in a partition", async () => {
  const [partition] =
    await owner`select tableoid::regclass::text as name from ledger.transfer limit 1`;
  for (const statement of [
    "update ledger.movement set title = 'other'",
    "update ledger.transfer set amount = 2",
    `update ${partition?.name} set amount = 2`,
    `delete from ${partition?.name}`,
    `truncate ${partition?.name}`,
    "update ledger.audit set actor = 'other'",
  ]) {
    expect([statement, await kindOf(owner.unsafe(statement))]).toEqual([statement, "append_only"]);
  }
});

test("append-only: the application role cannot write balances, holds or counters", async () => {
  const { sql } = fixture.db;
  for (const table of ["balance", "hold", "counter", "movement_state", "rollup", "account"]) {
    expect(await kindOf(sql.unsafe(`delete from ledger.${table}`))).toBe("permission_denied");
  }
  expect(await kindOf(sql.unsafe("update ledger.balance set posted = 1"))).toBe(
    "permission_denied",
  );
  expect(await kindOf(sql.unsafe("select ledger.protect('ledger.balance')"))).toBe(
    "permission_denied",
  );
});

test("append-only: constraints reject rows that the function would never write", async () => {
  for (const statement of [
    "update ledger.balance set posted = -1 where constrained",
    "update ledger.balance set held = posted + 1 where constrained",
    "update ledger.balance set currency = 'EUR'",
  ]) {
    expect([statement, await kindOf(owner.unsafe(statement))]).not.toEqual([statement, "accepted"]);
  }
});

test("append-only: running the migrations again changes nothing", async () => {
  const ran = await migrate({ ownerUrl: fixture.database.ownerUrl, migrations: ledgerMigrations });
  expect(ran).toEqual([]);
});

test("ledger: one malformed movement fails, and the rest of its batch succeeds", async () => {
  const db = openDatabase<unknown>({ url: fixture.database.appUrl });
  const customer = await openCustomer(fixture, 1_000n);
  const good = Array.from({ length: 20 }, () =>
    fixture.ledger.submit(
      movementOf(customer.customerId, [
        {
          type: "transfer",
          debit: customer.account,
          credit: houseAccount("fees", "USD"),
          amountMinor: 1n,
        },
      ]),
    ),
  );
  const poison = fixture.ledger.submit(movementOf(v4(), [], { title: "a\u0000b" }));
  await expect(poison).rejects.toThrow();
  const results = await Promise.all(good);
  expect(results.every(({ outcome }) => outcome === "posted")).toBe(true);
  await db.close();
});
