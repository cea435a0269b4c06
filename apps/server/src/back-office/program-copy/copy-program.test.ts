import { FEE_NOTICE_SECONDS } from "@tessera/contract/back-office/program.schemas";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type CellOperator,
  callAt,
  openOperator,
} from "../../identity/operators/cells/cell-operators.fixtures.ts";
import { inTransaction } from "../../platform/context.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { newId } from "../../platform/ids.ts";
import { startTwoCells, type TestCell, type TwoCells } from "../../testing/two-cells.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { COPY_INTERVAL_MS, copyProgram, differingParts, documentOf } from "./copy-program.ts";
import { isSame, lockCopies, selectCopies } from "./program-parts.repository.ts";
import { PROGRAM_PARTS } from "./program-parts.ts";

let program: TwoCells;
let one: TestCell;
let two: TestCell;
let administrator: CellOperator;

beforeAll(async () => {
  program = await withoutRepeatedJobs(() => startTwoCells({ processes: "two" }));
  ({ one, two } = program);
  administrator = await openOperator(one.context, "administrator");
}, 300_000);
afterAll(() => program?.close(), 300_000);

async function copyAll(): Promise<void> {
  await copyProgram(one.context);
  await copyProgram(two.context);
}

async function differing(): Promise<string[]> {
  const names: string[] = [];
  for (const part of PROGRAM_PARTS) {
    const [first, second] = [
      await documentOf(one.context, part),
      await documentOf(two.context, part),
    ];
    if (!isSame(part, first, second)) {
      names.push(part.name);
    }
  }
  return names;
}

/** Writes in cell 1 as the owner, as if an administrator had. */
async function write(cell: TestCell, statement: string): Promise<void> {
  await withDatabase(cell.database.ownerUrl, ({ sql }) => sql.unsafe(statement));
}

const FEES_PART = PROGRAM_PARTS[0] as (typeof PROGRAM_PARTS)[number];

const FEES = `insert into fee_schedule (version, effective_from, card_opening_fee_minor,
    card_opening_fee_currency, card_deposit_basis_points, withdrawal_basis_points)
  select max(version) + 1, now() + interval '30 days', 777, 'USD', 250, 100 from fee_schedule`;

it("program settings: what changes in the first cell reaches the others", async () => {
  await write(one, FEES);
  await write(one, "update card_segment set active = not active, revision = revision + 1");
  await write(
    one,
    `insert into programme_setting select (jsonb_populate_record(s, '{"version": 99}')).*
     from programme_setting s order by version desc limit 1`,
  );
  const { token } = administrator;
  const reply = { name: "Greeting", texts: { en: "Hello {name}" } };
  const headers = { "idempotency-key": newId() };
  const path = "POST /api/admin/support/canned-answers" as const;
  expect((await callAt(two, path, { token, body: reply, headers })).status).toBe(201);
  expect(await differing()).toEqual(expect.arrayContaining(["fees", "products", "settings"]));
  await copyAll();
  expect(await differing()).toEqual([]);
  expect([...two.context.use(differingParts).values()]).not.toContain(true);
});

it("program settings: fees settle longer before they begin than cells take to copy them", () => {
  // Recorded and then copied, each within an interval, and as long again in reserve.
  expect(FEE_NOTICE_SECONDS * 1_000).toBeGreaterThanOrEqual(2 * 2 * COPY_INTERVAL_MS);
});

it("program settings: a cancellation that arrives late ends the fees there", async () => {
  const versionIn = async (cell: TestCell) =>
    (await callAt(cell, "GET /api/fee-schedule")).json.version;
  const before = await versionIn(two);
  await write(one, FEES.replace("now() + interval '30 days'", "now() - interval '1 minute'"));
  await copyAll();
  expect(await versionIn(two)).toBeGreaterThan(before);
  await write(
    one,
    `insert into fee_schedule_cancellation
      select max(version), 'admin', now() - interval '2 minutes' from fee_schedule`,
  );
  expect(await versionIn(one)).toBe(before);
  expect(await versionIn(two)).toBeGreaterThan(before);
  await copyAll();
  expect(await versionIn(two)).toBe(before);
  expect(await differing()).toEqual([]);
});

