import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { earlierTransactionsEnd } from "@tessera/database/testing";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createKeys } from "../../platform/crypto/keys.ts";
import { keepSealHead, readSealHead } from "../../platform/crypto/seal-head.ts";
import { sealingKeyOf } from "../../platform/crypto/sealing-key.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { fund, network, openCard, SEGMENTS, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { type VerificationLimits, verifySeals } from "./verify-seals.ts";

/** Every run verifies the newest two blocks and three older ones. */
const LIMITS: VerificationLimits = {
  everySeconds: 900,
  newest: 2n,
  older: 3n,
  rounds: 1_000n,
  atOnce: 2n,
  confirmMs: 1,
};

let app: CardsApp;
let owner: postgres.Sql;
let administrator: TestCustomer;

beforeAll(async () => {
  // The tests seal and verify by themselves.
  app = await withoutRepeatedJobs(() => createCardsApp());
  // Connects as the schema owner, who can bypass every constraint that applies to the application.
  owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
  administrator = await app.newOperator("administrator");
  for (let block = 0; block < 8; block += 1) {
    await everyKindOfRecord();
    await sealAll();
  }
}, 300_000);
afterAll(async () => {
  await owner.end();
  await app.close();
});
beforeEach(async () => {
  await owner`update seal_verification set verified_to = 0`;
});

/** Writes a movement with transfers, holds and their steps, a status change and audit events. */
async function everyKindOfRecord(): Promise<void> {
  const customer = await app.newCustomer({ USD: 100_000n });
  const card = await openCard(app, customer, SEGMENTS.mastercardStandardUsd);
  await fund(app, customer, card, 10_000n);
  const { authorizationId } = await network(app, "authorize", card, { amount: "1.00" });
  expect((await step(app, "clear", authorizationId)).status).toBe(200);
}

async function sealAll(): Promise<void> {
  const { ledger, db, keys } = app.context;
  await earlierTransactionsEnd(owner);
  while ((await ledger.seal(db, sealingKeyOf(keys))) !== undefined) {
    // Each call seals one block.
  }
}

/** Runs the job now, as a server does when it is due. */
async function run(limits: VerificationLimits = LIMITS, context = app.context): Promise<void> {
  await owner`update seal_verification set worked_at = '-infinity'`;
  await verifySeals(context, undefined, limits);
}

async function result(): Promise<{ holds: boolean; finding: string | null }> {
  const [row] = await owner<{ holds: boolean; finding: string | null }[]>`
    select holds, first_broken as finding from standing_check where name = 'seals_unbroken'`;
  return row ?? { holds: false, finding: "never ran" };
}

let readLines = 0;

/** Returns the blocks that the log has named next to a run's result since the last call. */
function otherFindings(): string[] {
  const lines = app.logs.slice(readLines);
  readLines = app.logs.length;
  return lines
    .filter((line) => line.includes("broken in another place"))
    .map((line) => JSON.parse(JSON.parse(line).finding).block);
}

async function foundAt(): Promise<Date | null> {
  const [row] = await owner<{ found_at: Date | null }[]>`select found_at from seal_verification`;
  return row?.found_at ?? null;
}

async function verifiedTo(): Promise<bigint> {
  const [row] = await owner<{ verified_to: string }[]>`select verified_to from seal_verification`;
  return BigInt(row?.verified_to ?? -1);
}

async function newestBlock(): Promise<bigint> {
  const [row] = await owner<{ n: string }[]>`select max(n) as n from ledger.seal`;
  return BigInt(row?.n ?? 0);
}

const TABLES = ["movement", "transfer", "movement_history", "hold_step", "audit", "seal"];

/** Runs SQL as the owner, without the triggers that keep these tables append-only. */
async function withoutTriggers(sql: string): Promise<void> {
  const each = (change: string) =>
    TABLES.map((table) => `alter table ledger.${table} ${change} trigger user;`).join("\n");
  await owner.unsafe(`${each("disable")} ${sql}; ${each("enable")}`);
}

/** The rows of one block, in a table with the column `xid` or with the id of a movement. */
function inBlock(n: bigint, column: "xid" | "movement_id"): string {
  const block = `(select from_xid from ledger.seal where n = ${n}) <= xid
    and xid < (select to_xid from ledger.seal where n = ${n})`;
  return column === "xid"
    ? block
    : `movement_id in (select id from ledger.movement where ${block})`;
}

