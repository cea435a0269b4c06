import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertDurable, NotDurableError } from "../assert-durable.ts";
import { openDatabase } from "../open-database.ts";
import { startEmbeddedServer } from "./embedded-server.ts";
import { isAlive } from "./postmaster.ts";
import { withStartLock } from "./start-lock.ts";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "tessera-embedded-"));
  chmodSync(directory, 0o755);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("embedded server: each directory has one server, whose data survives kill -9", async () => {
  const dataDir = join(directory, "pg");
  const [one, two] = await Promise.all([
    startEmbeddedServer({ dataDir }),
    startEmbeddedServer({ dataDir }),
  ]);
  expect([one.adopted, two.adopted].sort()).toEqual([false, true]);
  expect(one.pid).toBe(two.pid);
  expect(statSync(one.location.credentialsFile).mode & 0o777).toBe(0o600);

  const owner = postgres(one.ownerUrl, { max: 1, onnotice: () => undefined });
  await owner`create table kept (id int)`;
  await owner`insert into kept values (1)`;
  const [role] = await owner`select rolsuper from pg_roles where rolname = current_user`;
  expect(role?.rolsuper).toBe(false);
  await owner.end();
  process.kill(one.pid, "SIGKILL");

  const again = await startEmbeddedServer({ dataDir });
  expect(again.adopted).toBe(false);
  expect(again.port).toBe(one.port);
  const reader = postgres(again.ownerUrl, { max: 1 });
  expect(await reader`select * from kept`).toEqual([{ id: 1 }]);
  const settings = await reader`select setting from pg_settings
    where name in ('server_encoding', 'data_checksums', 'fsync') order by name`;
  expect(settings.map(({ setting }) => setting)).toEqual(["on", "on", "UTF8"]);
  await reader.end();
  await Promise.all([one.stop(), two.stop()]);
  expect(isAlive(again.pid)).toBe(true);
  await again.stop();
  await again.stop();
  expect(isAlive(again.pid)).toBe(false);
});

test("embedded server: keeps running when one of the two processes using it exits", async () => {
  const dataDir = join(directory, "shared");
  const first = startElsewhere(dataDir);
  await once(first.stdout, "data");
  const second = await startEmbeddedServer({ dataDir });
  expect(second.adopted).toBe(true);
  first.stdin.end();
  expect(await once(first, "exit")).toEqual([0, null]);
  const reader = postgres(second.ownerUrl, { max: 1 });
  expect(await reader`select 1 as one`).toEqual([{ one: 1 }]);
  await reader.end();
  await second.stop();
  expect(isAlive(second.pid)).toBe(false);
});

/** Starts a separate process that uses the server until its input ends. */
function startElsewhere(dataDir: string) {
  const module = new URL("./embedded-server.ts", import.meta.url).href;
  const script = `
    const { startEmbeddedServer } = await import(${JSON.stringify(module)});
    const server = await startEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)} });
    console.log("started");
    process.stdin.resume().on("end", () => server.stop());`;
  return spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
}

test("start lock: a dead process's lock is broken, even if its pid has been reused", async () => {
  const lockFile = join(directory, "stale.lock");
  for (const held of [`${process.pid} 1 another-boot\nx`, "4194000\nx"]) {
    writeFileSync(lockFile, held);
    const start = performance.now();
    expect(await withStartLock(lockFile, async () => "done")).toBe("done");
    // A live process's lock would be respected for a minute.
    expect(performance.now() - start).toBeLessThan(30_000);
  }
});

test("start lock: admits one process at a time, even if all find a stale lock", async () => {
  const lockFile = join(directory, "contended.lock");
  writeFileSync(lockFile, "4194000\nx");
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withStartLock(lockFile, work)));
  expect(most).toBe(1);
});

test("embedded server: a killed PostgreSQL restarts immediately on the same port", async () => {
  const server = await startEmbeddedServer({ dataDir: join(directory, "killed") });
  const restarts: unknown[] = [];
  server.keepRunning(({ error }) => restarts.push(error));
  const before = server.pid;
  process.kill(before, "SIGKILL");
  await expect
    .poll(
      async () => {
        const reader = postgres(server.appUrl, { max: 1, connect_timeout: 10 });
        const rows = await reader`select 1 as one`.catch(() => []);
        await reader.end({ timeout: 0 });
        return rows.length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  await expect.poll(() => restarts, { timeout: 30_000 }).toEqual([undefined]);
  expect(server.pid).not.toBe(before);
  await server.stop();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(isAlive(server.pid)).toBe(false);
});

test("assertDurable: rejects a server that could lose money, naming each reason", async () => {
  const server = await startEmbeddedServer({
    dataDir: join(directory, "loose"),
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const db = openDatabase({ url: server.appUrl });
  const refusal = await assertDurable(db.sql).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NotDurableError);
  expect(String(refusal)).toMatch(/fsync is off.*full_page_writes is off/);
  expect(String(refusal)).toContain("synchronous_commit is off");
  await db.close();
  await server.stop();
});