it("program settings: products can change places, and keep the stock of each cell", async () => {
  await write(two, "update card_segment set stock = 17");
  await write(one, "update card_segment set position = -position - 1");
  await write(one, "update card_segment set position = 1000 + position");
  await copyAll();
  expect(await differing()).toEqual([]);
  const rows = await two.context.db.sql<{ stock: number }[]>`select stock from card_segment`;
  expect(new Set(rows.map(({ stock }) => stock))).toEqual(new Set([17]));
});

it("program settings: a copy is made once for each version", async () => {
  await copyAll();
  const before = await selectCopies(two.context.db.kysely);
  await copyAll();
  expect(await selectCopies(two.context.db.kysely)).toEqual(before);
  expect([...before.values()].map(({ problem }) => problem)).toEqual(PROGRAM_PARTS.map(() => null));
});

const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

function copyOf(n: number, { position, bin }: { position: string; bin: string }): string {
  return `insert into card_segment select (jsonb_populate_record(s,
      '{"id": "${idOf(n)}", "position": ${position}, "bin": "${bin}"}')).*
    from card_segment s where id = '${idOf(1)}'`;
}

const isBehind = (name: string) => two.context.use(differingParts).get(name);

it("program settings: replies can take over each other's names", async () => {
  const reply = (n: number, name: string) =>
    `insert into support_answer
      values ('${idOf(n)}', '${name}', '{}', 1, 'A', now(), null, '${n}')`;
  await write(one, [reply(501, "Hello"), reply(502, "Bye"), reply(503, "Gone")].join(";"));
  await copyAll();
  const rename = (n: number, name: string) =>
    `update support_answer set name = '${name}' where id = '${idOf(n)}'`;
  await write(one, [rename(501, "Old"), rename(502, "hello")].join(";"));
  for (let pass = 0; pass < 2; pass += 1) {
    await copyAll();
    expect(await differing()).toEqual([]);
  }
  await write(one, `update support_answer set deleted_at = now() where id = '${idOf(503)}'`);
  await write(one, rename(501, "Gone"));
  await copyAll();
  expect(await differing()).toEqual([]);
});

it("program settings: products exchange BINs, next to a product of the cell's own", async () => {
  const exchange = `update card_segment set bin = '00' || bin
      where id in ('${idOf(1)}', '${idOf(2)}');
    update card_segment s set bin = substr(o.bin, 3) from (select id, bin from card_segment) o
    where s.id in ('${idOf(1)}', '${idOf(2)}') and o.id in ('${idOf(1)}', '${idOf(2)}')
      and o.id <> s.id`;
  await write(one, exchange);
  await copyAll();
  expect(await differing()).toEqual([]);
  await write(two, copyOf(600, { position: "5000", bin: "499999" }));
  await write(one, copyOf(601, { position: "5000", bin: "499998" }));
  await write(one, exchange);
  const own = () => two.context.db.sql`
    select position, bin from card_segment where id = ${idOf(600)}`;
  for (let pass = 0; pass < 2; pass += 1) {
    await copyAll();
    expect([...(await own())]).toEqual([{ position: 5010, bin: "499999" }]);
    expect(isBehind("products")).toBe(true);
  }
  await write(two, `delete from card_segment where id = '${idOf(600)}'`);
  for (let pass = 0; pass < 2; pass += 1) {
    await copyAll();
    expect(await differing()).toEqual([]);
    expect(isBehind("products")).toBe(false);
  }
});

it("program settings: a copy keeps what the cards of a product depend on", async () => {
  await write(
    two,
    `alter table card_application drop constraint card_application_customer_id_fkey;
    insert into card_application (id, customer_id, segment_id, opening_fee_minor,
      fee_schedule_version, status, client_key, created_at)
    values ('${newId()}', '${newId()}', '${idOf(601)}', 0, 1, 'processing', 'x', now())`,
  );
  const change = (bin: string, currency: string) => `update card_segment
    set bin = '${bin}', currency = '${currency}', active = not active where id = '${idOf(601)}'`;
  await write(one, change("499997", "EUR"));
  await copyAll();
  const [kept] = await two.context.db.sql`
    select c.bin, c.currency from card_segment c where id = ${idOf(601)}`;
  expect(kept).toEqual({ bin: "499998", currency: "USD" });
  expect(isBehind("products")).toBe(true);
  await write(one, change("499998", "USD"));
  await copyAll();
  expect(isBehind("products")).toBe(false);
});

