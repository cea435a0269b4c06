import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountOf, openCustomer } from "../../identity/people/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { giveMoney } from "../../testing/give-money.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { cancelExport } from "./cancel-export.ts";
import { createExport } from "./create-export.ts";
import { expireFiles } from "./expire-files.ts";
import { getExport } from "./get-export.ts";
import { readExportFile } from "./read-file.ts";
import { questionBody } from "./reconciliation.fixtures.ts";
import { runNextExport } from "./run-export.ts";

let setup: TestContext;
beforeAll(async () => {
  setup = await createTestContext();
});
afterAll(async () => {
  await setup.close();
});

interface Customer {
  readonly customerId: string;
}

async function newCustomer(deposits: number): Promise<Customer> {
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
  const customer = { customerId: person?.customerId ?? "" };
  await Promise.all(Array.from({ length: deposits }, (_, n) => deposit(customer, BigInt(n + 1))));
  return customer;
}

function deposit({ customerId }: Customer, amountMinor: bigint, at?: Date): Promise<void> {
  const given = { customerId, currency: "USD", amountMinor } as const;
  return giveMoney(setup.context, at === undefined ? given : { ...given, at });
}

const asker = ({ customerId }: Customer) => ({ customerId, actor: "test", requestId: "test" });

async function asked(customer: Customer, given: Readonly<Record<string, unknown>> = {}) {
  const { id } = await createExport(setup.context, {
    ...asker(customer),
    body: questionBody({ accounts: ["USD"], ...given }) as never,
    locale: "en",
    idempotencyKey: newId(),
  });
  return id;
}

const read = ({ customerId }: Customer, id: string) =>
  getExport(setup.context, customerId, parseId("exp", id));

async function fileOf(customer: Customer, id: string): Promise<Buffer> {
  const file = await readExportFile(setup.context, {
    ...asker(customer),
    id: parseId("exp", id),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of file.body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function chunksOf(id: string) {
  return setup.context.db.sql<{ attempt: number }[]>`
    select distinct attempt from reconciliation_chunk where export_id = ${id.slice(4)}`;
}

/** Expires the lease, as if the attempt's server had crashed. */
async function leaseRunsOut(id: string): Promise<void> {
  await setup.context.db.sql`
    update reconciliation_export set leased_until = now() - interval '1 second'
    where id = ${id.slice(4)}`;
}

/** Blocks an attempt before a batch until the test releases it. */
function gate() {
  let open: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const onBatch = () => {
    arrive();
    return opened;
  };
  return { onBatch, arrived, open };
}

beforeEach(async () => {
  await setup.context.db.sql`
    update reconciliation_export set status = 'cancelled' where status in ('queued', 'processing')`;
});

describe("an export attempt", () => {
  test("is repeated after a crash, and produces the same bytes without duplicates", async () => {
    const customer = await newCustomer(40);
    const [whole, broken] = [await asked(customer), await asked(customer)];
    await runNextExport(setup.context);
    let batches = 0;
    const dies = () => {
      batches += 1;
      if (batches > 2) {
        throw new Error("the server crashed");
      }
    };
    await runNextExport(setup.context, { batchRows: 10, onBatch: dies });
    expect(await read(customer, broken)).toMatchObject({ status: "queued", rowsDone: 0 });
    expect(await runNextExport(setup.context)).toBe(false);
    await leaseRunsOut(broken);
    await runNextExport(setup.context, { batchRows: 7 });
    const [first, second] = [await read(customer, whole), await read(customer, broken)];
    expect(second).toMatchObject({ status: "completed", rowsDone: 40, rowsTotal: 40 });
    expect(second.totals?.[0]).toMatchObject({ movements: "8.20", closing: "8.20" });
    // Each export's period ends when it was requested, so the ends differ slightly. Everything else
    // is the same.
    const [one, two] = [await fileOf(customer, whole), await fileOf(customer, broken)];
    const rows = (file: Buffer) => file.toString().split("\r\n").slice(0, -3);
    expect(rows(two)).toEqual(rows(one));
    expect(createHash("sha256").update(two).digest("hex")).toBe(second.file?.sha256);
    expect(first.file?.bytes).toBe(one.length);
    expect(await chunksOf(broken)).toEqual([{ attempt: 2 }]);
  });

  test("is taken over if its server goes silent, and can no longer write after that", async () => {
    const customer = await newCustomer(30);
    const id = await asked(customer);
    const { onBatch, arrived, open } = gate();
    const dead = runNextExport(setup.context, { batchRows: 10, onBatch });
    await arrived;
    expect(await runNextExport(setup.context)).toBe(false);
    await leaseRunsOut(id);
    await runNextExport(setup.context);
    const done = await read(customer, id);
    expect(done.status).toBe("completed");
    const file = await fileOf(customer, id);
    open();
    await dead;
    expect(await read(customer, id)).toEqual(done);
    expect(await fileOf(customer, id)).toEqual(file);
    expect(await chunksOf(id)).toEqual([{ attempt: 2 }]);
  });

  test("is released when the process stops, so that another server can take over", async () => {
    const customer = await newCustomer(30);
    const id = await asked(customer);
    const stopping = new AbortController();
    const { onBatch, arrived, open } = gate();
    const { signal } = stopping;
    const attempt = runNextExport(setup.context, { stopping: signal, onBatch });
    await arrived;
    stopping.abort();
    // The attempt ends without waiting for its SQL statement, which is still blocked.
    await attempt;
    expect((await read(customer, id)).status).toBe("queued");
    await runNextExport(setup.context);
    expect((await read(customer, id)).status).toBe("completed");
    open();
  });

  test("fails permanently after repeated failures, and leaves no file", async () => {
    const customer = await newCustomer(3);
    const id = await asked(customer);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await leaseRunsOut(id);
      await runNextExport(setup.context, {
        onBatch: () => {
          throw new Error("no");
        },
      });
    }
    expect(await read(customer, id)).toMatchObject({ status: "failed", failure: "internal" });
    expect(await chunksOf(id)).toEqual([]);
  });

  test("fails with a specific error if it has more rows than a file can have", async () => {
    const customer = await newCustomer(11);
    const id = await asked(customer);
    await runNextExport(setup.context, { maxRows: 10 });
    expect(await read(customer, id)).toMatchObject({ status: "failed", failure: "too_large" });
  });

  test("reads a ledger snapshot taken when it starts, unaffected by later postings", async () => {
    const customer = await newCustomer(20);
    const began = setup.clock.now();
    const id = await asked(customer);
    // Posts a movement within the export's period while the file is being created.
    await runNextExport(setup.context, {
      batchRows: 5,
      onBatch: () => deposit(customer, 1_000n, began),
    });
    expect(await read(customer, id)).toMatchObject({ status: "completed", rowsDone: 20 });
  });

  test("delivers no file if the ledger does not add up", async () => {
    const customer = await newCustomer(5);
    const id = await asked(customer);
    const account = await accountOf(setup.context.db.kysely, customer.customerId, "USD");
    const { default: postgres } = await import("postgres");
    const owner = postgres(setup.ownerUrl, { max: 1, onnotice: () => undefined });
    try {
      await owner`update ledger.balance set posted = posted + 1
        where account_id = ${String(account)}::bigint`;
      await runNextExport(setup.context);
    } finally {
      await owner.end();
    }
    expect(await read(customer, id)).toMatchObject({ status: "failed", failure: "unbalanced" });
    await expect(fileOf(customer, id)).rejects.toThrow("export_not_ready");
    expect(await chunksOf(id)).toEqual([]);
  });
});

describe("a customer's exports", () => {
  test("run one at a time, and do not delay another customer's exports", async () => {
    const [customer, other] = [await newCustomer(10), await newCustomer(10)];
    const [first, second] = [await asked(customer), await asked(customer)];
    const third = await asked(other);
    const { onBatch, arrived, open } = gate();
    const running = runNextExport(setup.context, { onBatch });
    await arrived;
    expect(await runNextExport(setup.context)).toBe(true);
    expect(await runNextExport(setup.context)).toBe(false);
    const statuses = async () =>
      Promise.all([read(customer, first), read(customer, second), read(other, third)]).then((all) =>
        all.map(({ status }) => status),
      );
    expect(await statuses()).toEqual(["processing", "queued", "completed"]);
    open();
    await running;
    await runNextExport(setup.context);
    expect(await statuses()).toEqual(["completed", "completed", "completed"]);
  });

  test("are each claimed only once if several servers look for work at the same time", async () => {
    const customer = await newCustomer(2);
    const ids = [await asked(customer), await asked(customer), await asked(customer)];
    for (let round = 0; round < ids.length; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => runNextExport(setup.context)));
    }
    for (const id of ids) {
      expect((await read(customer, id)).status).toBe("completed");
      expect(await chunksOf(id)).toEqual([{ attempt: 1 }]);
    }
  });

  test("are limited to five in the queue", async () => {
    const customer = await newCustomer(1);
    for (let n = 0; n < 5; n += 1) {
      await asked(customer);
    }
    await expect(asked(customer)).rejects.toThrow("too_many_exports");
  });
});

