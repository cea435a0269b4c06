import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cvvMatches } from "../../cards/vault/index.ts";
import { findPersonByName } from "../../identity/people/index.ts";
import { sealedTotpSecrets } from "../../identity/second-factor/index.ts";
import { inTransaction } from "../../platform/context.ts";
import type { OpenContext } from "../../platform/create-context.ts";
import { parseKeyRing } from "../../platform/crypto/key-ring.ts";
import { createKeys } from "../../platform/crypto/keys.ts";
import { hashPassword } from "../../platform/crypto/password-hasher.ts";
import { readPublicKeys } from "../../platform/crypto/sealing-key.ts";
import { newId } from "../../platform/ids.ts";
import {
  type CommandEnd,
  type CommandHome,
  createCommandHome,
  sealBooks,
} from "../../testing/command-home.ts";
import { seedDemo } from "../seed/seed-demo.ts";
import { verifyBooks } from "../verify/verify-books.ts";
import {
  enqueueTestMail,
  mailIn,
  numberIn,
  type SecretRow,
  secretRow,
} from "./rotate-keys.fixtures.ts";

const ENTRY = fileURLToPath(new URL("../../tessera.ts", import.meta.url));
/**
 * Number of card numbers: enough for more than two batches, so that a run can be stopped between
 * batches.
 */
const NUMBERS = 1_200;

let home: CommandHome;
/** A server that runs throughout the test. */
let open: OpenContext;
let owner: postgres.Sql;

beforeAll(async () => {
  home = await createCommandHome();
  open = await home.open();
  owner = postgres(home.ownerUrl, { max: 3, onnotice: () => undefined });
  await seedDemo(open.context);
  await addNumbers(NUMBERS);
  await sealBooks(home);
}, 120_000);
afterAll(async () => {
  await owner.end();
  await open.close();
  await home.remove();
});

const panOf = (place: number) => `4859981${String(place).padStart(9, "0")}`;

/**
 * Adds card numbers for nonexistent cards, after dropping the foreign key that requires the cards
 * to exist.
 */
async function addNumbers(count: number): Promise<void> {
  await owner`alter table card_secret drop constraint card_secret_card_id_customer_id_fkey`;
  const rows = Array.from({ length: count }, (_, place) =>
    secretRow(open.context.keys, { cardId: newId(), customerId: newId() }, panOf(place)),
  );
  await owner`insert into card_secret ${owner(rows)}`;
  await owner`insert into directory_card (kind, key_hash, cell, card_id)
    select 'number', pan_index, 1, card_id from card_secret on conflict do nothing`;
}

async function countsByKey(): Promise<Record<string, number>> {
  const rows = await owner<{ key_id: string; count: number }[]>`
    select key_id, count(*)::int as count from card_secret group by key_id`;
  return Object.fromEntries(rows.map(({ key_id, count }) => [key_id, count]));
}

/** Decrypts all card numbers with the keys that a server would use now. */
async function openAll(): Promise<string[]> {
  const rows = await owner<SecretRow[]>`select * from card_secret`;
  return rows.map((row) => numberIn(open.context.keys, row));
}

function spawnRotation(): ChildProcess {
  return spawn(process.execPath, [ENTRY, "rotate-keys"], {
    env: { PATH: process.env.PATH, ...home.env },
    stdio: "ignore",
  });
}

/**
 * Replaces the keys. If a transaction from another test file on the same PostgreSQL server takes
 * too long, runs the command again later, as its message suggests.
 */
async function rotate(...options: readonly string[]): Promise<CommandEnd> {
  for (;;) {
    const end = await home.run(["rotate-keys", ...options]);
    if (!end.err.includes("a transaction from before is still running")) {
      return end;
    }
  }
}

const ringNow = async () => parseKeyRing(await readFile(home.keyFile, "utf8"), "test");

