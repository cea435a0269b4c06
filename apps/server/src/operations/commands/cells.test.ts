import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../db/migrations.ts";
import { createKeys } from "../../platform/crypto/keys.ts";
import { checkValueOf } from "../../platform/crypto/require-root-key.ts";
import { newId } from "../../platform/ids.ts";
import { type CommandHome, createCommandHome } from "../../testing/command-home.ts";

let home: CommandHome;
let second: TestDatabase;
let owner: postgres.Sql;
let ownerOfSecond: postgres.Sql;

/** Names both databases in CELLS, for the owner's role. */
const cellsOf = (two: string) => ({
  CELLS: `1=${home.ownerUrl} 2=${two}`,
  DATABASE_URL: "",
  DATABASE_OWNER_URL: "",
});

/** Changes the first cell's settings: what its migrations wrote, and what was set later. */
const OWN_SETTINGS = `
  alter table fee_schedule disable trigger user;
  update fee_schedule set card_deposit_basis_points = 333;
  alter table fee_schedule enable trigger user;
  insert into fee_schedule (version, effective_from, card_opening_fee_minor,
      card_opening_fee_currency, card_deposit_basis_points, withdrawal_basis_points)
    select max(version) + 1, now() + interval '30 days', 777, 'USD', 250, 100 from fee_schedule;
  update card_segment set bin = '499990' where position = 10;
  delete from card_segment where position = 110`;

/** The newest numbered migration. */
const NEWEST = migrations
  .map(({ id }) => /^server-(\d.*)$/.exec(id)?.[1] ?? "")
  .sort()
  .at(-1);

const open = (url: string) => postgres(url, { max: 1, onnotice: () => undefined });

beforeAll(async () => {
  home = await createCommandHome();
  second = await createTestDatabase({ migrations });
  owner = open(home.ownerUrl);
  ownerOfSecond = open(second.ownerUrl);
  expect((await home.run(["verify"])).code).toBe(0);
  await owner`insert into root_key (check_value)
    values (${checkValueOf(createKeys(home.rootKey))})`;
}, 300_000);
afterAll(async () => {
  await Promise.all([owner.end(), ownerOfSecond.end()]);
  await second.drop();
  await home.remove();
});

describe("on a single machine", () => {
  it("cells: list shows the only cell, and says that it is the only one", async () => {
    const { code, out } = await home.run(["cells", "list"]);
    expect(code).toBe(0);
    expect(out).toContain("cell 1\topen\t0 people");
    expect(out).toContain(`\tno server\tschema ${NEWEST}\n`);
    expect(out).toContain("The program has one cell, on a single machine.");
  });

  it.each([
    [["cells", "add", "--number", "2"], "add a cell"],
    [["cells", "close", "--number", "1"], "open or close a cell"],
    [["cells", "verify"], "verify several cells"],
    [["verify", "--cells"], "verify several cells"],
    [["cells", "restore-operators", "--number", "1"], "restore operators"],
  ])("cells: %j is refused with a sentence", async (args, purpose) => {
    const { code, err } = await home.run(args);
    expect(code).toBe(1);
    expect(err).toContain("This program has one cell, number 1, on a single machine.");
    expect(err).toContain(`To ${purpose}, name the databases in CELLS`);
  });

  it("cells: a command for another cell is refused", async () => {
    const { code, err } = await home.run(["verify", "--cell", "2"]);
    expect(code).toBe(2);
    expect(err).toContain("--cell 2: CELLS names one database, which is cell 1.");
  });
});

describe("before a second cell is added", () => {
  it("verify: two databases with directories of their own are no program", async () => {
    const { code, out } = await home.run(["verify", "--cells"], {
      env: cellsOf(second.ownerUrl),
    });
    expect(code).toBe(1);
    expect(out).toContain("BROKEN  all cells use one directory, and each number is one database");
  });

  it("cells: a number that CELLS does not name is refused", async () => {
    const { err } = await home.run(["cells", "add", "--number", "3"], {
      env: cellsOf(second.ownerUrl),
    });
    expect(err).toContain("CELLS must name a database of the program first, and that of cell 3");
  });

  it("cells: a database that is in use is refused", async () => {
    const used = await createTestDatabase({ migrations });
    const sql = open(used.ownerUrl);
    await sql`insert into customer (id, created_at) values (gen_random_uuid(), now())`;
    await sql.end();
    const { err } = await home.run(["cells", "add", "--number", "2"], {
      env: cellsOf(used.ownerUrl),
    });
    expect(err).toContain("The database of cell 2 is in use (there are rows in public.customer)");
    await used.drop();
  });

  it("cells: a database for another mode is refused", async () => {
    const live = await createTestDatabase({ migrations });
    const sql = open(live.ownerUrl);
    await sql`insert into database_mark (kind, deployment_id) values ('live', gen_random_uuid())`;
    await sql.end();
    const { err } = await home.run(["cells", "add", "--number", "2"], {
      env: cellsOf(live.ownerUrl),
    });
    expect(err).toContain("Cell 2: This database is a live database");
    await live.drop();
  });
});

