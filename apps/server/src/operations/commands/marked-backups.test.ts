import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openCustomer } from "../../identity/people/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { type CommandHome, createCommandHome } from "../../testing/command-home.ts";
import { giveMoney } from "../../testing/give-money.ts";
import { LIVE_SETTINGS } from "../../testing/live-settings.ts";

let live: CommandHome;
let target: CommandHome;
let folder: string;
let file: string;

/** Live-mode settings that use a home's key file. */
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

it("backups: each contains its database's mark and deployment", async () => {
  const mark = await markOf(live);
  expect(mark).toMatchObject({ kind: "live" });
  const checked = await target.run(["restore", "--check", file]);
  const { deployment_id: id } = Object(mark);
  expect(checked.out).toContain(`of a live database (deployment ${id})`);
});

it("backups: a live backup cannot be restored in sandbox mode, and keeps its mark", async () => {
  const refused = await target.run(["restore", file]);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining("is not restored in sandbox mode. Set TESSERA_MODE=live."),
  ]);
  const restored = await target.run(["restore", file], liveAt(target));
  expect([restored.code, restored.err]).toEqual([0, ""]);
  expect(await markOf(target)).toEqual(await markOf(live));
});

it("exports: each contains the mark of its database", async () => {
  const open = await live.open();
  const person = await inTransaction(open.context.db, (tx) =>
    openCustomer(open.context, tx, {
      email: "ada@example.com",
      passwordHash: "none",
      locale: "en",
      requestId: null,
      acceptance: null,
    }),
  );
  const at = new Date("2026-11-10T12:00:00Z");
  const id = person?.customerId ?? "";
  await giveMoney(open.context, { customerId: id, currency: "USD", amountMinor: 100n, at });
  await open.close();

  const movements = ["export", "movements", "--from", "2026-11-01", "--to", "2026-11-30"];
  const csv = await live.run([...movements, "--format", "csv"], liveAt(live));
  const [columns = "", row = ""] = csv.out.trimEnd().split("\r\n");
  expect([columns.split(",").at(-1), row.split(",").at(-1)]).toEqual(["database", "live"]);
  const lines = await live.run(movements, liveAt(live));
  expect(JSON.parse(lines.out)).toMatchObject({ customerId: id, database: "live" });
  const customer = await live.run(["export", "customer", "--who", "ada"], liveAt(live));
  const { deployment_id: deployment } = Object(await markOf(live));
  expect(JSON.stringify(JSON.parse(customer.out).database)).toContain(deployment);
  const refused = await live.run(movements);
  expect(refused.err).toContain("This database is a live database");
});
