import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSnapshot } from "@tessera/database/logical-copy/read-snapshot";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SKIPPED_PATH_INDEXES } from "../../adapters/evm/path-indexes.policy.ts";
import { openCustomer } from "../../identity/people/index.ts";
import { inTransaction } from "../../platform/context.ts";
import type { OpenContext } from "../../platform/create-context.ts";
import { type CommandHome, createCommandHome, sealBooks } from "../../testing/command-home.ts";
import { checkBackup } from "../backup/read-backup.ts";
import { seedDemo } from "../seed/seed-demo.ts";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const ENTRY = fileURLToPath(new URL("../../tessera.ts", import.meta.url));
const PASSPHRASE = { TESSERA_BACKUP_PASSPHRASE: "correct horse battery" };
const noPassphrase = async () => {
  throw new Error("there must be no prompt");
};

let home: CommandHome;
let open: OpenContext;
let folder: string;
/** Two backups: one that is not sealed, and one that is sealed and contains the key file. */
let plain: string;
let sealed: string;
const others: CommandHome[] = [];

beforeAll(async () => {
  home = await createCommandHome();
  open = await home.open();
  folder = await mkdtemp(join(tmpdir(), "tessera-backups-"));
  await seedDemo(open.context);
  await sealBooks(home);
  plain = join(folder, "plain");
  sealed = join(folder, "sealed");
}, 120_000);
afterAll(async () => {
  await open.close();
  for (const one of [home, ...others]) {
    await one.remove();
  }
  await rm(folder, { recursive: true, force: true });
});

async function emptyHome(keyOf?: CommandHome): Promise<CommandHome> {
  const made = await createCommandHome();
  others.push(made);
  await rm(made.keyFile);
  if (keyOf !== undefined) {
    await copyFile(keyOf.keyFile, made.keyFile);
  }
  return made;
}

async function rowsOf(ownerUrl: string, table: string): Promise<number> {
  const sql = postgres(ownerUrl, { max: 1 });
  try {
    const [row] = await sql.unsafe(`select count(*)::int as count from ${table}`);
    return row?.count;
  } finally {
    await sql.end();
  }
}

/**
 * Writes continuously until the returned function is called, which returns the number of writes.
 */
function writeOn(): () => Promise<number> {
  let isOver = false;
  let written = 0;
  const writing = (async () => {
    while (!isOver) {
      await inTransaction(open.context.db, (tx) =>
        openCustomer(open.context, tx, {
          email: `during${written}@example.com`,
          passwordHash: "none",
          locale: "en",
          requestId: null,
          acceptance: null,
        }),
      );
      written += 1;
    }
  })();
  return async () => {
    isOver = true;
    await writing;
    return written;
  };
}

