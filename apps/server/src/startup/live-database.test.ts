import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import { type CommandEnd, runHere } from "../testing/command-home.ts";
import { LIVE_SETTINGS } from "../testing/live-settings.ts";
import { requirePracticeRole } from "./practice-database.ts";
import { requireSchema } from "./require-schema.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const APP_PASSWORD = "gX4v-m0Lq_82hTzpWc";
const OWNER_PASSWORD = "u7Rk-20xNbeQy_s1Jd";

let folder: string;
let cluster: EmbeddedServer;
let admin: postgres.Sql;
/**
 * The address for a role like an administrator's on managed PostgreSQL: it can create roles and
 * databases, but is not a superuser.
 */
let adminUrl: string;

/** Returns the URL for a role and a database in the test cluster. */
function urlOf(role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${cluster.port}/${database}`;
}

/** Returns settings for a live Tessera whose roles and database are named after `name`. */
function settingsOf(name: string): Record<string, string> {
  return {
    ...LIVE_SETTINGS,
    DATA_DIR: folder,
    DATABASE_URL: urlOf(`${name}_server`, APP_PASSWORD, name),
    DATABASE_OWNER_URL: urlOf(`${name}_owner`, OWNER_PASSWORD, name),
    DATABASE_ADMIN_URL: adminUrl,
  };
}

const run = (env: Readonly<Record<string, string>>, ...args: string[]): Promise<CommandEnd> =>
  runHere(args, { env });

/** Returns why a server refuses to start with a database URL, or an empty string if it starts. */
async function refusal(databaseUrl: string, mode: "live" | "sandbox" = "live"): Promise<string> {
  const env = mode === "live" ? LIVE_SETTINGS : {};
  const config = readConfig({ ...env, DATA_DIR: folder, DATABASE_URL: databaseUrl });
  try {
    await requireSchema({ appUrl: databaseUrl, ownerUrl: databaseUrl, config });
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function prepared(name: string): Promise<Record<string, string>> {
  const env = settingsOf(name);
  const done = await run(env, "prepare-database");
  expect([done.code, done.err]).toEqual([0, ""]);
  return env;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-live-"));
  await chmod(folder, 0o755);
  cluster = await startEmbeddedServer({ dataDir: join(folder, "postgres") });
  admin = postgres(cluster.superuserUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe("create role managed login createrole createdb password 'managed'");
  adminUrl = urlOf("managed", "managed", "postgres");
  // Only the superuser can grant the test cluster's shared group, which does not exist in a new
  // PostgreSQL.
  await admin.unsafe("drop owned by tessera_app, tessera_owner, tessera_server");
  await admin.unsafe("drop database tessera");
  await admin.unsafe("drop role tessera_server, tessera_owner, tessera_app");
}, 300_000);
afterAll(async () => {
  await admin.end();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a new live database", () => {
  let env: Record<string, string>;

  it("can be created by a non-superuser administrator; a second run changes nothing", async () => {
    env = await prepared("first");
    const again = await run(env, "prepare-database");
    expect([again.code, again.err]).toEqual([0, ""]);
    expect(again.out).toContain("first and first_practice, owned by first_owner");
    const roles = await admin<{ name: string; isAdmin: boolean }[]>`
      select rolname as name, rolcreaterole or rolcreatedb or rolsuper as "isAdmin"
      from pg_roles where rolname like 'first%' order by 1`;
    expect([...roles]).toEqual([
      { name: "first_owner", isAdmin: false },
      { name: "first_server", isAdmin: false },
    ]);
    const [member] = await admin`select pg_has_role('managed', 'first_owner', 'USAGE') as has`;
    expect(member?.has).toBe(false);
  });

  it("no server starts before the migration, and the error says what to run", async () => {
    expect(await refusal(env.DATABASE_URL ?? "")).toContain("run npm run tessera -- migrate");
  });

  it("is migrated by its owner after a dry run that lists the migrations", async () => {
    const planned = await run(env, "migrate", "--dry-run");
    expect(planned.out).toMatch(/^\d+ migrations would run\.\n {2}server-0001_database_mark\n/);
    const [before] = await admin`select 1 from pg_database where datname = 'first'`;
    expect(before).toBeDefined();
    const done = await run(env, "migrate");
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toMatch(/up to date \(live, deployment [0-9a-f-]{36}\)/);
    expect((await run(env, "migrate", "--dry-run")).out).toMatch(
      /^0 migrations would run\.\n0 would run in the practice database\.\n$/,
    );
    expect(await refusal(env.DATABASE_URL ?? "")).toBe("");
  });

  it("servers and commands refuse to use it as a sandbox", async () => {
    const sentence = "This database is a live database (its mark says so)";
    expect(await refusal(env.DATABASE_OWNER_URL ?? "", "sandbox")).toContain(sentence);
    const { TESSERA_MODE: _mode, ...sandbox } = env;
    for (const args of [
      ["migrate"],
      ["verify"],
      ["create-operator", "--email", "a@b.example", "--role", "support"],
    ]) {
      const refused = await run(sandbox, ...args);
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(sentence)]);
    }
    const practice = (env.DATABASE_URL ?? "").replace(/first$/, "first_practice");
    expect(await refusal(practice)).toContain("This database is a practice database");
  });

  it("the application cannot change its mark", async () => {
    const app = postgres(env.DATABASE_URL ?? "", { max: 1 });
    await expect(app`update database_mark set kind = 'sandbox'`).rejects.toThrow(
      /permission denied/,
    );
    await app.end();
  });

  it.each([
    ["a superuser", "alter role first_server superuser", "alter role first_server nosuperuser"],
    [
      "allowed to create roles",
      "alter role first_server createrole",
      "alter role first_server nocreaterole",
    ],
    [
      "allowed to bypass row security",
      "alter role first_server bypassrls",
      "alter role first_server nobypassrls",
    ],
    [
      "a member of first_owner, which owns",
      "grant first_owner to first_server",
      "revoke first_owner from first_server",
    ],
    [
      "a member of first_owner, which owns",
      "create role between_us; grant first_owner to between_us with inherit false; " +
        "grant between_us to first_server with inherit false",
      "drop role between_us",
    ],
    [
      "it owns public.card",
      "alter table first_table owner to first_server",
      "alter table first_table owner to first_owner",
    ],
    [
      "a member of pg_write_all_data",
      "grant pg_write_all_data to first_server",
      "revoke pg_write_all_data from first_server",
    ],
    [
      "it may create in the schema public",
      "grant create on schema public to first_server",
      "revoke create on schema public from first_server",
    ],
    [
      "it may change rows of ledger.movement",
      "grant update on ledger.movement to first_server",
      "revoke update on ledger.movement from first_server",
    ],
    [
      "it may change rows of ledger.balance",
      "grant delete on ledger.balance to first_server",
      "revoke delete on ledger.balance from first_server",
    ],
    [
      "it may change rows of ledger.movement",
      "grant update (amount) on ledger.movement to first_server",
      "revoke update (amount) on ledger.movement from first_server",
    ],
    [
      "it may change rows of ledger.transfer_default",
      "grant update on ledger.transfer_default to first_server",
      "revoke update on ledger.transfer_default from first_server",
    ],
    [
      "it may change rows of ledger.movement",
      "grant update on ledger.movement to tessera_app",
      "revoke update on ledger.movement from tessera_app",
    ],
    [
      "it may change rows of public.database_mark",
      "grant update (kind) on database_mark to first_server",
      "revoke update (kind) on database_mark from first_server",
    ],
    [
      "it may change rows of public.tessera_migration",
      "grant insert on tessera_migration to first_server",
      "revoke insert on tessera_migration from first_server",
    ],
    [
      "it may change rows of public.withdrawal_step",
      "grant update on withdrawal_step to first_server",
      "revoke update on withdrawal_step from first_server",
    ],
    [
      "it owns public.first_server_sum",
      "create function first_server_sum() returns int language sql as 'select 1'; " +
        "alter function first_server_sum() owner to first_server",
      "drop function first_server_sum()",
    ],
    [
      "lacks a privilege: permission denied for database",
      "revoke tessera_app from first_server granted by managed",
      "grant tessera_app to first_server",
    ],
  ])(
    "no server starts with a role for which the error says: %s",
    async (sentence, wrong, right) => {
      const superuser = postgres(cluster.superuserUrl.replace(/postgres$/, "first"), { max: 1 });
      const on = (statement: string) =>
        superuser.unsafe(statement.replaceAll("first_table", "card"));
      await on(wrong);
      try {
        const refused = await refusal(env.DATABASE_URL ?? "");
        expect(refused).toContain(sentence);
        expect(refused).toContain("npm run tessera -- prepare-database");
      } finally {
        await on(right);
        await superuser.end();
      }
      expect(await refusal(env.DATABASE_URL ?? "")).toBe("");
    },
  );

  it("no server starts with the owner's or the superuser's credentials", async () => {
    expect(await refusal(env.DATABASE_OWNER_URL ?? "")).toContain("it owns");
    const superuser = cluster.superuserUrl.replace(/postgres$/, "first");
    expect(await refusal(superuser)).toContain("it is a superuser");
  });

  it("no server starts if its sessions sign in as another role and switch", async () => {
    const superuser = cluster.superuserUrl.replace(/postgres$/, "first");
    const refused = await refusal(`${superuser}?role=first_server`);
    expect(refused).toContain("and can switch back to that role");
  });

  it("no server starts if simulator credentials exceed the application's privileges", async () => {
    const practiceUrl = cluster.superuserUrl.replace(/postgres$/, "first_practice");
    const source = { appUrl: "", ownerUrl: "", practiceUrl, cell: 1, hasSeparateOwner: true };
    const unreachable: unknown[] = [];
    const note = (error: unknown) => void unreachable.push(error);
    await expect(requirePracticeRole(source, note)).rejects.toThrow(
      /PRACTICE_DATABASE_URL: .* it is a superuser/,
    );
    const ordinary = (env.DATABASE_URL ?? "").replace(/first$/, "first_practice");
    await requirePracticeRole({ ...source, practiceUrl: ordinary }, note);
    expect(unreachable).toEqual([]);
    const closed = ordinary.replace(/:\d+\//, ":1/");
    await requirePracticeRole({ ...source, practiceUrl: closed }, note);
    expect(unreachable).toHaveLength(1);
  });

  it("a migration gives up if it waits too long for another process's migration", async () => {
    const owner = postgres(env.DATABASE_OWNER_URL ?? "", { max: 1 });
    const migrating = await owner.reserve();
    await migrating`select pg_advisory_lock(7265737365)`;
    const refused = await run(env, "migrate", "--lock-timeout", "1");
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("another process has been migrating this database for over 1 s"),
    ]);
    migrating.release();
    await owner.end();
  });

  it("a migration that waits too long for a lock is rolled back", async () => {
    const owner = postgres(env.DATABASE_OWNER_URL ?? "", { max: 2 });
    // Adds a pending migration, and takes a lock that blocks its last write.
    await owner`delete from tessera_migration where id = 'server-views/card_standing'`;
    await owner`drop view card_standing`;
    const using = await owner.reserve();
    await using`begin`;
    await using`lock table tessera_migration in share mode`;
    const refused = await run(env, "migrate", "--lock-timeout", "1");
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining("migration server-views/card_standing waited 1 s for a lock"),
    ]);
    await using`rollback`;
    const [there] = await using`select to_regclass('card_standing') as name`;
    expect(there?.name).toBeNull();
    using.release();
    await owner.end();
    expect((await run(env, "migrate")).out).toContain("1 migrations ran");
  });
});

describe("a missing role, database or schema", () => {
  it("commands print one sentence that says what to run", async () => {
    const env = settingsOf("absent");
    const migrated = await run(env, "migrate");
    expect(migrated.err).toMatch(/DATABASE_OWNER_URL: PostgreSQL refuses absent_owner at/);
    expect(migrated.err).toContain("run npm run tessera -- prepare-database");
    await admin.unsafe(`create role absent_owner login password '${OWNER_PASSWORD}'`);
    expect((await run(env, "migrate")).err).toMatch(/there is no such database .*prepare-database/);
    const wrong = await run(env, "prepare-database");
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("print-sql")]);
    const unreachable = { ...env, DATABASE_OWNER_URL: "postgres://o:p@127.0.0.1:1/absent" };
    expect((await run(unreachable, "migrate")).err).toMatch(
      /cannot connect as o at 127\.0\.0\.1:1/,
    );
    const { DATABASE_OWNER_URL: _owner, ...without } = env;
    expect((await run(without, "migrate")).err).toContain("Set DATABASE_OWNER_URL");
  });

  it("a server says what to run without a stack trace and rejects owner credentials", async () => {
    const env = settingsOf("nowhere");
    const held = await startAndEnd(env);
    expect(held).toContain("DATABASE_OWNER_URL: a live server must not have it");
    const { DATABASE_OWNER_URL: _owner, DATABASE_ADMIN_URL: _admin, ...server } = env;
    const refused = await startAndEnd(server);
    expect(refused).toContain("DATABASE_URL: PostgreSQL refuses nowhere_server at 127.0.0.1");
    for (const output of [held, refused]) {
      expect(output).not.toMatch(/^\s+at /m);
      expect(output).not.toContain(APP_PASSWORD);
    }
  });

  it("can be created with a printed SQL script that contains no password", async () => {
    const env: Record<string, string> = { ...settingsOf("printed"), DATABASE_ADMIN_URL: "" };
    const named = await run(env, "prepare-database");
    expect(named.err).toContain("--print-sql");
    const { code, out } = await run(env, "prepare-database", "--print-sql");
    expect(code).toBe(0);
    expect(out).not.toContain(APP_PASSWORD);
    expect(out).not.toContain(OWNER_PASSWORD);
    await runAsPsql(out);
    expect((await run(env, "migrate")).code).toBe(0);
    expect(await refusal(env.DATABASE_URL ?? "")).toBe("");
  });
});

describe("a database without a mark", () => {
  it("becomes a sandbox database in sandbox mode, and is then rejected in live mode", async () => {
    await admin.unsafe("create role plain login createrole password 'plain'");
    await admin.unsafe("grant tessera_app to plain");
    await admin.unsafe("create database plain owner plain");
    const url = urlOf("plain", "plain", "plain");
    expect(await refusal(url, "sandbox")).toBe("");
    const env = { ...settingsOf("plain"), DATABASE_OWNER_URL: url };
    const refused = await run(env, "migrate");
    expect(refused.err).toContain("This database is a sandbox database (its mark says so)");
    expect(refused.err).toContain("live begins with an empty one");
  });

  it("starts no live server if it contains sandbox data, even with an ordinary role", async () => {
    await admin.unsafe("create role plain_server login password 'plain' in role tessera_app");
    const refused = await refusal(urlOf("plain_server", "plain", "plain"));
    expect(refused).toContain("This database is a sandbox database (its mark says so)");
  });

  it("is rejected in live mode if it was used by a version that wrote no marks", async () => {
    const sql = postgres(urlOf("plain", "plain", "plain"), { max: 1 });
    // Recreates the state left by a version that wrote no marks.
    await sql`drop table database_mark`;
    await sql`delete from tessera_migration
      where id in ('server-0001_database_mark', 'server-0011_directory')`;
    const env = { ...settingsOf("plain"), DATABASE_OWNER_URL: urlOf("plain", "plain", "plain") };
    await sql`insert into root_key (check_value) values (${"0".repeat(64)})`;
    expect((await run(env, "migrate")).err).toContain(
      "has no mark and is in use (there are rows in public.root_key)",
    );
    await sql`insert into sandbox_clock (offset_seconds) values (60)`;
    expect((await run(env, "migrate")).err).toContain(
      "public.sandbox_clock has rows that only a sandbox writes",
    );
    expect((await sql`select to_regclass('database_mark') as mark`)[0]?.mark).toBeNull();
    await sql.end();
    expect(await refusal(urlOf("plain", "plain", "plain"), "sandbox")).toBe("");
  });
});

describe("a database from before the first release", () => {
  it("is rejected by servers and commands in both modes, and remains unchanged", async () => {
    await admin.unsafe("create role former login password 'former'");
    await admin.unsafe("create role former_server login password 'former' in role tessera_app");
    await admin.unsafe("create database former owner former");
    const url = urlOf("former", "former", "former");
    const sql = postgres(url, { max: 1 });
    await sql`
      create table tessera_migration (
        id text primary key, checksum text not null, ran_at timestamptz not null default now()
      )`;
    await sql`insert into tessera_migration values ('ledger-0001-tables', ${"0".repeat(64)})`;
    await sql`grant select on tessera_migration to tessera_app`;
    const sentence = "made by a version of Tessera from before its first release";
    expect(await refusal(url, "sandbox")).toContain(sentence);
    expect(await refusal(urlOf("former_server", "former", "former"))).toContain(sentence);
    const migrated = await run({ ...settingsOf("former"), DATABASE_OWNER_URL: url }, "migrate");
    expect([migrated.code, migrated.err]).toEqual([1, expect.stringContaining(sentence)]);
    expect([
      ...(await sql`select count(*)::int as tables from pg_tables
      where schemaname in ('public', 'ledger')`),
    ]).toEqual([{ tables: 1 }]);
    await sql.end();
  });
});

/** Runs a script as psql would: statements one by one, and the results of `\gexec`. */
async function runAsPsql(script: string): Promise<void> {
  const statements = script
    .split("\n\n")
    .map((one) => one.trim())
    .filter((one) => !one.startsWith("\\set"));
  for (const statement of statements) {
    const rows = await admin.unsafe(statement.replace("\\gexec", ""));
    if (statement.endsWith("\\gexec")) {
      for (const row of rows) {
        await admin.unsafe(String(Object.values(row)[0]));
      }
    }
  }
}

async function startAndEnd(env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  // Unlike `exit`, `close` comes after all of the output.
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  return output;
}
