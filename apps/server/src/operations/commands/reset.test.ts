import { chmodSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedServer } from "@tessera/database/embedded";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../testing/command-home.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-reset-"));
  // If the test runs as root, PostgreSQL runs as another user, who must be able to enter the
  // folder.
  chmodSync(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true }));

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runHere(["reset", ...args], { env: { DATA_DIR: folder, ...env } });

describe("tessera reset", () => {
  it("refuses to run in live mode", async () => {
    const live = {
      TESSERA_MODE: "live",
      DATABASE_URL: "postgres://app:a-long-random-secret-1@127.0.0.1:1/tessera",
    };
    const { code, err } = await run(["--yes"], live);
    expect(code).toBe(1);
    expect(err).toMatch(/live mode|Tessera cannot start with these settings/);
  });

  it("refuses to reset a database named by DATABASE_URL", async () => {
    const { code, err } = await run(["--yes"], { DATABASE_URL: "postgres://app@127.0.0.1:1/x" });
    expect(code).toBe(1);
    expect(err).toContain("deletes only the embedded one");
  });

  it("creates nothing if there is no data", async () => {
    const none = join(folder, "none");
    expect(await run(["--yes"], { DATA_DIR: none })).toMatchObject({ code: 1 });
    expect(existsSync(none)).toBe(false);
  });

  describe("with a sandbox", () => {
    const dataDir = () => join(folder, "postgres");
    const start = () => startEmbeddedServer({ dataDir: dataDir() });
    async function markAs(kind: "sandbox" | "live") {
      const server = await start();
      const owner = postgres(server.ownerUrl, { max: 1, onnotice: () => undefined });
      await owner`create table if not exists database_mark (kind text, deployment_id text)`;
      await owner`delete from database_mark`;
      await owner`insert into database_mark values (${kind}, 'a deployment')`;
      await owner.end();
      await server.stop();
    }

    it("asks for confirmation, and refuses to run if it cannot ask", async () => {
      await markAs("sandbox");
      const { code, err } = await run([]);
      expect(code).toBe(2);
      expect(err).toContain("--yes");
      expect(existsSync(join(dataDir(), "PG_VERSION"))).toBe(true);
    });

    it("refuses to reset a database that a server is using", async () => {
      const server = await start();
      const { code, err } = await run(["--yes"]);
      expect(code).toBe(1);
      expect(err).toContain("stop it first");
      expect(existsSync(join(dataDir(), "PG_VERSION"))).toBe(true);
      await server.stop();
    });

    it("refuses to reset a live database", async () => {
      await markAs("live");
      const { code, err } = await run(["--yes"]);
      expect(code).toBe(1);
      expect(err).toContain("holds a live database");
      expect(existsSync(join(dataDir(), "PG_VERSION"))).toBe(true);
    });

    it("deletes the database and its keys, and keeps everything else in the folder", async () => {
      await markAs("sandbox");
      await mkdir(join(folder, "seal-keys"));
      writeFileSync(join(folder, "tessera.key"), "a key");
      writeFileSync(join(folder, "notes.txt"), "mine");
      expect(await run(["--yes"])).toMatchObject({ code: 0, err: "" });
      expect(readdirSync(folder)).toEqual(["notes.txt"]);
    });
  });
});
