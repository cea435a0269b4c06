import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrations } from "../../../db/migrations.ts";
import { runHere } from "../../../testing/command-home.ts";
import {
  cellAt,
  createMovableCell,
  type MovableCell,
  onServer,
  withoutPassword,
} from "../../../testing/movable-cell.ts";

let cell: MovableCell;
let other: TestDatabase;

beforeAll(async () => {
  cell = await createMovableCell();
  other = await createTestDatabase({ migrations });
}, 300_000);
afterAll(async () => {
  await cell.remove();
  await other.drop();
});

const run = (args: readonly string[], cells: string) =>
  runHere(args, { env: { ...cell.env, CELLS: cells } });

it("cells move: the other cells use the directory at its new address", async () => {
  const cells = `1=${cellAt(cell.primary)} 2=${other.ownerUrl}`;
  const directory = ["--directory", cell.primary.appUrl];
  expect(await run(["cells", "add", "--number", "2", ...directory], cells)).toMatchObject({
    ...{ code: 0, err: "" },
  });
  const to = await cell.addStandby("next");
  const move = ["cells", "move", "--number", "1", "--to", withoutPassword(cellAt(to))];
  const alone = await run(move, `1=${cellAt(cell.primary)}`);
  expect(alone.err).toContain("Name the databases of all cells in CELLS.");
  const moved = await run(move, cells);
  expect(moved).toMatchObject({ code: 0, err: "" });
  expect(moved.out).toContain("Cell 2 uses the directory at its new address.");
  const elsewhere = other.ownerUrl.replace(/:\d+\//, ":1/");
  const unreachable = await run(move, `1=${cellAt(cell.primary)} 2=${elsewhere}`);
  expect(unreachable.err).toMatch(/^Cell 2: CELLS: cannot connect as /);
  expect(unreachable.err).toContain(
    "Cell 1 has moved, but not every other cell knows its address.",
  );
  expect(await run(move, cells)).toMatchObject({ code: 0, err: "" });
  await cell.primary.stop();
  const listed = await run(["cells", "list", "--json"], `2=${other.ownerUrl}`);
  expect(JSON.parse(listed.out)).toMatchObject([{ cell: 1 }, { cell: 2 }]);
}, 300_000);

it("cells move: a cell moves only to where it reaches the directory", async () => {
  const program = await createTestDatabase({ migrations });
  const elsewhere = await createMovableCell();
  try {
    await onServer(program.ownerUrl, async (sql) => {
      await sql`insert into database_mark (kind, deployment_id)
        values ('sandbox', gen_random_uuid())`;
    });
    const cells = `1=${program.ownerUrl} 2=${cellAt(elsewhere.primary)}`;
    const add = ["cells", "add", "--number", "2", "--directory", program.appUrl];
    expect(await run(add, cells)).toMatchObject({ code: 0, err: "" });
    const to = await elsewhere.addStandby("next");
    const move = ["cells", "move", "--number", "2", "--to", withoutPassword(cellAt(to))];
    const change = (statement: string) =>
      onServer(program.ownerUrl, (sql) => sql.unsafe(statement));
    await change("revoke select on cell from tessera_app");
    const refused = await run(move, cells);
    expect(refused.err).toContain("The new server of cell 2 does not reach the directory");
    await change("grant select on cell to tessera_app");
    const moved = await run(move, cells);
    expect(moved).toMatchObject({ code: 0, err: "" });
    const listed = await run(["cells", "list", "--json"], `2=${cellAt(to)}`);
    expect(JSON.parse(listed.out)).toMatchObject([{ cell: 1 }, { cell: 2 }]);
  } finally {
    await elsewhere.remove();
    await program.drop();
  }
}, 600_000);
