import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../db/migrations.ts";
import { readConfig } from "../../platform/config/config.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { newId } from "../../platform/ids.ts";
import { createLogger } from "../../platform/telemetry/logger.ts";
import { createTwoDatabases } from "../../testing/two-cells.ts";
import { setCell } from "../database-mark/cell.repository.ts";
import { addDatabaseMark } from "../database-mark/database-mark.repository.ts";
import { insertCell } from "./directory-link.repository.ts";
import { namingCell } from "./naming-cell.ts";
import { openCell } from "./open-cell.ts";
import { registerCells } from "./register-cells.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
/** Several times as long as a busy machine takes to start, or to stop. */
const WAIT = { timeout: 200_000 };

let folder: string;
let one: TestDatabase;
let two: TestDatabase;
const rootKey = randomBytes(32);
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-start-cells-"));
  [one, two] = await createTwoDatabases();
}, 300_000);
afterAll(async () => {
  for (const child of children) {
    child.kill("SIGKILL");
  }
  await Promise.all([one.drop(), two.drop()]);
  await rm(folder, { recursive: true, force: true });
}, 300_000);

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: folder, PORT: "0", LOG: "json", SEED: "off" },
      TESSERA_KEY: rootKey.toString("base64"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, closed: once(child, "close"), output: () => output };
}

it("start: one process serves two cells from CELLS, and stops in order", async () => {
  const { child, closed, output } = launch({ CELLS: `2=${two.ownerUrl} 1=${one.ownerUrl}` });
  await expect
    .poll(() => output().includes("Tessera is running") || child.exitCode !== null, WAIT)
    .toBe(true);
  const port = /"console":"http:\/\/localhost:(\d+)/.exec(output())?.[1];
  expect(port, output()).toBeDefined();
  for (const cell of ["1", "2"]) {
    const headers = { "x-tessera-cell": cell };
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`, { headers });
    expect(ready.status).toBe(200);
    const captcha = await fetch(`http://127.0.0.1:${port}/api/captcha`, { headers });
    expect(captcha.headers.get("x-captcha-id")).toMatch(new RegExp(`^c${cell}_`));
  }
  child.kill("SIGTERM");
  await closed;
  expect(child.exitCode, output()).toBe(0);
}, 600_000);

it("bad input: a start with two cells of one number is refused with a sentence", async () => {
  const { child, closed, output } = launch({ CELLS: `1=${one.ownerUrl} 1=${two.ownerUrl}` });
  await closed;
  expect(child.exitCode).toBe(1);
  expect(output()).toContain("cell 1 is listed twice");
}, 600_000);

/** Opens a database as a cell, and closes it at once. */
async function openAs(cell: number, { ownerUrl }: TestDatabase, key = rootKey): Promise<void> {
  const config = readConfig({
    ...{ DATA_DIR: folder, LOG_LEVEL: "silent" },
    CELLS: `${cell}=${ownerUrl}`,
  });
  const log = createLogger(config.log);
  const source = { config, log, rootKey: key, appUrl: ownerUrl, ownerUrl };
  const opened = await namingCell(cell, () => openCell(source));
  await opened.close();
}

/** Registers databases as the cells of one server. */
async function serveTogether(databases: readonly TestDatabase[]): Promise<void> {
  const [first, second] = databases;
  if (first === undefined || second === undefined) {
    throw new Error("name two databases");
  }
  await withDatabase(first.ownerUrl, (ofOne) =>
    withDatabase(second.ownerUrl, async (ofTwo) => {
      await registerCells([
        { cell: 1, db: ofOne },
        { cell: 2, db: ofTwo },
      ]);
    }),
  );
}

/** Creates the database of cell 2 of another program. */
async function createStranger(): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrations });
  await withDatabase(database.ownerUrl, async ({ sql }) => {
    await addDatabaseMark(sql, { kind: "sandbox", deploymentId: newId() });
    await insertCell(sql, 2);
    await setCell(sql, 2);
  });
  return database;
}

describe("a cell that does not belong to the program is refused with a sentence", () => {
  it("bad input: the database of another cell", async () => {
    await withDatabase(one.ownerUrl, ({ sql }) =>
      sql`insert into customer (id, created_at) values (gen_random_uuid(), now())`.then(() => {}),
    );
    await expect(openAs(2, one)).rejects.toThrow(
      "Cell 2: This database is cell 1 and is not used as cell 2.",
    );
  });

  it("bad input: a cell with another program's key", async () => {
    await openAs(1, one);
    await expect(openAs(1, one, randomBytes(32))).rejects.toThrow(
      /^Cell 1: .*is not the key this database was made with/s,
    );
  });

  it("bad input: a cell of another version", async () => {
    const later = await createStranger();
    await withDatabase(later.ownerUrl, async ({ sql }) => {
      await sql`update tessera_migration set checksum = 'other' where id like '%0018_cells%'`;
    });
    await expect(openAs(2, later)).rejects.toThrow(/^Cell 2: /);
    await later.drop();
  });

  it("bad input: a cell of another program", async () => {
    const stranger = await createStranger();
    await expect(serveTogether([one, stranger])).rejects.toThrow(
      "belong to different programs: each has a directory of its own",
    );
    await stranger.drop();
  });

  it("bad input: a second database with a cell's number", async () => {
    await serveTogether([one, two]);
    await withDatabase(two.ownerUrl, async ({ sql }) => {
      await sql`update database_mark set deployment_id = gen_random_uuid()`;
    });
    await expect(serveTogether([one, two])).rejects.toThrow(
      "Cell 2 of this program is another database",
    );
  });

  it("bad input: several databases while the program lists one cell", async () => {
    const [alone, other] = [
      await createTestDatabase({ migrations }),
      await createTestDatabase({ migrations }),
    ];
    for (const { ownerUrl } of [alone, other]) {
      await withDatabase(ownerUrl, ({ sql }) =>
        addDatabaseMark(sql, { kind: "sandbox", deploymentId: newId() }),
      );
    }
    await expect(serveTogether([alone, other])).rejects.toThrow(
      "CELLS names 2 databases, but the first one's program lists only cell 1.",
    );
    await Promise.all([alone.drop(), other.drop()]);
  });
});