/** Removes the newest block, and records the one before it as the head. */
const CUT = `
  delete from ledger.seal where n = (select max(n) from ledger.seal);
  update ledger.seal_head
  set (n, hash) = (select n, hash from ledger.seal order by n desc limit 1)`;

/** A change of sealed rows that only the owner can make, and how to undo it. */
interface Tampering {
  readonly what: string;
  readonly finding: string;
  /** Makes the change in a block. */
  readonly change: (n: bigint) => string;
  readonly table: string;
}

function addedEvent(n: bigint): string {
  return `insert into ledger.audit (action, actor, outcome, data, xid)
    select 'added', 'somebody', 'ok', '{}', to_xid - 1 from ledger.seal where n = ${n}`;
}

const CHANGED = "a row in it is not what was sealed";
const TAMPERINGS: readonly Tampering[] = [
  {
    what: "a changed movement",
    finding: CHANGED,
    table: "movement",
    change: (n) => `update ledger.movement set title = 'other' where ${inBlock(n, "xid")}`,
  },
  {
    what: "a removed movement",
    finding: "it was sealed over",
    table: "movement",
    change: (n) => `delete from ledger.movement where id =
      (select min(id::text)::uuid from ledger.movement where ${inBlock(n, "xid")})`,
  },
  {
    what: "a changed transfer",
    finding: CHANGED,
    table: "transfer",
    change: (n) => `update ledger.transfer set amount = amount + 1
      where ${inBlock(n, "movement_id")}`,
  },
  {
    what: "a removed transfer",
    finding: CHANGED,
    table: "transfer",
    change: (n) => `delete from ledger.transfer where ${inBlock(n, "movement_id")}`,
  },
  {
    what: "a changed status",
    finding: CHANGED,
    table: "movement_history",
    change: (n) => `update ledger.movement_history set status = 'failed'
      where ${inBlock(n, "xid")}`,
  },
  {
    what: "a removed status",
    finding: "it was sealed over",
    table: "movement_history",
    change: (n) => `delete from ledger.movement_history where ${inBlock(n, "xid")}`,
  },
  {
    what: "a changed step of a hold",
    finding: CHANGED,
    table: "hold_step",
    change: (n) => `update ledger.hold_step set amount = amount + 1
      where ${inBlock(n, "movement_id")}`,
  },
  {
    what: "a removed step of a hold",
    finding: CHANGED,
    table: "hold_step",
    change: (n) => `delete from ledger.hold_step where ${inBlock(n, "movement_id")}`,
  },
  {
    what: "a changed audit event",
    finding: CHANGED,
    table: "audit",
    change: (n) => `update ledger.audit set actor = 'somebody' where ${inBlock(n, "xid")}`,
  },
  {
    what: "a removed audit event",
    finding: "it was sealed over",
    table: "audit",
    change: (n) => `delete from ledger.audit where id =
      (select min(id) from ledger.audit where ${inBlock(n, "xid")})`,
  },
  {
    what: "an added audit event",
    finding: "it was sealed over",
    table: "audit",
    change: addedEvent,
  },
  {
    what: "two audit events in another order",
    finding: CHANGED,
    table: "audit",
    change: (n) => `update ledger.audit a set action = b.action, actor = b.actor,
        customer_id = b.customer_id, object = b.object, created_at = b.created_at
      from (select array_agg(id) as ids from (
        select id from ledger.audit where ${inBlock(n, "xid")} order by id limit 2) two) pair
      join ledger.audit b on b.id = any (pair.ids)
      where a.id = any (pair.ids) and a.id <> b.id`,
  },
];

