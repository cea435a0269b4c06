import { generateKeyPairSync } from "node:crypto";
import { inTransaction } from "@tessera/database";
import { dropDatabase, earlierTransactionsEnd } from "@tessera/database/testing";
import postgres from "postgres";
import { v4, v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { houseAccount, type VerifyOptions } from "../src/index.ts";
import {
  type Customer,
  type Fixture,
  movementOf,
  openCustomer,
  openFixture,
} from "./ledger-fixture.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const KEY = { keyId: "test", privateKey };
const OPTIONS: VerifyOptions = { publicKeys: { test: publicKey } };
const FEES = houseAccount("fees", "USD");

let fixture: Fixture;
let owner: postgres.Sql;
let customer: Customer;

beforeAll(async () => {
  fixture = await openFixture();
  owner = postgres(fixture.database.ownerUrl, { max: 1, onnotice: () => undefined });
  customer = await openCustomer(fixture, 10_000n);
  for (let round = 0; round < 6; round += 1) {
    await everyKindOfMovement();
    if (round === 2) {
      await sealAll();
    }
  }
  await sealAll();
  await everyKindOfMovement();
}, 180_000);
afterAll(async () => {
  await owner.end();
  await fixture.close();
});

async function everyKindOfMovement(): Promise<void> {
  const { customerId, account, card, receivable } = customer;
  const [first, second] = [v7(), v7()];
  const guards = [{ subject: customerId, window: "day:1", amountMinor: 10n, count: 1 }];
  const expiresAt = new Date(Date.now() + 1e6);
  const authorization = movementOf(
    customerId,
    [{ type: "hold", holdId: first, account: card, amountMinor: 10n, expiresAt }],
    { status: "processing", guards, clientKey: v4() },
  );
  const movements = [
    movementOf(customerId, [
      { type: "transfer", debit: account, credit: card, amountMinor: 100n },
      { type: "transfer", debit: account, credit: FEES, amountMinor: 4n },
    ]),
    authorization,
    movementOf(
      customerId,
      [{ type: "hold", holdId: second, account: card, amountMinor: 5n, expiresAt }],
      {
        status: "processing",
        audit: [
          {
            action: "a",
            actor: "b",
            customerId,
            object: null,
            outcome: "ok",
            requestId: null,
            data: {},
          },
        ],
      },
    ),
    movementOf(
      customerId,
      [
        {
          type: "capture",
          holdId: first,
          credit: FEES,
          amountMinor: 7n,
          final: true,
          shortfallFrom: receivable,
        },
      ],
      {
        parentId: authorization.id,
        statusChanges: [{ movementId: authorization.id, status: "completed" }],
      },
    ),
  ];
  const results = await inTransaction(fixture.db, (tx) => fixture.ledger.post(tx, movements));
  expect(results.map(({ outcome }) => outcome)).toEqual(Array(4).fill("posted"));
}

async function sealAll(): Promise<void> {
  await earlierTransactionsEnd(owner);
  while ((await fixture.ledger.seal(fixture.db, KEY)) !== undefined) {
    // The loop sealed another block.
  }
}

async function broken(options: VerifyOptions = OPTIONS): Promise<string[]> {
  const report = await fixture.ledger.verify(fixture.db, options);
  expect(report.holds).toBe(report.checks.every(({ holds }) => holds));
  return report.checks.filter(({ holds }) => !holds).map(({ name }) => name);
}

test("verify: a correct ledger passes, whether or not it is sealed", async () => {
  expect(await broken()).toEqual([]);
  const report = await fixture.ledger.verify(fixture.db, OPTIONS);
  expect(report.sealedBlocks).toBeGreaterThanOrEqual(2n);
});

test("verify: the checkpoint reveals that the end of the chain was removed", async () => {
  const [head] =
    await owner`select n, encode(hash, 'hex') as hash from ledger.seal order by n desc limit 1`;
  const expectedHead = { n: BigInt(head?.n), hash: String(head?.hash) };
  expect(await broken({ ...OPTIONS, expectedHead })).toEqual([]);
  const missing = { n: expectedHead.n + 1n, hash: expectedHead.hash };
  expect(await broken({ ...OPTIONS, expectedHead: missing })).toEqual(["the seals are unbroken"]);
  const stranger = generateKeyPairSync("ed25519").publicKey;
  expect(await broken({ publicKeys: { test: stranger } })).toEqual(["the seals are unbroken"]);
});

test("verify: the report includes checks from other modules", async () => {
  const extraChecks = [{ name: "charged is quoted", sql: "select id from ledger.movement" }];
  expect(await broken({ ...OPTIONS, extraChecks })).toEqual(["charged is quoted"]);
});

test("verify: the roll-up and the full history give the same internal balances", async () => {
  const [sum] =
    await owner`select sum(case when credit_account = 101 then amount else -amount end) as sum
    from ledger.transfer where 101 in (debit_account, credit_account)`;
  expect(await fixture.ledger.houseBalance(fixture.db, FEES)).toBe(BigInt(sum?.sum));
  const [rolled] = await owner`select posted from ledger.rollup where account_id = 101`;
  expect(BigInt(rolled?.posted)).toBeGreaterThan(0n);
});

/** A manipulation of the database, and the invariant that must detect it. */
const CORRUPTIONS: readonly [promise: string, sql: string][] = [
  [
    "every currency sums to zero",
    "update ledger.balance set posted = posted + 5 where posted > 100",
  ],
  [
    "every balance is the sum of its entries",
    "update ledger.balance set posted = posted + 5 where posted > 100",
  ],
  [
    "running balances are continuous",
    "update ledger.transfer set debit_after = debit_after + 1 where debit_version = 3",
  ],
  [
    "running balances are continuous",
    "update ledger.transfer set debit_version = debit_version + 100 where debit_version = 3",
  ],
  [
    "no constrained account is below zero",
    `alter table ledger.balance drop constraint balance_funded;
     update ledger.balance set posted = -3 where constrained`,
  ],
  [
    "every account has its balance row",
    "delete from ledger.balance where account_id = (select max(account_id) from ledger.balance)",
  ],
  [
    "the roll-up of the house is the sum of what was sealed",
    "update ledger.rollup set posted = posted + 1",
  ],
  [
    "held money is the sum of the open holds",
    "update ledger.balance set held = held - 1 where held > 0",
  ],
  [
    "every hold is the sum of its steps",
    "update ledger.hold set remaining = remaining - 1 where state = 'open'",
  ],
  ["every hold is the sum of its steps", "delete from ledger.hold_step where step = 'release'"],
  [
    "what was captured was moved",
    "update ledger.transfer set hold_id = null where hold_id is not null",
  ],
  ["every counter is the sum of what counted", "update ledger.counter set amount = amount - 1"],
  [
    "every client key has one movement",
    `drop index ledger.movement_client_key; update ledger.movement set client_key = 'same'
     where client_key is not null`,
  ],
  [
    "every movement is there once",
    `alter table ledger.movement drop constraint movement_pkey;
     insert into ledger.movement select * from ledger.movement limit 1`,
  ],
  [
    "every transfer belongs to a movement of the accounts' customer",
    "delete from ledger.movement where id = (select movement_id from ledger.transfer limit 1)",
  ],
  [
    "every transfer belongs to a movement of the accounts' customer",
    `update ledger.movement set customer_id = gen_random_uuid()
     where id = (select movement_id from ledger.transfer limit 1)`,
  ],
  [
    "every hold step belongs to a movement",
    "delete from ledger.movement where status = 'processing'",
  ],
  [
    "every stored result is what its transfers left",
    "update ledger.movement set touched[2] = touched[2] + 1",
  ],
  ["every status history is whole", "update ledger.movement_history set n = n + 1"],
  ["the projection is what the history says", "update ledger.movement_state set status = 'failed'"],
  ["the projection is what the history says", "delete from ledger.movement_state"],
  [
    "the projection is what the history says",
    "update ledger.movement_history set amount = amount + 1",
  ],
  ["the seals are unbroken", "update ledger.movement set title = 'other'"],
  ["the seals are unbroken", "update ledger.transfer set amount = amount + 1"],
  [
    "the seals are unbroken",
    "delete from ledger.audit where id = (select min(id) from ledger.audit)",
  ],
  [
    "the seals are unbroken",
    `update ledger.audit set data = '{"edited": true}'
     where id = (select min(id) from ledger.audit)`,
  ],
  [
    "the seals are unbroken",
    `insert into ledger.audit (action, actor, outcome, data, xid)
     select 'put in', 'b', 'ok', '{}', xid from ledger.audit order by id limit 1`,
  ],
  [
    "the seals are unbroken",
    `update ledger.audit a set actor = b.actor, action = b.action, data = b.data,
       created_at = b.created_at
     from (select id, lead(id) over (order by id) as other from ledger.audit) pair
     join ledger.audit b on b.id = pair.other
     where a.id = pair.id and a.id = (select min(id) from ledger.audit)`,
  ],
  [
    "the seals are unbroken",
    `alter table ledger.audit alter column id set generated by default;
     alter table ledger.audit drop constraint audit_pkey;
     update ledger.audit a set id = (select sum(id) - a.id from
       (select id from ledger.audit order by id limit 2) two)
     where id in (select id from ledger.audit order by id limit 2)`,
  ],
  [
    "every record is dated as it was written",
    `insert into ledger.audit (action, actor, outcome, data, created_at)
     select 'put in', 'b', 'ok', '{}', created_at - interval '1 hour'
     from ledger.audit order by id limit 1`,
  ],
  [
    "every record has the name that it was written with",
    `alter table ledger.audit alter column ref drop expression;
     update ledger.audit set ref = gen_random_uuid()`,
  ],
  ["the seals are unbroken", "update ledger.movement_history set status = 'failed'"],
  ["the seals are unbroken", "delete from ledger.seal where n = 1"],
  ["the seals are unbroken", "update ledger.seal set hash = sha256(hash) where n = 2"],
  ["the seals are unbroken", "update ledger.seal set signature = sha256(hash) where n = 2"],
  ["the seals are unbroken", "update ledger.seal set rows = rows + 1 where n = 1"],
];

/**
 * Applies a manipulation to a copy of the database, with the owner's protections removed, and
 * verifies the copy. Creating the first copy ends all connections to the original, which stays
 * unchanged.
 */
async function judgeCopy(
  plant: (sql: postgres.Sql) => Promise<unknown>,
  options: VerifyOptions = OPTIONS,
): ReturnType<typeof fixture.ledger.verify> {
  const copy = `copy_${v4().replaceAll("-", "")}`;
  const url = new URL(fixture.database.ownerUrl);
  const urlOf = (name: string) => fixture.database.ownerUrl.replace(url.pathname, `/${name}`);
  const admin = postgres(urlOf("postgres"), { max: 1 });
  await fixture.db.close();
  await owner.end();
  await admin.unsafe(`create database ${copy} template ${url.pathname.slice(1)}`);
  const target = postgres(urlOf(copy), { max: 1, onnotice: () => undefined });
  const { openDatabase } = await import("@tessera/database");
  const db = openDatabase<unknown>({ url: urlOf(copy) });
  try {
    for (const table of GUARDED) {
      await target.unsafe(`alter table ledger.${table} disable trigger user`);
    }
    await plant(target);
    return await fixture.ledger.verify(db, options);
  } finally {
    await target.end();
    await db.close();
    await admin.end();
    await dropDatabase(urlOf("postgres"), copy);
  }
}

const GUARDED = ["movement", "transfer", "movement_history", "hold_step", "audit", "seal"];

test.each(CORRUPTIONS)("%s: finds %s", async (promise, sql) => {
  const report = await judgeCopy((target) => target.unsafe(sql));
  const found = report.checks.find(({ name }) => name === promise);
  expect(found).toMatchObject({ name: promise, holds: false });
  expect(found?.firstBroken?.length).toBeGreaterThan(2);
  expect(report.holds).toBe(false);
});

/** Removes the newest block, and records the one before it as the head. */
const CUT = `
  delete from ledger.seal where n = (select max(n) from ledger.seal);
  update ledger.seal_head
  set (n, hash) = (select n, hash from ledger.seal order by n desc limit 1)`;

test("verify: the recorded head reveals that the newest seal was removed", async () => {
  const found = await judgeCopy((sql) =>
    sql.unsafe("delete from ledger.seal where n = (select max(n) from ledger.seal)"),
  );
  const seals = found.checks.find(({ name }) => name.includes("seals"));
  expect(seals?.firstBroken).toContain("the recorded head is not the newest block");
});

test("verify: the checkpoint reveals the removal of records along with their seals", async () => {
  let expectedHead = { n: 0n, hash: "" };
  const cut = await judgeCopy(async (sql) => {
    const [head] = await sql`
      select n, encode(hash, 'hex') as hash from ledger.seal order by n desc limit 1`;
    expectedHead = { n: BigInt(head?.n), hash: String(head?.hash) };
    await sql.unsafe(`
      delete from ledger.audit where xid >=
        (select from_xid from ledger.seal order by n desc limit 1);
      ${CUT}`);
  });
  const sealsOf = ({ checks }: typeof cut) => checks.find(({ name }) => name.includes("seals"));
  // The rest of the chain is internally consistent.
  expect(sealsOf(cut)?.holds).toBe(true);
  const found = await judgeCopy(
    async (sql) => {
      await sql.unsafe(CUT);
    },
    { ...OPTIONS, expectedHead },
  );
  expect(sealsOf(found)?.firstBroken).toContain("the head kept elsewhere is missing");
});