describe("a backup", () => {
  it("is one snapshot even if taken during writes, and restores to the same data", async () => {
    const stop = writeOn();
    const [clear, closed] = [
      await home.run(["backup", plain]),
      await home.run(["backup", sealed, "--encrypt", "--with-keys"], { env: PASSPHRASE }),
    ];
    expect(await stop()).toBeGreaterThan(0);
    expect([clear.code, clear.err, closed.code, closed.err]).toEqual([0, "", 0, ""]);

    const { head, manifest } = await checkBackup(plain, noPassphrase);
    const rows = new Map(manifest.tables.map((table) => [table.name, table.rows]));
    // Proves that the backup is a single snapshot, since each customer has an account in every
    // currency.
    expect(rows.get("public.customer_account")).toBe((rows.get("public.customer") ?? 0) * 6);
    expect(manifest.seal).not.toBeNull();
    expect(head.keyFile).toBeUndefined();
    expect(rows.has("public.tessera_migration")).toBe(false);

    const target = await emptyHome(home);
    const restored = await target.run(["restore", plain]);
    expect(restored.err).toBe("");
    expect(restored.out).toContain("Restored and verified");
    expect((await target.run(["verify"])).out).toContain("Everything holds.");
    // A second backup has the same bytes in every table except the audit log, which has two more
    // events: the restore and the second backup.
    const again = join(folder, "again");
    expect((await target.run(["backup", again])).code).toBe(0);
    const copy = await checkBackup(again, noPassphrase);
    const changed = manifest.tables.filter(
      ({ sha256 }, place) => copy.manifest.tables[place]?.sha256 !== sha256,
    );
    expect(changed.map(({ name }) => name)).toEqual(["ledger.audit"]);
    const acts = (tables: typeof manifest.tables) =>
      tables.find(({ name }) => name === "ledger.audit")?.rows ?? 0;
    expect(acts(copy.manifest.tables)).toBe(acts(manifest.tables) + 2);
    expect(copy.manifest.sequences.map(({ name }) => name)).toEqual(
      manifest.sequences.map(({ name }) => name),
    );
    // Addresses that were handed out after the backup are not handed out again.
    const addresses = ({ sequences }: typeof manifest) =>
      BigInt(sequences.find(({ name }) => name === "public.evm_path_index")?.lastValue ?? "0");
    expect(addresses(copy.manifest)).toBe(addresses(manifest) + SKIPPED_PATH_INDEXES);
    await expectSameShape(home.ownerUrl, target.ownerUrl);
    // Sealing continues the restored chain.
    expect((await target.run(["seal"])).code).toBe(0);
    expect((await target.run(["verify"])).out).toContain("Everything holds.");
  }, 300_000);

  it("is unreadable if it is sealed", async () => {
    const text = (await readFile(sealed)).toString("latin1");
    expect(text).not.toContain("demo@tessera.example");
    expect(text).not.toContain("ledger.movement");
    expect(text.startsWith("tessera-backup 1 sealed ")).toBe(true);
  });

  it("contains its keys only if it is sealed", async () => {
    const refused = await home.run(["backup", join(folder, "never"), "--with-keys"]);
    expect(refused.code).toBe(2);
    const target = await emptyHome();
    expect((await target.run(["restore", sealed], { env: PASSPHRASE })).err).toBe("");
    expect(await readFile(target.keyFile, "utf8")).toBe(await readFile(home.keyFile, "utf8"));
    expect((await target.run(["seal"])).code).toBe(0);
  }, 300_000);

  it("restores nothing if its key cannot be stored", async () => {
    const target = await emptyHome();
    // This path can be neither read nor written.
    await symlink(join(folder, "nowhere"), target.keyFile);
    expect((await target.run(["restore", sealed], { env: PASSPHRASE })).code).not.toBe(0);
    expect(await rowsOf(target.ownerUrl, "customer")).toBe(0);
  }, 300_000);
});

/**
 * Checks that a restored database has the same constraints, triggers (including which ones are
 * enabled) and transfer partitions as the database that was backed up.
 */
async function expectSameShape(ownerUrl: string, restoredUrl: string): Promise<void> {
  const shapeOf = (url: string) =>
    readSnapshot(url, async (snapshot) => [
      await snapshot.query(`select conrelid::regclass::text as table, conname, contype,
        pg_get_constraintdef(oid) as definition from pg_constraint
        where contype <> 'n' order by 1, 2, 4`),
      await snapshot.query(`select tgrelid::regclass::text as table, tgname, tgenabled
        from pg_trigger where not tgisinternal order by 1, 2`),
      await snapshot.partitions("ledger.transfer"),
    ]);
  expect(await shapeOf(restoredUrl)).toEqual(await shapeOf(ownerUrl));
}