describe("a canceled export", () => {
  test("stops immediately and leaves nothing behind, whether queued or running", async () => {
    const customer = await newCustomer(40);
    const [running, waiting] = [await asked(customer), await asked(customer)];
    const cancel = (id: string) =>
      cancelExport(setup.context, { ...asker(customer), id: parseId("exp", id) });
    const { onBatch, arrived, open } = gate();
    const attempt = runNextExport(setup.context, { batchRows: 10, onBatch });
    await arrived;
    for (const id of [running, waiting]) {
      expect(await cancel(id)).toMatchObject({ status: "cancelled" });
      expect(await cancel(id)).toMatchObject({ status: "cancelled" });
    }
    open();
    await attempt;
    expect(await runNextExport(setup.context)).toBe(false);
    expect((await read(customer, running)).status).toBe("cancelled");
    expect(await chunksOf(running)).toEqual([]);
    const done = await asked(customer);
    await runNextExport(setup.context);
    await expect(cancel(done)).rejects.toThrow("export_over");
  });
});

describe("a time zone", () => {
  test("is accepted by the database if browsers know it", async () => {
    const zones = Intl.supportedValuesOf("timeZone");
    const unknown = await setup.context.db.sql<{ zone: string }[]>`
      select zone from unnest(${zones}::text[]) zone
      where zone not in (select name from pg_timezone_names)`;
    expect(unknown.map(({ zone }) => zone)).toEqual([]);
  });
});

describe("export expiry", () => {
  test("deletes expired files and files left behind by crashed servers", async () => {
    const customer = await newCustomer(5);
    const id = await asked(customer);
    await runNextExport(setup.context);
    await setup.context.db.sql`
      insert into reconciliation_chunk values (${id.slice(4)}, 9, 0, 'left'::bytea)`;
    await expireFiles(setup.context);
    expect(await chunksOf(id)).toEqual([{ attempt: 1 }]);
    setup.clock.advance(7 * 86_400);
    await expireFiles(setup.context);
    expect(await chunksOf(id)).toEqual([]);
    expect((await read(customer, id)).status).toBe("expired");
    await expect(fileOf(customer, id)).rejects.toThrow("export_expired");
  });
});
