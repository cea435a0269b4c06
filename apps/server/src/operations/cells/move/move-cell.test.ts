import { setTimeout as sleep } from "node:timers/promises";
import { inOneHostForm, openDatabase } from "@tessera/database";
import type { EmbeddedServer } from "@tessera/database/embedded";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runHere } from "../../../testing/command-home.ts";
import {
  cellAt,
  createMovableCell,
  type MovableCell,
  onServer,
  withoutPassword,
} from "../../../testing/movable-cell.ts";
import { moveCell } from "./move-cell.ts";
import { MOVE_LIMITS, type MoveCourse, type MoveStep } from "./move-course.ts";
import { APPLICATION_NAME } from "./move-servers.ts";

// Each test moves the cell from the server where the test before it left it.

const PATIENCE_MS = 120_000;

let cell: MovableCell;
let current: EmbeddedServer;
let moves = 0;

beforeAll(async () => {
  cell = await createMovableCell();
  current = cell.primary;
  await onServer(cellAt(current), (sql) => sql`create table written (n bigint primary key)`);
  await onServer(current.superuserUrl, async (sql) => {
    await sql`create database tessera_practice owner tessera_owner`;
    await sql`grant pg_signal_backend, pg_read_all_stats to tessera_owner`;
    await sql`grant execute on function pg_promote(boolean, integer) to tessera_owner`;
  });
}, 300_000);
afterAll(() => cell.remove());

/** Makes a standby of the server that the cell is on. */
async function nextServer(): Promise<EmbeddedServer> {
  moves += 1;
  return cell.addStandby(`next-${moves}`, current);
}

function move(
  to: EmbeddedServer,
  course: Partial<MoveCourse> = {},
  from: EmbeddedServer = current,
): Promise<void> {
  const request = { cell: 1, from: cellAt(from), to: cellAt(to) };
  return moveCell(cell.config, request, {
    ...{ limits: MOVE_LIMITS, signal: new AbortController().signal },
    ...{ say: () => undefined, reached: async () => undefined },
    ...course,
  });
}

/** Moves a cell until a step, where the process dies: its sessions end, and it does no more. */
async function moveAndDie(to: EmbeddedServer, at: MoveStep): Promise<void> {
  const died = Promise.withResolvers<void>();
  const moving = move(to, {
    async reached(step) {
      if (step === at) {
        died.resolve();
        await new Promise(() => undefined);
      }
    },
  });
  await Promise.race([died.promise, moving]);
  for (const server of [current, to]) {
    await onServer(server.superuserUrl, async (sql) => {
      const own = () => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${APPLICATION_NAME}`;
      await vi.waitFor(async () => expect(await own()).toHaveLength(0), { timeout: PATIENCE_MS });
    });
  }
}

/** Returns whether a cell's database lets anybody in. */
const isOpen = (server: EmbeddedServer) =>
  onServer(cellAt(server), (sql) => sql`select 1`).then(
    () => true,
    (error: { code?: string }) => {
      expect(error.code).toBe("55000");
      return false;
    },
  );

/** Expects that the cell is on the new server only, and makes it the current one. */
async function expectMoved(to: EmbeddedServer): Promise<void> {
  const old = current;
  current = to;
  expect(await isOpen(old)).toBe(false);
  await old.stop();
  expect(await isOpen(to)).toBe(true);
  await onServer(cellAt(to), (sql) => sql`select pg_current_xact_id()`);
  const marked = await onServer(
    to.superuserUrl,
    (sql) =>
      sql`select from pg_database where shobj_description(oid, 'pg_database') like '%tessera:%'`,
  );
  expect(marked).toHaveLength(0);
}

it("cells move: moves the cell with its practice database, as the role that owns it", async () => {
  const to = await nextServer();
  const [from, target] = [current, to].map(({ ownerUrl }) => ownerUrl);
  await onServer(
    current.superuserUrl,
    (sql) => sql`comment on database tessera is 'of the first cell'`,
  );
  const moved = await runHere(
    ["cells", "move", "--number", "1", "--to", withoutPassword(target ?? "")],
    {
      env: { ...cell.env, CELLS: `1=${from}` },
    },
  );
  expect(moved).toMatchObject({ code: 0, err: "" });
  expect(moved.out).toMatch(
    /Cell 1 is at 127\.0\.0\.1:\d+\. Nothing was committed for \d+(\.\d+)? s\./,
  );
  const comments = await onServer(
    to.superuserUrl,
    (sql) => sql`
      select datname, datallowconn, shobj_description(oid, 'pg_database') as text
      from pg_database where datname like 'tessera%' order by 1`,
  );
  expect(comments).toEqual([
    { datname: "tessera", datallowconn: true, text: "of the first cell" },
    { datname: "tessera_practice", datallowconn: true, text: null },
  ]);
  await expectMoved(to);
});

it("cells move: the fence survives a restart of the old server", async () => {
  const [old, to] = [current, await nextServer()];
  await move(to);
  await old.stop();
  await cell.start(old);
  expect(await isOpen(old)).toBe(false);
  await expectMoved(to);
});

it("cells move: a client with both hosts loses nothing that was acknowledged", async () => {
  const [old, to] = [current, await nextServer()];
  const { username, password } = new URL(old.ownerUrl);
  const hosts = [old, to].map(({ port }) => `127.0.0.1:${port}`).join(",");
  const url = `postgres://${username}:${password}@${hosts}/tessera?target_session_attrs=read-write`;
  const db = openDatabase<object>({ url: inOneHostForm(url), maxConnections: 4 });
  await onServer(cellAt(old), (sql) => sql`grant all on written to tessera_owner`);
  const acknowledged: number[] = [];
  let isOver = false;
  const write = async (first: number) => {
    for (let n = first; !isOver; n += 10) {
      await db.autoCommit(db.sql`insert into written values (${n})`).then(
        () => acknowledged.push(n),
        () => sleep(5),
      );
    }
  };
  const writing = Promise.all([1, 2, 3].map(write));
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), { timeout: PATIENCE_MS });
  await move(to);
  const before = acknowledged.length;
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), {
    timeout: PATIENCE_MS,
  });
  isOver = true;
  await writing;
  await db.close();
  const rows = await onServer(cellAt(to), (sql) => sql`select n::int as n from written`);
  const present = new Set(rows.map(({ n }) => n));
  expect(acknowledged.filter((n) => !present.has(n))).toEqual([]);
  await expectMoved(to);
});