it("key rotation: resumes after being killed, and retires the old key at the end", async () => {
  const { keys, db, ledger, config } = open.context;
  const numbers = (await openAll()).sort();
  const formerId = keys.keyId;
  const before = createKeys(await ringNow());
  const card = { pan: panOf(1), expiryMonth: 3, expiryYear: 2030 };
  const cvv = String(keys.hmac("cvv", "any").toString("hex"));
  const mail = { to: "a@example.com", locale: "en", content: { kind: "test" } } as never;
  await inTransaction(db, (tx) => enqueueTestMail(open.context, tx, mail));

  // Locks the row of the last card number, so that the run blocks after its first batches.
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const holding = owner.begin(async (tx) => {
    await tx`select from card_secret where card_id =
      (select card_id from card_secret order by card_id desc limit 1) for update`;
    await held;
  });
  const child = spawnRotation();
  const exited = once(child, "exit");
  await expect
    .poll(async () => Object.keys(await countsByKey()).length, { timeout: 60_000 })
    .toBe(2);
  child.kill("SIGKILL");
  await exited;
  letGo();
  await holding;

  const halfway = await countsByKey();
  expect(Object.keys(halfway)).toContain(formerId);
  const ring = await ringNow();
  expect(ring.others).toHaveLength(1);
  // The running server picks up changes to its key file, and can open card numbers sealed with
  // either key.
  await expect.poll(() => keys.keyId, { timeout: 60_000 }).not.toBe(formerId);
  expect((await openAll()).sort()).toEqual(numbers);

  const ended = await rotate();
  expect(ended.err).toContain("Continuing with key");
  expect(ended.code, ended.err).toBe(0);
  expect(Object.keys(await countsByKey())).toEqual([keys.keyId]);
  expect((await ringNow()).current).toEqual(ring.current);
  expect((await ringNow()).others).toEqual([]);

  const retired = `${home.keyFile}.retired-${formerId}`;
  expect(ended.out).toContain(retired);
  expect(await readFile(retired, "utf8")).toContain(ring.others[0]?.toString("base64"));
  await expect
    .poll(async () => (await readdir(home.folder)).filter((name) => name.endsWith(".part")), {
      timeout: 60_000,
    })
    .toEqual([]);

  // No data needs the old key anymore, and the hashes have not changed.
  const after = createKeys(await ringNow());
  expect((await openAll()).sort()).toEqual(numbers);
  expect(String(after.hmac("cvv", "any").toString("hex"))).toBe(cvv);
  expect(cvvMatches(after, card, "not it")).toBe(false);
  expect(await hashPassword(after, "x")).not.toBe(await hashPassword(before, "x"));
  const jobs = await owner<{ data: Parameters<typeof mailIn>[1] }[]>`
    select data from jobs.job where name = 'mail'`;
  expect(jobs.map(({ data }) => mailIn(after, data))).toContainEqual(mail);
  expect(await findPersonByName(db.kysely, "demo")).toBeDefined();

  const factors = await owner<{ id: string }[]>`
    select encode(substring(sealed_secret from 1 for 4), 'hex') as id from totp_factor`;
  expect(factors.length).toBeGreaterThan(0);
  expect(new Set(factors.map(({ id }) => id))).toEqual(new Set([after.keyId]));
  const opened = await sealedTotpSecrets.countOlder(db, after);
  expect(opened).toBe(0);

  // Seals signed with either key can be verified.
  const signers = await owner`select distinct key_id from ledger.seal`;
  expect(signers).toHaveLength(2);
  const books = await verifyBooks(ledger, db, await readPublicKeys(config));
  expect(books.invariants.filter(({ holds }) => !holds)).toEqual([]);
  const acts = await owner`select data from ledger.audit where action = 'keys.replaced'`;
  expect(acts.map(({ data }) => data.step)).toEqual(["begun", "ended"]);
}, 300_000);

it("key rotation: with --prepare, publishes the next key before its first use", async () => {
  const inForce = (await ringNow()).current;
  expect((await home.run(["rotate-keys", "--prepare"])).code).toBe(0);
  const prepared = await ringNow();
  expect(prepared.current).toEqual(inForce);
  expect(prepared.next).toBeDefined();
  // A second call continues with the same key.
  await home.run(["rotate-keys", "--prepare"]);
  expect((await ringNow()).next).toEqual(prepared.next);

  expect((await rotate("--keep-former")).code).toBe(0);
  const kept = await ringNow();
  expect(kept.current).toEqual(prepared.next);
  expect(kept.others).toEqual([inForce]);
  expect(kept.next).toBeUndefined();
  expect((await rotate()).code).toBe(0);
  expect(await ringNow()).toMatchObject({ current: prepared.next, others: [] });
  expect(Object.values(await countsByKey())).toEqual([NUMBERS + 4]);
}, 300_000);

it("key rotation: refuses to start while another run is changing the key file", async () => {
  const before = await ringNow();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // A run writes its audit event before its key, so this lock stops the run in between.
  const holding = owner.begin(async (tx) => {
    await tx`lock table ledger.audit in exclusive mode`;
    await held;
  });
  const waiting = () => owner`select from pg_locks l join pg_class c on c.oid = l.relation
    join pg_database d on d.oid = l.database
    where c.relname = 'audit' and not l.granted and d.datname = current_database()`;
  const first = rotate();
  await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBe(1);
  const second = home.run(["rotate-keys"]);
  const isOver = second.then(() => true);
  await expect
    .poll(async () => (await Promise.race([isOver, false])) || (await waiting()).length === 2, {
      timeout: 60_000,
    })
    .toBe(true);
  letGo();
  await holding;
  expect(await first).toMatchObject({ code: 0 });
  expect(await second).toMatchObject({ code: 1 });
  expect((await second).err).toContain("Another rotate-keys is running");
  const after = await ringNow();
  expect(after.current).not.toEqual(before.current);
  expect(Object.keys(await countsByKey())).toEqual([createKeys(after).keyId]);
}, 300_000);

it("key rotation: never changes a key that is set in the environment", async () => {
  const TESSERA_KEY = await readFile(home.keyFile, "utf8");
  const refused = await home.run(["rotate-keys"], { env: { TESSERA_KEY } });
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("Put it into a file");
  expect(await readFile(home.keyFile, "utf8")).toBe(TESSERA_KEY);
});
