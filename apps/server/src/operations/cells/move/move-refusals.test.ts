import { withDatabaseName } from "@tessera/database";
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
import { MOVE_LIMITS, type MoveCourse } from "./move-course.ts";
import { versionRefusal } from "./move-refusals.ts";

const PATIENCE_MS = 120_000;

let cell: MovableCell;
let standby: EmbeddedServer;

beforeAll(async () => {
  cell = await createMovableCell();
  standby = await cell.addStandby("standby");
}, 300_000);
afterAll(() => cell.remove());

/** Runs the command, and returns what it refuses with. The cell must work afterward. */
async function refusal(
  to: string,
  given: { readonly number?: string; readonly from?: string } = {},
): Promise<string> {
  const { number = "1", from = cellAt(cell.primary) } = given;
  const target = URL.canParse(to) ? withoutPassword(to) : to;
  const { code, err } = await runHere(["cells", "move", "--number", number, "--to", target], {
    env: { ...cell.env, CELLS: `${number}=${from}` },
  });
  expect(code).not.toBe(0);
  await onServer(cellAt(cell.primary), (sql) => sql`select pg_current_xact_id()`);
  return err;
}

/** Moves the cell without the command. */
function move(to: string, course: Partial<MoveCourse> = {}): Promise<void> {
  return moveCell(
    cell.config,
    { cell: 1, from: cellAt(cell.primary), to },
    {
      ...{ limits: MOVE_LIMITS, signal: new AbortController().signal },
      ...{ say: () => undefined, reached: async () => undefined },
      ...course,
    },
  );
}

/** Runs statements on a server in its database postgres. */
const run = (server: EmbeddedServer, statements: string) =>
  onServer(server.superuserUrl, (sql) => sql.unsafe(statements));

/** Changes a setting of a server for the duration of some work. */
async function withSetting<T>(
  server: EmbeddedServer,
  [name, value]: readonly [string, string],
  work: () => Promise<T>,
): Promise<T> {
  const change = async (how: string, expected?: string) => {
    await run(server, how);
    await run(server, "select pg_reload_conf()");
    if (expected !== undefined) {
      await vi.waitFor(
        async () => {
          const [row] = await run(server, `select current_setting('${name}') as value`);
          expect(row?.value).toBe(expected);
        },
        { timeout: PATIENCE_MS },
      );
    }
  };
  await change(`alter system set ${name} = '${value}'`, value);
  try {
    return await work();
  } finally {
    await change(`alter system reset ${name}`);
  }
}

it("cells move: refuses an address that is none, and one with several hosts", async () => {
  expect(await refusal("nowhere")).toContain("--to: set an address such as");
  const several = "postgres://a:5432,b/tessera";
  expect(await refusal(`${several}?target_session_attrs=read-write`)).toContain("name one host");
  expect(await refusal(several)).toContain("add ?target_session_attrs=read-write");
});

it("cells move: refuses a password in an argument, and another role than in CELLS", async () => {
  const to = cellAt(standby);
  const inArgument = await runHere(["cells", "move", "--number", "1", "--to", to], {
    env: cell.env,
  });
  expect(inArgument.err).toContain("--to must have no password");
  expect(await refusal("postgres://somebody@127.0.0.1/tessera")).toContain(
    "--to must have the role that CELLS has, tessera_superuser.",
  );
});

it("cells move: refuses the server that the cell is on", async () => {
  const other = cellAt(cell.primary).replace("127.0.0.1", "localhost");
  expect(await refusal(other)).toContain("--to names the server that cell 1 is on already");
  expect(await refusal(cellAt(cell.primary))).toContain("CELLS names only the server in --to");
});

it("cells move: refuses a server that cannot be reached", async () => {
  expect(await refusal("postgres://127.0.0.1:1/tessera")).toContain(
    "--to: cannot connect as tessera_superuser at 127.0.0.1:1/postgres (ECONNREFUSED)",
  );
});

