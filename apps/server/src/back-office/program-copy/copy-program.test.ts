import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type CellOperator,
  callAt,
  openOperator,
} from "../../identity/operators/cells/cell-operators.fixtures.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { newId } from "../../platform/ids.ts";
import { startTwoCells, type TestCell, type TwoCells } from "../../testing/two-cells.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { copyProgram, differingParts, documentOf } from "./copy-program.ts";
import { isSame, selectCopies } from "./program-parts.repository.ts";
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