describe("a backup is rejected before anything is written", () => {
  it("if a byte has changed or the end is missing", async () => {
    const target = await emptyHome(home);
    const damaged = join(folder, "damaged");
    for (const [file, env] of [
      [plain, {}],
      [sealed, PASSPHRASE],
    ] as const) {
      const whole = await readFile(file);
      const flips = [3, 40, 200, whole.length >> 1, whole.length - 60, whole.length - 1];
      for (const at of flips) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ 4;
        await writeFile(damaged, bytes);
        const { code, err } = await target.run(["restore", damaged], { env });
        expect([code, err]).toEqual([1, expect.stringContaining("The backup is not used: ")]);
      }
      for (const length of [0, 10, 100, whole.length >> 1, whole.length - 1]) {
        await writeFile(damaged, whole.subarray(0, length));
        expect((await target.run(["restore", damaged], { env })).err).toContain("is not used: ");
      }
    }
    expect(await rowsOf(target.ownerUrl, "person")).toBe(0);
  }, 300_000);

  it("if the passphrase, the key or the database is wrong", async () => {
    const target = await emptyHome(home);
    const wrong = { TESSERA_BACKUP_PASSPHRASE: "another passphrase" };
    expect((await target.run(["restore", sealed], { env: wrong })).err).toContain(
      "the passphrase is another one",
    );
    expect(
      (await target.run(["restore", plain], { env: { TESSERA_KEY_FILE: "/none" } })).err,
    ).toContain("Put the key file there first");
    const keyed = await createCommandHome();
    others.push(keyed);
    expect((await keyed.run(["restore", plain])).err).toContain("not the backup's");
    expect((await home.run(["restore", plain])).err).toContain("The database is in use");
    expect((await target.run(["restore", join(folder, "nowhere")])).err).toContain("no file");
    expect(await rowsOf(target.ownerUrl, "person")).toBe(0);
    expect(await rowsOf(target.ownerUrl, "root_key")).toBe(0);
  }, 300_000);

  it("if someone starts using the database during the restore", async () => {
    const target = await emptyHome(home);
    const sql = postgres(target.ownerUrl, { max: 2 });
    let commit: () => void = () => undefined;
    const committed = new Promise<void>((resolve) => {
      commit = resolve;
    });
    // Other sessions cannot see the row until the transaction commits, but the insert prevents
    // exclusive locks on the table.
    const using = sql.begin(async (tx) => {
      await tx`insert into root_key (check_value) values (${"0".repeat(64)})`;
      await committed;
    });
    const waiting = () => sql`select from pg_locks l join pg_database d on d.oid = l.database
      where not l.granted and d.datname = current_database()`;
    const restoring = target.run(["restore", plain]);
    await expect
      .poll(async () => (await waiting()).length, { timeout: 60_000, interval: 20 })
      .toBe(1);
    commit();
    await using;
    const { code, err } = await restoring;
    expect([code, err]).toEqual([1, expect.stringContaining("rows in public.root_key")]);
    expect(await rowsOf(target.ownerUrl, "root_key")).toBe(1);
    expect(await rowsOf(target.ownerUrl, "person")).toBe(0);
    await sql.end();
  }, 300_000);

  it("and leaves the database empty if the restore fails partway", async () => {
    const target = await emptyHome(home);
    const sql = postgres(target.ownerUrl, { max: 1 });
    await sql`alter table deposit add constraint planted check (status <> 'completed')`;
    const failed = await target.run(["restore", plain]);
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining("planted")]);
    expect(await rowsOf(target.ownerUrl, "person")).toBe(0);
    await sql`alter table deposit drop constraint planted`;
    await sql.end();
    expect((await target.run(["restore", plain])).code).toBe(0);
  }, 300_000);

  it("backup: does not overwrite an existing file, and leaves no partial file", async () => {
    const taken = await home.run(["backup", plain]);
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining("exists already")]);
    const nowhere = await home.run(["backup", join(folder, "no-folder", "file")]);
    expect(nowhere.code).toBe(1);
    expect((await readdir(folder)).filter((name) => name.includes(".part"))).toEqual([]);
  });
});

it("restore: fills a new embedded database, and a server then starts and works on it", async () => {
  const dataDir = join(folder, "embedded");
  await mkdir(dataDir);
  // The operating system user that runs PostgreSQL must be able to enter the folder.
  await chmod(folder, 0o755);
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG: "json", PORT: "0", SEED: "off" };
  const restore = spawn(process.execPath, [ENTRY, "restore", sealed], {
    env: { ...env, ...PASSPHRASE },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [code] = await once(restore, "exit");
  expect(code).toBe(0);

  const server = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    let output = "";
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    await expect.poll(() => output, { timeout: 120_000 }).toContain("Tessera is running");
    const port = /"console":"http:\/\/localhost:(\d+)"/.exec(output)?.[1];
    const answer = await fetch(`http://127.0.0.1:${port}/api/customer/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "demo", password: "quiet harbour mosaic" }),
    });
    expect(answer.status).toBe(200);
    // While the server is running, a command uses the server's database. Once the server has
    // stopped, the command starts the database itself.
    expect(await verifyThere(env)).toBe(0);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  expect(await verifyThere(env)).toBe(0);
}, 300_000);

async function verifyThere(env: NodeJS.ProcessEnv): Promise<number> {
  const verify = spawn(process.execPath, [ENTRY, "verify"], { env, stdio: "ignore" });
  const [code] = await once(verify, "exit");
  return code;
}