it("cells move: refuses a standby in CELLS", async () => {
  const said = await refusal(cellAt(cell.primary), { from: cellAt(standby) });
  expect(said).toContain("in CELLS is a standby. Name the primary of the cell.");
});

it("cells move: refuses another system, and says how to make a standby", async () => {
  const moving = move(process.env.TEST_DATABASE_OWNER_URL ?? "");
  await expect(moving).rejects.toThrow("is another system: its system identifier is");
  await expect(moving).rejects.toThrow('pg_basebackup --pgdata="$PGDATA" --dbname="host=127.0.0.1');
  await expect(moving).rejects.toThrow("--write-recovery-conf");
});

it("cells move: refuses a copy that accepts writes of its own", async () => {
  const copy = await cell.addStandby("copy");
  await run(copy, "select pg_promote()");
  expect(await refusal(cellAt(copy))).toContain("it is a copy of cell 1 that accepts writes");
  await copy.stop();
});

it("cells move: refuses another cell's number", async () => {
  expect(await refusal(cellAt(standby), { number: "2" })).toContain("is cell 1, not cell 2");
});

it("cells move: refuses a role without the privileges, and names the grants", async () => {
  const said = await refusal(standby.ownerUrl, { from: cell.primary.ownerUrl });
  expect(said).toContain(
    "grant pg_signal_backend, pg_read_all_stats to tessera_owner; " +
      "grant execute on function pg_promote(boolean, integer) to tessera_owner;",
  );
});

it("cells move: refuses while a superuser has a session that the role cannot end", async () => {
  await run(
    cell.primary,
    `grant pg_signal_backend, pg_read_all_stats to tessera_owner;
     grant execute on function pg_promote(boolean, integer) to tessera_owner`,
  );
  await onServer(cellAt(cell.primary), async (sql) => {
    const [{ position } = { position: "" }] = await sql<{ position: string }[]>`
      select pg_current_wal_flush_lsn()::text as position`;
    await vi.waitFor(
      async () => {
        const [row] = await run(standby, `select pg_last_wal_replay_lsn() >= '${position}' as is`);
        expect(row?.is).toBe(true);
      },
      { timeout: PATIENCE_MS },
    );
    const said = await refusal(standby.ownerUrl, { from: cell.primary.ownerUrl });
    expect(said).toContain("Only a superuser can end these sessions, and none may be left");
    expect(said).toContain("tessera_superuser in tessera");
  });
});

it("cells move: refuses a role that does not own every database of the server", async () => {
  await run(cell.primary, "create database elsewhere");
  const said = await refusal(standby.ownerUrl, { from: cell.primary.ownerUrl });
  expect(said).toContain("does not own every database of cell 1's PostgreSQL: elsewhere.");
  await run(cell.primary, "drop database elsewhere");
});

it("cells move: refuses a cell in a database that a fence leaves open", async () => {
  await run(cell.primary, "alter database tessera is_template true");
  const said = "A move cannot close the database tessera of cell 1: it connects to the database";
  expect(await refusal(cellAt(standby))).toContain(said);
  await run(cell.primary, "alter database tessera is_template false");
  // The database postgres is the one that the command connects to.
  const other = (server: EmbeddedServer) => withDatabaseName(cellAt(server), "template1");
  const rename = (from: string, to: string) =>
    onServer(other(cell.primary), (sql) => sql.unsafe(`alter database ${from} rename to ${to}`));
  await rename("postgres", "set_aside");
  await rename("tessera", "postgres");
  try {
    const { err } = await runHere(
      ["cells", "move", "--number", "1", "--to", withoutPassword(standby.superuserUrl)],
      { env: { ...cell.env, CELLS: `1=${cell.primary.superuserUrl}` } },
    );
    expect(err).toContain("A move cannot close the database postgres of cell 1");
  } finally {
    await rename("postgres", "tessera");
    await rename("set_aside", "postgres");
  }
});