it("cells move: a transaction that is open at the fence is not committed", async () => {
  const to = await nextServer();
  const begun = Promise.withResolvers<void>();
  const moved = Promise.withResolvers<void>();
  const open = onServer(cellAt(current), (sql) =>
    sql.begin(async (tx) => {
      await tx`insert into written values (-1)`;
      begun.resolve();
      await moved.promise;
    }),
  );
  open.catch(() => undefined);
  await Promise.race([begun.promise, open]);
  await move(to).finally(() => moved.resolve());
  await expect(open).rejects.toThrow();
  const rows = await onServer(cellAt(to), (sql) => sql`select from written where n = -1`);
  expect(rows).toHaveLength(0);
  await expectMoved(to);
});

it.each(["fenced", "ended", "caught up"] as const)(
  "cells move: continues if the process died after the step %s",
  async (step) => {
    const to = await nextServer();
    await moveAndDie(to, step);
    expect(await isOpen(current)).toBe(false);
    await move(to);
    await expectMoved(to);
  },
);

it.each(["promoting", "promoted", "opened"] as const)(
  "cells move: completes the promotion if the process died after the step %s",
  async (step) => {
    const to = await nextServer();
    await moveAndDie(to, step);
    expect(await isOpen(current)).toBe(false);
    await move(to);
    const said: string[] = [];
    await move(to, { say: (sentence) => said.push(sentence) });
    expect(said).toContainEqual(expect.stringContaining("Cell 1 is at"));
    await expectMoved(to);
  },
);

it.each(["fenced", "ended", "caught up"] as const)(
  "cells move: a failure after the step %s undoes the fence",
  async (step) => {
    const to = await nextServer();
    const failing = move(to, {
      async reached(one) {
        if (one === step) {
          throw new Error("The terminal was closed.");
        }
      },
    });
    await expect(failing).rejects.toThrow(
      /^The terminal was closed\. The fence was undone: cell 1 works at 127\.0\.0\.1:\d+\.$/,
    );
    expect(await isOpen(current)).toBe(true);
    await onServer(cellAt(current), (sql) => sql`select pg_current_xact_id()`);
    await to.stop();
  },
);

it("cells move: Ctrl-C during the pause undoes the fence", async () => {
  const to = await nextServer();
  const interrupt = new AbortController();
  const moving = move(to, {
    signal: interrupt.signal,
    async reached(step) {
      if (step === "ended") {
        interrupt.abort();
      }
    },
  });
  await expect(moving).rejects.toThrow("The fence was undone");
  expect(await isOpen(current)).toBe(true);
  await to.stop();
});

it("cells move: a standby that stops replaying during the pause undoes the fence", async () => {
  const to = await nextServer();
  const pausing = move(to, {
    limits: { ...MOVE_LIMITS, replayMs: 500 },
    async reached(step) {
      if (step === "checked") {
        await onServer(to.superuserUrl, (sql) => sql`select pg_wal_replay_pause()`);
      }
    },
  });
  await expect(pausing).rejects.toThrow("did not replay everything in time. The fence was undone");
  expect(await isOpen(current)).toBe(true);
  await to.stop();
});

it("cells move: undoes the fence of a dead process if the standby is gone", async () => {
  const to = await nextServer();
  await moveAndDie(to, "fenced");
  await to.stop();
  await expect(move(to)).rejects.toThrow(/^--to: cannot connect .* The fence was undone/);
  expect(await isOpen(current)).toBe(true);
});

it("cells move: never undoes the fence once the promotion may have begun", async () => {
  const to = await nextServer();
  await moveAndDie(to, "promoting");
  await to.stop();
  await expect(move(to)).rejects.toThrow(/may be its primary already\. Start it, and run the same/);
  expect(await isOpen(current)).toBe(false);
  const again = await cell.start(to);
  await move(again);
  await expectMoved(again);
});

it("cells move: a second command is refused while the first one runs", async () => {
  const to = await nextServer();
  const refusals: string[] = [];
  await move(to, {
    async reached(step) {
      if (step === "fenced") {
        await move(to).catch((error: Error) => refusals.push(error.message));
      }
    },
  });
  expect(refusals).toEqual([expect.stringContaining("Another cells move holds the lock")]);
  await expectMoved(to);
});
