import { randomBytes } from "node:crypto";
import { openDatabase } from "@tessera/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openMail, type SealedMail } from "../../adapters/mail/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { ringOf, withCurrent } from "../../platform/crypto/key-ring.ts";
import { createKeys } from "../../platform/crypto/keys.ts";
import type { Db } from "../../platform/database/db.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { giveMoney } from "../../testing/give-money.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { findMailAddresses, openCustomer } from "../people/index.ts";
import { unwrapKey, wrapKey } from "./archive-vault.ts";
import { cancelArchive } from "./cancel-archive.ts";
import { deleteOldArchives } from "./delete-old-archives.ts";
import { getArchive } from "./get-archive.ts";
import { documentOf } from "./my-data.fixtures.ts";
import { readArchiveFile } from "./read-archive-file.ts";
import { requestArchive } from "./request-archive.ts";
import { sealedArchives } from "./reseal-archives.ts";
import { runNextArchive } from "./run-archive.ts";
import { lockOlderKeys } from "./sealed-archives.repository.ts";

let setup: TestContext;
beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(async () => {
  await setup.close();
});
beforeEach(async () => {
  await setup.context.db.sql`
    update data_archive set status = 'cancelled' where status in ('queued', 'processing')`;
});

async function newCustomer(): Promise<string> {
  const { context } = setup;
  const person = await inTransaction(context.db, (tx) =>
    openCustomer(context, tx, {
      email: `${newId()}@example.com`,
      passwordHash: "none",
      locale: "en",
      requestId: null,
      acceptance: null,
    }),
  );
  const customerId = person?.customerId ?? "";
  await giveMoney(context, { customerId, currency: "USD", amountMinor: 12_345n });
  return customerId;
}

const owner = (customerId: string) => ({ customerId, actor: "test", requestId: "test" });

async function requested(customerId: string): Promise<string> {
  const wish = { ...owner(customerId), locale: "en", idempotencyKey: newId() } as const;
  return (await requestArchive(setup.context, wish)).id;
}

const read = (customerId: string, id: string) =>
  getArchive(setup.context, customerId, parseId("arc", id));

async function fileOf(customerId: string, id: string): Promise<Buffer> {
  const asked = { ...owner(customerId), id: parseId("arc", id) };
  const chunks: Buffer[] = [];
  for await (const chunk of (await readArchiveFile(setup.context, asked)).body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the text of every queued email to a customer. */
async function mailsTo(customerId: string): Promise<string[]> {
  const { context } = setup;
  const rows = await context.db.sql<{ data: SealedMail }[]>`
    select data from jobs.job where name = 'mail'`;
  const [person] = await findMailAddresses(context.db.kysely, customerId);
  return rows
    .map(({ data }) => openMail(context, data))
    .filter((mail) => mail?.to === person?.email)
    .map((mail) => mail?.content.paragraphs.join("\n") ?? "");
}

async function attemptsOf(id: string): Promise<number[]> {
  const rows = await setup.context.db.sql<{ attempt: number }[]>`
    select distinct attempt from data_archive_chunk where archive_id = ${id.slice(4)}`;
  return rows.map(({ attempt }) => attempt);
}

/** Ends the lease early, as if the server had crashed. */
async function endLease(id: string): Promise<void> {
  await setup.context.db.sql`
    update data_archive set leased_until = now() - interval '1 second' where id = ${id.slice(4)}`;
}

/** Returns a gate that blocks an attempt before one of its pieces until the test opens it. */
function gate() {
  let open: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const onPiece = () => {
    arrive();
    return opened;
  };
  return { onPiece, arrived, open };
}

const fails = {
  onPiece: () => {
    throw new Error("the attempt fails");
  },
};

describe("a data archive attempt", () => {
  test("starts over after a failure, which is counted", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    await runNextArchive(setup.context, fails);
    expect(await read(customerId, id)).toMatchObject({ status: "processing" });
    expect(await runNextArchive(setup.context)).toBe(false);
    await endLease(id);
    await runNextArchive(setup.context);
    expect(await read(customerId, id)).toMatchObject({ status: "completed" });
    expect(await attemptsOf(id)).toEqual([2]);
    expect(documentOf(await fileOf(customerId, id)).accounts).toContainEqual(
      expect.objectContaining({ currency: "USD", posted: "123.45" }),
    );
  });

  test("is taken over if its server stops responding, and then writes nothing more", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    const { onPiece, arrived, open } = gate();
    const dead = runNextArchive(setup.context, { onPiece });
    await arrived;
    expect(await runNextArchive(setup.context)).toBe(false);
    await endLease(id);
    await runNextArchive(setup.context);
    const done = await read(customerId, id);
    expect(done.status).toBe("completed");
    open();
    await dead;
    expect(await read(customerId, id)).toEqual(done);
    expect(await attemptsOf(id)).toEqual([2]);
    expect(await fileOf(customerId, id)).toHaveLength(done.file?.bytes ?? 0);
  });

  test("is released when the process stops, and another server takes it right away", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    const stopping = new AbortController();
    const onPiece = () => stopping.abort();
    await runNextArchive(setup.context, { stopping: stopping.signal, onPiece });
    expect(await attemptsOf(id)).toEqual([]);
    await runNextArchive(setup.context);
    expect((await read(customerId, id)).status).toBe("completed");
  });

  test("is not repeated after five failures, and leaves no file behind", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await endLease(id);
      await runNextArchive(setup.context, fails);
    }
    expect(await read(customerId, id)).toMatchObject({ status: "failed", failure: "internal" });
    expect(await attemptsOf(id)).toEqual([]);
    await expect(fileOf(customerId, id)).rejects.toThrow("archive_not_ready");
    expect(await mailsTo(customerId)).toEqual([expect.stringContaining("Request it again")]);
    // The failed archive no longer blocks a new one.
    await requested(customerId);
  });

  test("is not repeated after five attempts that each crashed a server", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    await setup.context.db.sql`
      update data_archive set status = 'processing', attempt = 5,
        leased_until = now() - interval '1 second' where id = ${id.slice(4)}`;
    expect(await runNextArchive(setup.context)).toBe(true);
    expect(await read(customerId, id)).toMatchObject({ status: "failed", failure: "internal" });
  });

  test("fails with a specific reason if the archive exceeds the size limit", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    await runNextArchive(setup.context, { maxBytes: 100 });
    expect(await read(customerId, id)).toMatchObject({ status: "failed", failure: "too_large" });
    expect(await mailsTo(customerId)).toEqual([
      expect.stringContaining("too large for one archive. Contact support"),
    ]);
  });

  test("reads one database snapshot, regardless of what is written in the meantime", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    const more = { customerId, currency: "USD", amountMinor: 1n } as const;
    await runNextArchive(setup.context, { onPiece: () => giveMoney(setup.context, more) });
    const data = documentOf(await fileOf(customerId, id));
    expect(data.movements).toHaveLength(1);
    expect(data.accounts).toContainEqual(expect.objectContaining({ posted: "123.45" }));
  });
});

