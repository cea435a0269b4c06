import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@tessera/database";
import type { Db } from "../../platform/context.ts";
import { KEY_BYTES, type KeyRing, keyIdOf, withCurrent } from "../../platform/crypto/key-ring.ts";
import { createKeys, type Keys } from "../../platform/crypto/keys.ts";
import { KEY_FILE_POLL_MS, readRootKey, replaceKeyFile } from "../../platform/crypto/root-key.ts";
import {
  allEndedBefore,
  takeTransactionNumber,
} from "../../platform/database/running-transactions.repository.ts";
import { findPracticeDatabase, practiceSourceOf } from "../../startup/practice-database.ts";
import { requireOneCell } from "../cells/program-cells.ts";
import { type Command, type CommandCall, CommandError } from "../command-line/command.ts";
import { showProgress } from "../command-line/show-progress.ts";
import { recordAct } from "./acting.ts";
import { type Books, openBooks, openKeys } from "./open-books.ts";
import { takeRotationLock } from "./rotation-lock.repository.ts";
import { sealAll } from "./seal.ts";

const BATCH = 500;
const PAUSE_MS = 200;
/** Time in milliseconds within which an email in progress is either sent or queued again. */
const PATIENCE_MS = 20_000;

export const rotateKeys: Command = {
  name: "rotate-keys",
  summary: "replace the root key: seal and sign with a new key, retire the old one",
  options: {
    prepare: { type: "boolean", help: "only add a new key to the key file, without using it" },
    "keep-former": { type: "boolean", help: "leave the old key in the key file for now" },
    "last-cell": { type: "boolean", help: "with several cells: all others were resealed" },
  },
  details:
    "Servers keep running: they reload their key file within a second, and have both keys until " +
    "nothing is sealed under the old one. If it is interrupted, even by kill -9, the next run " +
    "continues. The old key is then removed from the key file and stored next to it: earlier " +
    "backups need it.\n\nIf servers have their own key files, run it with --prepare, copy the " +
    "key file to all of them, run it with --keep-former, copy it again, run it without either, " +
    "and copy it once more.\n\nSeveral cells share the root key: run it for each with " +
    "--keep-former, and then for any of them with --last-cell.\n\nPasswords, CVVs and other " +
    "hashes keep their keys, which then have their own lines in the key file.",
  async run(call) {
    const books = await openBooks(call);
    await openKeys(books);
    if (books.config.key !== undefined) {
      throw new CommandError(
        "The root key is set as TESSERA_KEY. Put it into a file and set TESSERA_KEY_FILE: only a " +
          "file can be changed.",
      );
    }
    await requireAlone(call, books);
    const retires = !call.options.has("prepare") && !call.options.has("keep-former");
    if (retires && !call.options.has("last-cell")) {
      await requireOneCell(
        books.db,
        "They share the root key: run it for each with --keep-former, then once with --last-cell.",
      );
    }
    if (call.options.has("prepare")) {
      await prepare(call, books);
      return;
    }
    const ring = await beginOrResume(call, books);
    const keys = createKeys(ring);
    await resealAll(call, await databasesOf(call, books), keys);
    await sealAll(books, keys, call.signal);
    if (call.options.has("keep-former")) {
      call.terminal.stdout.write("Everything is sealed under the new key; the old one is kept.\n");
      return;
    }
    await retire(call, books, ring);
  },
};

/**
 * Checks that no other run is in progress. Otherwise, each of the two runs would create a key, and
 * only one of the keys would remain in the key file.
 *
 * @throws CommandError if another run is in progress
 */
async function requireAlone(call: CommandCall, { db }: Books): Promise<void> {
  const letGo = await takeRotationLock(db);
  if (letGo === undefined) {
    throw new CommandError("Another rotate-keys is running. Wait until it has ended.");
  }
  call.atEnd(letGo);
}

const hexId = (key: Buffer) => keyIdOf(key).toString("hex");

async function ringOnFile({ config }: Books): Promise<KeyRing> {
  const ring = await readRootKey(config);
  if (ring === undefined) {
    throw new CommandError(`There is no root key in ${config.keyFile}.`);
  }
  return ring;
}

async function prepare({ terminal }: CommandCall, books: Books): Promise<void> {
  const ring = await ringOnFile(books);
  const { keyFile } = books.config;
  if (ring.others.length > 0) {
    throw new CommandError("The last rotation has not ended: run rotate-keys first.");
  }
  const next = ring.next ?? randomBytes(KEY_BYTES);
  await replaceKeyFile(keyFile, { ...ring, next });
  terminal.stdout.write(`Key ${hexId(next)} is in ${keyFile} and not used yet.\n`);
}

