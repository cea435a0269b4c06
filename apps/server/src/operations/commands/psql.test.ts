import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "../../testing/command-home.ts";

const URLS = {
  DATABASE_URL: "postgres://app:app%2Fsecret@db.example:5433/tessera?sslmode=require",
  DATABASE_OWNER_URL: "postgres://owner:owner-secret@db.example:5433/tessera",
};

let folder: string;
/** The file in which the fake psql records its arguments and environment. */
let report: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-psql-"));
  report = join(folder, "report");
  const program = join(folder, "psql");
  await writeFile(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$PGPASSWORD" "$@" > "${report}"\nexit "\${CODE:-0}"\n`,
  );
  await chmod(program, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runHere(["psql", ...args], {
    env: { ...URLS, PATH: [folder, "/usr/bin", "/bin"].join(delimiter), ...env },
  });
const startedWith = async () => (await readFile(report, "utf8")).trimEnd().split("\n");

describe("tessera psql", () => {
  it("starts psql as the owner, with the password only in its environment", async () => {
    expect(await run([])).toMatchObject({ code: 0, err: "" });
    expect(await startedWith()).toEqual([
      "owner-secret",
      "postgres://owner@db.example:5433/tessera",
    ]);
  });

  it("starts psql as the application's role on request, and runs a single statement", async () => {
    expect(await run(["--app", "--sql", "select 1"])).toMatchObject({ code: 0 });
    expect(await startedWith()).toEqual([
      "app/secret",
      "--command",
      "select 1",
      "postgres://app@db.example:5433/tessera?sslmode=require",
    ]);
  });

  it("fails if psql fails", async () => {
    expect(await run([], { CODE: "3" })).toMatchObject({
      code: 1,
      err: "psql exited with code 3.\n",
    });
  });

  it("says how to install psql if it is missing", async () => {
    const { code, err } = await run([], { PATH: join(folder, "empty") });
    expect(code).toBe(1);
    expect(err).toMatch(/^psql is not installed.*apt install postgresql-client/);
  });

  it("creates no database if there is no data", async () => {
    const { code, err } = await run([], {
      DATABASE_URL: "",
      DATABASE_OWNER_URL: "",
      DATA_DIR: join(folder, "none"),
    });
    expect(code).toBe(1);
    expect(err).toMatch(/^There is no data in .*none yet/);
  });
});