describe("a customer's data archives", () => {
  test("are created one at a time, even after two concurrent requests", async () => {
    const customerId = await newCustomer();
    const both = await Promise.allSettled([requested(customerId), requested(customerId)]);
    const refusals = both.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(refusals).toEqual(["archive_in_progress"]);
  });

  test("are each claimed only once when servers look for work concurrently", async () => {
    const customers = [await newCustomer(), await newCustomer()];
    const ids = await Promise.all(customers.map(requested));
    await Promise.all(Array.from({ length: 4 }, () => runNextArchive(setup.context)));
    for (const id of ids) {
      expect(await attemptsOf(id)).toEqual([1]);
    }
  });

  test("replace one another: a new archive deletes the earlier one's file", async () => {
    const customerId = await newCustomer();
    const first = await requested(customerId);
    await runNextArchive(setup.context);
    const second = await requested(customerId);
    await runNextArchive(setup.context);
    expect((await read(customerId, first)).status).toBe("expired");
    expect(await attemptsOf(first)).toEqual([]);
    expect((await read(customerId, second)).status).toBe("completed");
  });

  test("stop right away when canceled, and leave nothing behind", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    const cancel = () =>
      cancelArchive(setup.context, { ...owner(customerId), id: parseId("arc", id) });
    const { onPiece, arrived, open } = gate();
    const attempt = runNextArchive(setup.context, { onPiece });
    await arrived;
    expect(await cancel()).toMatchObject({ status: "cancelled" });
    expect(await cancel()).toMatchObject({ status: "cancelled" });
    open();
    await attempt;
    expect(await attemptsOf(id)).toEqual([]);
    expect((await read(customerId, id)).status).toBe("cancelled");
  });

  test("are deleted, along with their keys, when they expire", async () => {
    const customerId = await newCustomer();
    const id = await requested(customerId);
    await runNextArchive(setup.context);
    setup.clock.advance(7 * 86_400 - 60);
    await deleteOldArchives(setup.context);
    expect(await attemptsOf(id)).toEqual([1]);
    setup.clock.advance(60);
    await deleteOldArchives(setup.context);
    expect(await attemptsOf(id)).toEqual([]);
    const [row] = await setup.context.db.sql<{ status: string; wrapped_key: Buffer | null }[]>`
      select status, wrapped_key from data_archive where id = ${id.slice(4)}`;
    expect(row).toEqual({ status: "expired", wrapped_key: null });
  });
});

test("data archives: a new root key rewraps the keys of the archive files", async () => {
  const db: Db = openDatabase({ url: setup.ownerUrl });
  try {
    const customerId = await newCustomer();
    const id = (await requested(customerId)).slice(4);
    await runNextArchive(setup.context);
    const former = ringOf(randomBytes(32));
    const place = { id, customerId };
    const dataKey = randomBytes(32);
    const { keyId, wrappedKey } = wrapKey(createKeys(former), place, dataKey);
    await db.sql`update data_archive set key_id = null, wrapped_key = null, status = 'expired'
      where status = 'completed' and id <> ${id}`;
    await db.sql`update data_archive set key_id = ${keyId}, wrapped_key = ${wrappedKey}
      where id = ${id}`;
    const root = randomBytes(32);
    const keys = createKeys(withCurrent(former, root));
    expect(await sealedArchives.countOlder(db, keys)).toBe(1);
    expect(await sealedArchives.resealSome(db, keys, 500)).toBe(1);
    expect(await sealedArchives.resealSome(db, keys, 500)).toBe(0);
    const [stored] = await lockOlderKeys(db.kysely, "none", 2);
    const alone = createKeys(ringOf(root));
    const unknown = { keyId: "", wrappedKey: Buffer.alloc(0) };
    expect(unwrapKey(alone, place, stored ?? unknown)).toEqual(dataKey);
  } finally {
    await db.close();
  }
});