describe("with two cells", () => {
  beforeAll(async () => {
    await owner.unsafe(OWN_SETTINGS);
    for (const _ of ["interrupted before it was registered", "repeated"]) {
      await owner`delete from directory_cell where cell = 2`;
      const added = await home.run(
        ["cells", "add", "--number", "2", "--directory", home.env.DATABASE_URL ?? ""],
        { env: cellsOf(second.ownerUrl) },
      );
      expect(added).toMatchObject({ code: 0, err: "" });
      expect(added.out).toContain("It has the settings of the first cell: published fees, card");
    }
    await ownerOfSecond`insert into root_key select * from (values (true,
      ${checkValueOf(createKeys(home.rootKey))})) as key`;
  }, 300_000);

  const run = (args: readonly string[]) => home.run(args, { env: cellsOf(second.ownerUrl) });

  it("cells: a new cell begins with the first one's settings, and no others", async () => {
    const settings = (sql: postgres.Sql) => sql`
      select (select jsonb_agg(to_jsonb(f) - 'created_at' order by version) from fee_schedule f)
          as fees,
        (select jsonb_agg(name_en order by rule_id, version) from programme_rule_version) as rules,
        (select jsonb_agg(bin order by position) from card_segment) as bins`;
    const [first] = await settings(owner);
    expect([...(await settings(ownerOfSecond))]).toEqual([first]);
    expect(first?.fees).toHaveLength(2);
    expect(first?.fees[0].card_deposit_basis_points).toBe(333);
    expect([first?.bins[0], first?.bins.length]).toEqual(["499990", 10]);
    await expect(ownerOfSecond`delete from fee_schedule`).rejects.toThrow();
  });

  /** Returns what verification says is broken after a statement, which `undo` takes back. */
  async function brokenAfter(
    sql: postgres.Sql,
    { plant, undo }: { readonly plant: string; readonly undo: string },
  ): Promise<string> {
    await sql.unsafe(plant);
    try {
      const { code, out, err } = await run(["verify", "--cells"]);
      expect([code, err]).toEqual([1, "The program is not intact.\n"]);
      return out;
    } finally {
      await sql.unsafe(undo);
    }
  }

  it("cells: list shows both, with the release and the schema of each", async () => {
    const process = (release: string | null, seconds: number) => ownerOfSecond`
      insert into server_process (id, number, release, heartbeat_at, answered_through)
      values (${newId()}, nextval('server_process_number'), ${release},
        now() - make_interval(secs => ${seconds}), now())`;
    await Promise.all([process("1.4.0", 0), process("1.5.0", 0), process("0.9.0", 3600)]);
    const { out } = await run(["cells", "list", "--json"]);
    const software = { schema: NEWEST, pendingMigrations: 0 };
    expect(JSON.parse(out)).toMatchObject([
      { cell: 1, isOpen: true, isRegistered: true, software: { ...software, releases: [] } },
      { cell: 2, isOpen: true, software: { ...software, cell: 2, releases: ["1.4.0", "1.5.0"] } },
    ]);
    await ownerOfSecond`update server_process set release = null where release = '1.5.0'`;
    const text = (await run(["cells", "list"])).out;
    expect(text).toContain(`release 1.4.0, unknown\tschema ${NEWEST}\n`);
    await ownerOfSecond`delete from server_process`;
  });

  it.each([
    ["2=postgres://nobody:x@127.0.0.1:1/none", "its database cannot be read"],
    ["3=postgres://nobody:x@127.0.0.1:1/none", "CELLS names no database of it"],
  ])("cells: list says what is wrong with the other cell in %s", async (named, sentence) => {
    const env = { ...cellsOf(""), CELLS: `1=${home.ownerUrl} ${named}` };
    const { code, out } = await home.run(["cells", "list"], { env });
    expect(code).toBe(0);
    expect(out.split("\n")[1]).toContain(sentence);
  });

  it("cells: list says which cell a database is that CELLS names for another one", async () => {
    const env = { ...cellsOf(""), CELLS: `1=${second.ownerUrl} 2=${home.ownerUrl}` };
    const { code, out } = await home.run(["cells", "list"], { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^cell 1\t.*\tCELLS names the database of cell 2 for it$/m);
    expect(out).toMatch(/^cell 2\t.*\tCELLS names the database of cell 1 for it$/m);
  });

  it("bad input: two cells with one number are refused with a sentence", async () => {
    for (const args of [
      ["cells", "list"],
      ["cells", "verify"],
    ]) {
      const env = { ...cellsOf(""), CELLS: `1=${home.ownerUrl} 1=${second.ownerUrl}` };
      const { code, err } = await home.run(args, { env });
      expect([code, err]).toEqual([1, expect.stringContaining("cell 1 is listed twice")]);
    }
  });

  it("bad input: a cell of an older version is named and refused", async () => {
    const pending = `server-${NEWEST}`;
    const [record] = await ownerOfSecond`
      delete from tessera_migration where id = ${pending} returning *`;
    const listed = await run(["cells", "list"]);
    expect(listed.out).toContain(`lacks 1 of ${migrations.length} migrations`);
    const { code, err } = await run(["cells", "verify"]);
    expect([code, err]).toEqual([1, expect.stringContaining("Cell 2: The database lacks 1 of")]);
    await ownerOfSecond`insert into tessera_migration ${ownerOfSecond(record ?? {})}`;
  });

  it("cells: adding a cell again is refused", async () => {
    const { err } = await run(["cells", "add", "--number", "2"]);
    expect(err).toContain("The program lists cell 2 already.");
  });

  it("cells: a command for one cell needs its number", async () => {
    const { code, err } = await run(["verify"]);
    expect(code).toBe(1);
    expect(err).toContain("CELLS names cells 1, 2. Say which one with --cell <number>.");
    const told = await run(["verify", "--cell", "2"]);
    expect(told).toMatchObject({ code: 0, err: "" });
    const unknown = await run(["verify", "--cell", "3"]);
    expect(unknown.err).toContain("--cell 3: CELLS names no database of cell 3.");
  });

  it("cells: a closed cell opens no customers until it is opened again", async () => {
    await run(["cells", "close", "--number", "2"]);
    const [closed] = await owner`select is_open from cell where id = 2`;
    expect(closed?.is_open).toBe(false);
    await run(["cells", "open", "--number", "2"]);
    const [opened] = await owner`select is_open from cell where id = 2`;
    expect(opened?.is_open).toBe(true);
    expect((await run(["cells", "close", "--number", "9"])).err).toContain("no cell 9");
  });

  it("cells: restores operators after their cell was recovered to an earlier time", async () => {
    const env = cellsOf(second.ownerUrl);
    const args = ["--cell", "1", "--role", "support", "--email", "ada@example.com"];
    const stdin = "lanterns over the bay\n";
    const made = await home.run(["create-operator", "--password-stdin", ...args], { env, stdin });
    expect(made).toMatchObject({ code: 0, err: "" });
    const id = newId();
    // What cell 2 copied: a suspension that the recovery lost, and an operator who is gone.
    const [ada] = await owner`select id, username, email from person where username = 'ada'`;
    await ownerOfSecond`
      insert into person (id, username, email, role, password_hash, locale, created_at, home_cell,
        revision, suspended_at)
      values (${ada?.id}, 'ada', 'ada@example.com', 'support', 'x', 'en', now(), 1, 6, now()),
        (${id}, 'gone', 'gone@example.com', 'auditor', 'x', 'en', now(), 1, 2, null)`;
    const broken = await run(["verify", "--cells"]);
    expect(broken.out).toContain(
      "BROKEN  no cell knows a later change of another cell's operators",
    );
    expect(broken.out).toContain("Run cells restore-operators --number 1");
    const { code, out, err } = await run(["cells", "restore-operators", "--number", "1"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("ada\thad other access later, and is suspended");
    expect(out).toContain("gone\twas added later, and is unknown now: invite again");
    const [after] = await owner`select revision, suspended_at from person where id = ${ada?.id}`;
    expect(after).toEqual({ revision: 7, suspended_at: expect.any(Date) });
    const unknown = await run(["cells", "restore-operators", "--number", "7"]);
    expect(unknown.err).toContain("CELLS names no database of cell 7.");
    // The servers of cell 2 follow what cell 1 tells.
    await ownerOfSecond`delete from person where home_cell = 1`;
    const again = await run(["cells", "restore-operators", "--number", "1"]);
    expect(again.out).toContain("No other cell knows anything later");
    expect((await run(["verify", "--cells"])).code).toBe(0);
  });

  it.each([
    [["backup", "/nowhere/file"], "Back each one up with PostgreSQL's own tools"],
    [["rotate-keys"], "run it for each with --keep-former, then once with --last-cell"],
  ])("cells: %j is refused for a cell alone", async (args, sentence) => {
    const { code, err } = await run([...args, "--cell", "2"]);
    expect(code).toBe(1);
    expect(err).toContain("This program has 2 cells.");
    expect(err).toContain(sentence);
  });

  it("verify: two cells that agree hold, each and together", async () => {
    const { code, out, err } = await run(["verify", "--cells"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Cell 1");
    expect(out).toContain("Cell 2");
    expect(out).toContain("The cells agree.");
    const json = JSON.parse((await run(["cells", "verify", "--json"])).out);
    expect(json.holds).toBe(true);
    expect(json.program).toHaveLength(15);
  });

  const id = newId();
  const hash = "\\x".padEnd(66, "ab");
  it.each([
    [
      "a directory row without its person",
      "every person has their own names in the directory, and nobody else's",
      {
        plant: `insert into directory_name (kind, key_hash, cell, person_id)
          values ('email', '${hash}', 2, '${id}')`,
        undo: `delete from directory_name where person_id = '${id}'`,
      },
    ],
    [
      "a card's place without its card",
      "every card has its own place in the directory, and nobody else's",
      {
        plant: `insert into directory_card (kind, key_hash, cell, card_id)
          values ('number', '${hash}', 2, '${id}')`,
        undo: `delete from directory_card where card_id = '${id}'`,
      },
    ],
    [
      "a row of a cell that the program does not have",
      "every row of the directory belongs to a cell of the program",
      {
        plant: `insert into directory_range (prefix, cell) values ('99999900', 7)`,
        undo: `delete from directory_range where cell = 7`,
      },
    ],
    [
      "a cell that CELLS does not name",
      "CELLS names every cell of the program",
      { plant: "insert into cell (id) values (7)", undo: "delete from cell where id = 7" },
    ],
    [
      "another database with a cell's number",
      "all cells use one directory, and each number is one database",
      {
        plant: "update directory_cell set deployment_id = gen_random_uuid() where cell = 2",
        undo: "delete from directory_cell where cell = 2",
      },
    ],
    [
      "other fees",
      "all cells have the same fees",
      {
        plant: `alter table fee_schedule disable trigger user;
          update fee_schedule set card_deposit_basis_points = card_deposit_basis_points + 1`,
        undo: `update fee_schedule set card_deposit_basis_points = card_deposit_basis_points - 1;
          alter table fee_schedule enable trigger user`,
      },
    ],
    [
      "another card product",
      "all cells have the same card products",
      {
        plant: "update card_segment set active = not active",
        undo: "update card_segment set active = not active",
      },
    ],
    [
      "another version's migration",
      "all cells have the same migrations",
      {
        sentence: "cell 2 has not run 9999_later, which cell 1 has. Migrate all cells with the",
        plant: "insert into tessera_migration (id, checksum) values ('9999_later', 'x')",
        undo: "delete from tessera_migration where id = '9999_later'",
      },
    ],
    [
      "another root key",
      "all cells have the same root key",
      {
        sentence: "cell 2 was created with another root key than cell 1",
        plant: `update root_key set check_value = repeat('0', 64)`,
        undo: `update root_key set check_value = (select '${"CHECK"}')`,
      },
    ],
    [
      "a recorded seal that the chain lost",
      "every cell's recorded seal is in its chain",
      {
        plant: `insert into directory_head (cell, n, hash) values (2, 5, repeat('a', 64))`,
        undo: `delete from directory_head where cell = 2`,
      },
    ],
  ] as const)("verify: reports %s", async (_name, broken, { plant, undo, ...more }) => {
    const sentence = "sentence" in more ? more.sentence : undefined;
    const value = checkValueOf(createKeys(home.rootKey));
    const out = await brokenAfter(owner, { plant, undo: undo.replace("CHECK", value) });
    expect(out).toMatch(new RegExp(`BROKEN {2}${broken.replace("'", ".")}`));
    expect(out).toContain(sentence ?? "BROKEN");
    // The row that a server writes when it starts.
    await owner`insert into directory_cell (cell, deployment_id)
      select 2, deployment_id from (select ${await deploymentOfSecond()}::uuid as deployment_id)
      on conflict do nothing`;
  });

  async function deploymentOfSecond(): Promise<string> {
    const [mark] = await ownerOfSecond`select deployment_id as id from database_mark`;
    return mark?.id;
  }
});