/** Makes a change, and undoes it after the given steps. */
async function during(tampering: Pick<Tampering, "table">, sql: string, act: () => Promise<void>) {
  const { table } = tampering;
  await owner.unsafe(`create table kept as select * from ledger.${table}`);
  const columns = await owner<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${`ledger.${table}`}::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''`;
  const list = columns.map(({ name }) => name).join(", ");
  try {
    await withoutTriggers(sql);
    await act();
  } finally {
    await withoutTriggers(`delete from ledger.${table};
      insert into ledger.${table} (${list}) overriding system value select ${list} from kept`);
    await owner.unsafe("drop table kept");
  }
}

test("seal verification: an unchanged log passes, however often it is verified", async () => {
  for (let runs = 0; runs < 6; runs += 1) {
    await run();
    expect(await result()).toEqual({ holds: true, finding: null });
  }
});

test.each(TAMPERINGS)("seal verification: finds $what in a new block", async (tampering) => {
  const newest = await newestBlock();
  await during(tampering, tampering.change(newest), async () => {
    await run();
    const { holds, finding } = await result();
    expect(holds).toBe(false);
    expect(JSON.parse(finding ?? "")).toEqual({
      block: String(newest),
      reason: expect.stringContaining(tampering.finding),
    });
  });
  await run();
  expect(await result()).toEqual({ holds: true, finding: null });
});

/** Changes of the chain itself, all of which the first run finds. */
const OF_CHAIN: readonly [what: string, finding: string, change: string][] = [
  ["a removed block", "it does not follow", "delete from ledger.seal where n = 2"],
  [
    "a changed hash",
    "chained to another",
    "update ledger.seal set hash = sha256(hash) where n = 2",
  ],
  [
    "a changed link",
    "chained to another",
    "update ledger.seal set prev_hash = sha256(prev_hash) where n = 3",
  ],
  [
    "blocks in another order",
    "chained to another",
    `update ledger.seal a set hash = b.hash, prev_hash = b.prev_hash, rows = b.rows,
       signature = b.signature from ledger.seal b where (a.n, b.n) in ((2, 3), (3, 2))`,
  ],
  [
    "a block that covers other transactions",
    "it does not follow",
    "update ledger.seal set to_xid = to_xid + 1 where n = 2",
  ],
  [
    "a removed newest block",
    "the recorded head is not the newest block",
    "delete from ledger.seal where n = (select max(n) from ledger.seal)",
  ],
];

test.each(OF_CHAIN)("seal verification: finds %s at once", async (_what, reason, change) => {
  await during({ table: "seal" }, change, async () => {
    await run();
    expect((await result()).finding).toContain(reason);
  });
  await run();
  expect((await result()).holds).toBe(true);
});

test.each([
  ["signature", "its signature is wrong", "signature = sha256(signature)"],
  ["number of rows", "it was sealed over", "rows = rows + 1"],
])("seal verification: finds a changed %s of a new block", async (_what, reason, change) => {
  const sql = `update ledger.seal set ${change} where n = ${await newestBlock()}`;
  await during({ table: "seal" }, sql, async () => {
    await run();
    expect((await result()).finding).toContain(reason);
  });
  await run();
  expect((await result()).holds).toBe(true);
});

test("seal verification: a changed key id fails the job, and accuses nobody", async () => {
  const sql = `update ledger.seal set key_id = 'another' where n = ${await newestBlock()}`;
  await during({ table: "seal" }, sql, async () => {
    await expect(run()).rejects.toThrow(/does not have the key another\. Copy seal-keys/);
    // Not due again, the job still fails.
    await expect(verifySeals(app.context, undefined, LIMITS)).rejects.toThrow("key another");
    expect([(await result()).holds, await foundAt()]).toEqual([true, null]);
  });
  await verifySeals(app.context, undefined, LIMITS);
  await run();
  expect((await result()).holds).toBe(true);
});

test("seal verification: a server without a key contradicts no other server", async () => {
  const { context } = app;
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-no-keys-"));
  const keys = { ...context.keys, hmacOfEach: () => [] };
  const replaced = { ...context, keys, config: { ...context.config, dataDir } };
  await run();
  await expect(run(LIMITS, replaced)).rejects.toThrow("Copy seal-keys");
  expect([(await result()).holds, await foundAt()]).toEqual([true, null]);
  await verifySeals(context, undefined, LIMITS);

  // A signature that it cannot verify was found wrong elsewhere, and stays found.
  const newest = await newestBlock();
  const sql = `update ledger.seal set signature = sha256(signature) where n = ${newest}`;
  await during({ table: "seal" }, sql, async () => {
    await run();
    const found = await foundAt();
    expect(found).not.toBeNull();
    await expect(run(LIMITS, replaced)).rejects.toThrow("Copy seal-keys");
    expect([(await result()).holds, await foundAt()]).toEqual([false, found]);
    await run();
    expect([(await result()).holds, await foundAt()]).toEqual([false, found]);
  });
  await run();
  expect([(await result()).holds, await foundAt()]).toEqual([true, null]);

  // It finds changed rows as every other server does, also behind a block with an unknown key.
  await during({ table: "audit" }, addedEvent(newest), async () => {
    await run(LIMITS, replaced);
    expect((await result()).finding).toContain("it was sealed over");
    // Its next run repeats the finding and goes on to what it cannot verify.
    await expect(run(LIMITS, replaced)).rejects.toThrow("Copy seal-keys");
    expect((await result()).finding).toContain("it was sealed over");
  });
  await run();
  expect((await result()).holds).toBe(true);
});

test("seal verification: a finding that stays hides no other one", async () => {
  const newest = await newestBlock();
  const older = newest - LIMITS.newest;
  // The newest two blocks are verified together.
  await during({ table: "audit" }, addedEvent(newest - 1n), async () => {
    await run();
    expect(JSON.parse((await result()).finding ?? "").block).toBe(String(newest - 1n));
    await owner`update seal_verification set verified_to = 0`;
    otherFindings();
    await withoutTriggers(`update ledger.seal set rows = rows + 1 where n in (${newest}, 2)`);
    await run();
    expect(otherFindings()).toEqual([String(newest), "2"]);
    expect(JSON.parse((await result()).finding ?? "").block).toBe(String(newest - 1n));
    expect(await verifiedTo()).toBe(older < LIMITS.older ? older : LIMITS.older);
    await withoutTriggers(`update ledger.seal set rows = rows - 1 where n in (${newest}, 2)`);
    await run();
    expect(otherFindings()).toEqual([]);
  });
  await run();
  expect((await result()).holds).toBe(true);
});

test("seal verification: goes round all older blocks, and finds each change in turn", async () => {
  const older = (await newestBlock()) - LIMITS.newest;
  const inOneRound = Number((older + LIMITS.older - 1n) / LIMITS.older);
  expect(inOneRound).toBeGreaterThan(1);
  const places: bigint[] = [];
  for (let runs = 0; runs <= inOneRound; runs += 1) {
    await run();
    places.push(await verifiedTo());
  }
  // After the last of the older blocks, it starts again with the first.
  expect(places.at(-2)).toBe(older);
  expect(places.at(-1)).toBe(LIMITS.older);
  for (let n = 1n; n <= older; n += 1n) {
    await during({ table: "audit" }, addedEvent(n), async () => {
      let runs = 0;
      do {
        runs += 1;
        await run();
      } while ((await result()).holds && runs <= inOneRound);
      expect((await result()).finding, `block ${n}`).toContain("it was sealed over");
      // Later runs are about other blocks, and still report this one.
      await run();
      expect((await result()).finding, `block ${n}`).toContain("it was sealed over");
    });
    await run();
    expect((await result()).holds).toBe(true);
  }
});

test("seal verification: a long log is verified in a limited number of runs", async () => {
  const older = (await newestBlock()) - LIMITS.newest;
  const limits = { ...LIMITS, older: 1n, rounds: 2n };
  await run(limits);
  await run(limits);
  expect(await verifiedTo()).toBe(older);
});

test("seal verification: one server at a time verifies, every 15 minutes", async () => {
  const { context } = app;
  const counted = vi.spyOn(context.ledger, "verifySealChain");
  await owner`update seal_verification set worked_at = '-infinity'`;
  await Promise.all([1, 2, 3].map(() => verifySeals(context, undefined, LIMITS)));
  expect(counted).toHaveBeenCalledTimes(1);
  await owner`update seal_verification set worked_at = now() - interval '14 minutes'`;
  await verifySeals(context, undefined, LIMITS);
  expect(counted).toHaveBeenCalledTimes(1);
  await owner`update seal_verification set worked_at = now() - interval '16 minutes'`;
  await verifySeals(context, undefined, LIMITS);
  expect(counted).toHaveBeenCalledTimes(2);
  counted.mockRestore();
});

test("seal verification: a stopping server leaves off and reports nothing", async () => {
  const [before] = await owner`select checked_at from standing_check where name = 'seals_unbroken'`;
  await owner`update seal_verification set worked_at = '-infinity'`;
  await verifySeals(app.context, AbortSignal.abort(), LIMITS);
  const [after] = await owner`select checked_at from standing_check where name = 'seals_unbroken'`;
  expect(after).toEqual(before);
});

test("seal verification: a block of the next root key is known before it is current", async () => {
  const { context } = app;
  const next = { ring: Buffer.alloc(32, 7), id: "" };
  const signer = sealingKeyOf(createKeys(next.ring));
  await everyKindOfRecord();
  await earlierTransactionsEnd(owner);
  await context.ledger.seal(context.db, signer);
  await expect(run()).rejects.toThrow(`does not have the key ${signer.keyId}`);
  const ring = {
    current: Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)),
    others: [],
    next: next.ring,
    hashKeys: new Map(),
  };
  const own = context.keys;
  const keys = {
    ...own,
    hmacOfEach: (purpose: string, data: string) => [
      own.hmac(purpose, data),
      ...createKeys(ring).hmacOfEach(purpose, data),
    ],
  };
  await run(LIMITS, { ...context, keys });
  expect(await result()).toEqual({ holds: true, finding: null });
  await withoutTriggers(CUT);
  await sealAll();
});

async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  const { body } = await app.call(undefined, "GET /sandbox/mail.json");
  const all: { to: string; subject: string; text: string }[] = body.data;
  return all.filter(
    ({ to, subject }) => to === administrator.email && /sealed log|封存日/.test(subject),
  );
}

async function queuedMails(): Promise<number> {
  const [row] = await owner<{ mails: number }[]>`
    select count(*)::int as mails from jobs.job where name = 'mail'`;
  return row?.mails ?? 0;
}

test("seal verification: administrators get one email per finding, and see it", async () => {
  const before = (await mails()).length;
  await during({ table: "audit" }, addedEvent(1n), async () => {
    await run();
    const queued = await queuedMails();
    await run();
    expect(await queuedMails()).toBe(queued);
    await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBe(before + 1);
    const { body } = await app.call(administrator, "GET /api/admin/board");
    const checks: { check: string; holds: boolean }[] = body.checks;
    expect(checks.find(({ check }) => check === "seals_unbroken")).toMatchObject({ holds: false });
    expect(app.logs.join("\n")).toContain("the sealed log is broken");
  });
  await run();
  expect((await result()).holds).toBe(true);
});

// The last test: it cuts off the end of the log, which nothing brings back.
test("seal verification: a head on disk reveals a cut, also after further blocks", async () => {
  const { context } = app;
  const { db, ledger } = context;
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-heads-"));
  const config = { ...context.config, dataDir };
  const witness = { ...context, config };
  const hashOf = (n: bigint) => ledger.sealHash(db, n);
  const newest = await newestBlock();
  const head = { n: newest, hash: (await hashOf(newest)) ?? "" };
  expect(await keepSealHead(config, head, hashOf)).toBe("stored");
  await run(LIMITS, witness);
  expect((await result()).holds).toBe(true);
  await withoutTriggers(`
    delete from ledger.audit where xid >=
      (select from_xid from ledger.seal order by n desc limit 1);
    ${CUT}`);
  // The chain grows past the block that was cut off, and the evidence is not overwritten.
  for (let block = 0; block < 3; block += 1) {
    await everyKindOfRecord();
    await sealAll();
  }
  const last = await newestBlock();
  expect(last).toBeGreaterThan(newest);
  const later = { n: last, hash: (await hashOf(last)) ?? "" };
  expect(await keepSealHead(config, later, hashOf)).toBe("missing");
  expect(await readSealHead(config)).toEqual(head);
  // Another server, with an empty disk, has just found the log unbroken.
  await run();
  expect((await result()).holds).toBe(true);
  // This server reports it although nobody is due, and so does every other one from now on.
  await verifySeals(witness, undefined, LIMITS);
  expect((await result()).finding).toContain("the head kept elsewhere is missing");
  await run();
  expect((await result()).finding).toContain("the head kept elsewhere is missing");
  // A change is found although the head stays missing.
  otherFindings();
  await during({ table: "audit" }, addedEvent(last), async () => {
    await run();
    expect(otherFindings()).toEqual([String(last)]);
  });
});
