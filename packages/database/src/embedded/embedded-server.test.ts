import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertDurable, NotDurableError } from "../assert-durable.ts";
import { openDatabase } from "../open-database.ts";
import { startEmbeddedServer } from "./embedded-server.ts";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "tessera-embedded-"));
  chmodSync(directory, 0o755);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test("two starts on one directory share one server, which survives kill -9", async () => {
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
  await again.stop();
  await again.stop();
});

test("a server that can lose money is refused, each reason named", async () => {
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