/**
 * Returns the key ring with the new key as the current key. The new key is created now, unless
 * `--prepare` or an earlier, unfinished run already created it.
 */
async function beginOrResume({ terminal }: CommandCall, books: Books): Promise<KeyRing> {
  const ring = await ringOnFile(books);
  if (ring.others.length > 0) {
    terminal.stderr.write(`Continuing with key ${hexId(ring.current)}.\n`);
    return ring;
  }
  const begun = withCurrent(ring, ring.next ?? randomBytes(KEY_BYTES));
  const data = { keyId: hexId(begun.current), formerKeyId: hexId(ring.current) };
  await recordAct(books, "keys.replaced", { data: { ...data, step: "begun" } });
  // From now on, data is sealed with this key. The key must be on disk before anything is sealed
  // with it.
  await replaceKeyFile(books.config.keyFile, begun);
  return begun;
}

/** Returns the databases to reseal, including the simulator's database if there is one. */
async function databasesOf(call: CommandCall, { db, appUrl, ownerUrl, config }: Books) {
  const url = await findPracticeDatabase(practiceSourceOf({ appUrl, ownerUrl, config }));
  if (url === undefined) {
    return [db];
  }
  const practice: Db = openDatabase<object>({
    url,
    maxConnections: 3,
    applicationName: "tessera-command",
  });
  call.atEnd(() => practice.close());
  return [db, practice];
}

/**
 * Reseals until nothing is sealed with an older key, including data that servers sealed with the
 * old key before they learned of the new one.
 */
async function resealAll(call: CommandCall, databases: readonly Db[], keys: Keys): Promise<void> {
  await resealOnce(call, databases, keys);
  await sleep(2 * KEY_FILE_POLL_MS, undefined, { signal: call.signal });
  const deadline = performance.now() + PATIENCE_MS;
  for (const db of databases) {
    const number = await takeTransactionNumber(db);
    while (!(await allEndedBefore(db, number))) {
      await waitOn(call, deadline, "a transaction from before is still running");
    }
  }
  for (;;) {
    await resealOnce(call, databases, keys);
    const [left] = await olderIn(databases, keys);
    if (left === undefined) {
      return;
    }
    await waitOn(call, deadline, `${left.count} ${left.name} are being used under the old key`);
  }
}

async function waitOn({ signal }: CommandCall, deadline: number, reason: string): Promise<void> {
  if (performance.now() > deadline) {
    throw new CommandError(`Both keys stay in use: ${reason}. Run rotate-keys again later.`);
  }
  await sleep(PAUSE_MS, undefined, { signal });
}

/** Loads all modules, which other commands need not. */
async function sealedStores() {
  return (await import("../../startup/sealed-stores.ts")).SEALED_STORES;
}

async function olderIn(databases: readonly Db[], keys: Keys) {
  const found: { name: string; count: number }[] = [];
  for (const db of databases) {
    for (const store of await sealedStores()) {
      const count = await store.countOlder(db, keys);
      if (count > 0) {
        found.push({ name: store.name, count });
      }
    }
  }
  return found;
}

async function resealOnce(
  { terminal, signal }: CommandCall,
  databases: readonly Db[],
  keys: Keys,
): Promise<void> {
  const progress = showProgress(terminal);
  for (const db of databases) {
    for (const store of await sealedStores()) {
      let done = 0;
      const total = await store.countOlder(db, keys);
      for (let some = BATCH; some > 0 && !signal.aborted; ) {
        some = await store.resealSome(db, keys, BATCH);
        done += some;
        progress.show(`${done} of ${total} ${store.name}`);
      }
    }
  }
  progress.clear();
}

/** Removes the old keys from the key file and stores them next to it. */
async function retire({ terminal }: CommandCall, books: Books, ring: KeyRing): Promise<void> {
  const { keyFile } = books.config;
  const { others, ...rest } = ring;
  const places: string[] = [];
  for (const key of others) {
    const place = `${keyFile}.retired-${hexId(key)}`;
    await writeFile(place, `other ${key.toString("base64")}\n`, { mode: 0o600 });
    places.push(place);
  }
  await replaceKeyFile(keyFile, { ...rest, others: [] });
  const data = { keyId: hexId(ring.current), retired: others.map(hexId), step: "ended" };
  await recordAct(books, "keys.replaced", { data });
  terminal.stdout.write(
    `Key ${hexId(ring.current)} is in force.\nRetired: ${places.join(", ")}\n` +
      "Backups from before need it. Move it to where you keep secrets, away from this machine.\n",
  );
}
