import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandHome, createCommandHome } from "../testing/command-home.ts";
import { LIVE_SETTINGS } from "../testing/live-settings.ts";

let live: CommandHome;
let target: CommandHome;
let folder: string;
let file: string;

/** Live mode with the key file of a home. */
const { TESSERA_KEY: _key, ...SETTINGS } = LIVE_SETTINGS;
const liveAt = (home: CommandHome) => ({ env: { ...SETTINGS, TESSERA_KEY_FILE: home.keyFile } });

async function markOf({ ownerUrl }: CommandHome): Promise<unknown> {
  const sql = postgres(ownerUrl, { max: 1 });
  const rows = await sql`select kind, deployment_id from database_mark`;
  await sql.end();
  return rows[0];
}

beforeAll(async () => {
  [live, target] = [await createCommandHome(), await createCommandHome()];
  await copyFile(live.keyFile, target.keyFile);
  folder = await mkdtemp(join(tmpdir(), "tessera-marked-"));
  file = join(folder, "live");
  const made = await live.run(["backup", file], liveAt(live));
  expect([made.code, made.err]).toEqual([0, ""]);
});
afterAll(async () => {
  await Promise.all([live.remove(), target.remove()]);
  await rm(folder, { recursive: true, force: true });
});

it("a backup names the mark and the deployment of its database", async () => {
  const mark = await markOf(live);
  expect(mark).toMatchObject({ kind: "live" });
  const checked = await target.run(["restore", "--check", file]);
  const { deployment_id: id } = Object(mark);
  expect(checked.out).toContain(`of a live database (deployment ${id})`);
});

it("a live backup is not restored in sandbox mode, and a restored one keeps its mark", async () => {
  const refused = await target.run(["restore", file]);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining("is not restored in sandbox mode. Set TESSERA_MODE=live."),
  ]);
  const restored = await target.run(["restore", file], liveAt(target));
  expect([restored.code, restored.err]).toEqual([0, ""]);
  expect(await markOf(target)).toEqual(await markOf(live));
});

it("an export names the mark of its database", async () => {
  const period = ["--from", "2026-11-01", "--to", "2026-11-30"];
  const csv = await live.run(["export", "movements", ...period, "--format", "csv"], liveAt(live));
  expect(csv.out.trimEnd()).toMatch(/,database$/);
  const refused = await live.run(["export", "movements", ...period]);
  expect(refused.err).toContain("This database is a live database");
});