it("program settings: in several cells, a product keeps its BIN from the beginning", async () => {
  const { token } = administrator;
  const path = "/api/admin/programme/segments";
  const list = await callAt(one, `GET ${path}`, { token });
  const segment = list.json.data.find((product: { id: string }) => product.id.includes(idOf(3)));
  const { id, charged: _, stock: __, issued, changedBy: ___, changedAt: ____, ...body } = segment;
  expect(issued).toBe(0);
  const changed = await callAt(one, `PUT ${path}/${id}`, {
    ...{ token, body: { ...body, bin: "499996" }, headers: { "idempotency-key": newId() } },
  });
  expect(changed).toMatchObject({ status: 409, json: { code: "segment_in_use" } });
});

it("program settings: a document that no server of the program recorded is ignored", async () => {
  const forge = `update directory_setting set version = version + 1,
    document = replace(document, '"card_opening_fee_minor": 777', '"card_opening_fee_minor": 1')
    where part = 'fees'`;
  await write(one, `${FEES}; ${forge}`);
  const before = await documentOf(two.context, FEES_PART);
  await copyProgram(two.context);
  expect(await documentOf(two.context, FEES_PART)).toBe(before);
  expect(isBehind("fees")).toBe(true);
  expect(isBehind("replies")).toBe(false);
  expect(program.logs.join("")).toContain("UnprovenSettingError");
  await copyAll();
  expect(isBehind("fees")).toBe(false);
  expect(await differing()).toEqual([]);
});

it("program settings: a proof belongs to its part, version and document", async () => {
  for (const forged of ["version = version + 1", "proof = null", "document = document || ' '"]) {
    await write(one, `update directory_setting set ${forged} where part = 'settings'`);
    await copyProgram(two.context);
    expect([forged, isBehind("settings")]).toEqual([forged, true]);
    await copyAll();
    expect(isBehind("settings")).toBe(false);
  }
});

it("program settings: a part that was never recorded counts as behind", async () => {
  await write(one, "delete from directory_setting where part = 'fees'");
  await copyProgram(two.context);
  expect(isBehind("fees")).toBe(true);
  expect(isBehind("settings")).toBe(false);
  await copyAll();
  expect(isBehind("fees")).toBe(false);
});

it("program settings: a server reads what it records after another one has recorded", async () => {
  await copyAll();
  const waiting = () => one.context.db.sql`
    select from pg_locks where locktype = 'advisory' and not granted`;
  let recording = Promise.resolve();
  await inTransaction(one.context.db, async (tx) => {
    await lockCopies(tx);
    recording = copyProgram(one.context);
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), 60_000);
    await write(one, "update card_segment set active = not active");
  });
  await recording;
  await copyProgram(two.context);
  expect(await differing()).toEqual([]);
  expect(isBehind("products")).toBe(false);
});

it("program settings: a cell with rows of its own is reported", async () => {
  await write(two, FEES);
  await copyAll();
  expect(await differing()).toEqual(["fees"]);
  expect(two.context.use(differingParts).get("fees")).toBe(true);
  const copy = (await selectCopies(two.context.db.kysely)).get("fees");
  expect(copy?.problem).toBe("the cell has rows of its own");
});

it("program settings: an administrator sets them in the first cell, at any server", async () => {
  const { token } = administrator;
  const path = "GET /api/admin/programme/settings" as const;
  for (const at of [one, two]) {
    expect((await callAt(at, path, { token })).status).toBe(200);
    expect((await callAt(at, path, { token, cell: 1 })).status).toBe(200);
    expect((await callAt(at, path, { token, cell: 2 })).status).toBe(400);
  }
  const second = await openOperator(two.context, "administrator");
  const read = await callAt(two, path, { token: second.token });
  expect(read.json.version).toBe((await callAt(one, path, { token })).json.version);
});