it("cells move: refuses a server whose database postgres has Tessera's tables", async () => {
  await run(cell.primary, "create table tessera_migration (id text)");
  expect(await refusal(cellAt(standby))).toContain(
    "Tessera's tables in the database postgres, too",
  );
  await run(cell.primary, "drop table tessera_migration");
});

it("cells move: promotes nothing if somebody opened the database during the move", async () => {
  const moving = move(cellAt(standby), {
    async reached(step) {
      if (step === "caught up") {
        await run(cell.primary, "alter database tessera with allow_connections true");
      }
    },
  });
  await expect(moving).rejects.toThrow(
    /Somebody opened the database tessera at .* again\. The fence was undone/,
  );
  const [row] = await run(standby, "select pg_is_in_recovery() as is_standby");
  expect(row?.is_standby).toBe(true);
});

it("cells move: needs PostgreSQL 18, which shows sessions that are still connecting", () => {
  const server = (version: number) => ({ place: { host: "a", port: 1 }, facts: { version } });
  const said = (from: number, to: number) =>
    versionRefusal(1, { from: server(from), to: server(to) });
  expect(said(17, 17)).toContain("Cell 1 is on PostgreSQL 17, and a move needs PostgreSQL 18");
  expect(said(18, 19)).toContain("a:1 is PostgreSQL 19, and cell 1 is 18.");
  expect([said(18, 18), said(19, 19)]).toEqual([undefined, undefined]);
});

it("cells move: refuses a server that Patroni manages", async () => {
  const patroni = new URL(cell.primary.superuserUrl);
  patroni.searchParams.set("application_name", "Patroni heartbeat");
  await onServer(patroni.href, async (sql) => {
    await sql`set application_name = 'Patroni heartbeat'`;
    expect(await refusal(cellAt(standby))).toContain("use patronictl switchover");
  });
});

it("cells move: refuses a standby that would wait for standbys of its own", async () => {
  await withSetting(standby, ["synchronous_standby_names", "other_standby"], async () => {
    expect(await refusal(cellAt(standby))).toContain(
      "its synchronous_standby_names is 'other_standby', and none follows.",
    );
  });
});

it("cells move: refuses a standby whose replay is paused", async () => {
  await run(standby, "select pg_wal_replay_pause()");
  expect(await refusal(cellAt(standby))).toContain("run select pg_wal_replay_resume() there");
  await run(standby, "select pg_wal_replay_resume()");
});

it("cells move: refuses a standby that lags behind and does not catch up", async () => {
  await withSetting(standby, ["recovery_min_apply_delay", "1h"], async () => {
    await onServer(cellAt(cell.primary), async (sql) => {
      await sql`create table large (text text)`;
      await sql`insert into large
        select string_agg(md5(n::text), '') from generate_series(1, 40000) n, generate_series(1, 4)
        group by n % 100`;
    });
    const said: string[] = [];
    const moving = move(cellAt(standby), {
      limits: { ...MOVE_LIMITS, stalledMs: 1_000 },
      say: (sentence) => said.push(sentence),
    });
    await expect(moving).rejects.toThrow(
      /is \d+(\.\d)? MB behind and does not catch up\. Nothing was/,
    );
    expect(said[0]).toMatch(/^The standby 127\.0\.0\.1:\d+ of cell 1 is \d+(\.\d)? MB behind\.$/);
  });
});

it("cells move: refuses a standby that receives nothing", async () => {
  const idle = await cell.addStandby("idle");
  await idle.stop();
  // Its primary is named only where it was started first.
  const alone = await cell.start(idle);
  expect(await refusal(cellAt(alone))).toContain("does not receive the log of its primary now");
  await alone.stop();
});

it("cells move: refuses a move elsewhere while another one is unfinished", async () => {
  await run(
    cell.primary,
    "comment on database tessera is '[tessera: promoting to elsewhere:5432]'",
  );
  expect(await refusal(cellAt(standby))).toMatch(/A move from .* to elsewhere:5432 has begun\./);
  await run(cell.primary, "comment on database tessera is null");
});
