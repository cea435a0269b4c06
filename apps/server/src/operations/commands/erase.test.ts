import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findPersonByName, openCustomer, type Person } from "../../identity/people/index.ts";
import { inTransaction } from "../../platform/context.ts";
import type { OpenContext } from "../../platform/create-context.ts";
import { type CommandHome, createCommandHome, sealBooks } from "../../testing/command-home.ts";
import { readAudit } from "../../testing/read-audit.ts";

let home: CommandHome;
let open: OpenContext;
let folder: string;
const others: CommandHome[] = [];
const EMAIL = "wanda.heron@example.com";

beforeAll(async () => {
  home = await createCommandHome();
  open = await home.open();
  folder = await mkdtemp(join(tmpdir(), "tessera-erase-"));
}, 120_000);
afterAll(async () => {
  await open.close();
  for (const one of [home, ...others]) {
    await one.remove();
  }
  await rm(folder, { recursive: true, force: true });
});

function newCustomer(): Promise<Person | undefined> {
  return inTransaction(open.context.db, (tx) =>
    openCustomer(open.context, tx, {
      email: EMAIL,
      passwordHash: "none",
      locale: "en",
      requestId: null,
      acceptance: null,
    }),
  );
}

const erase = (...args: readonly string[]) => home.run(["erase", ...args]);

/** Creates an empty home with the same key, and restores a backup into it. */
async function restoredFrom(backup: string): Promise<CommandHome> {
  const made = await createCommandHome(home.rootKey);
  others.push(made);
  expect(await made.run(["restore", backup])).toMatchObject({ code: 0, err: "" });
  return made;
}

it("erase: rejects ineligible customers, erases once, and again after a restore", async () => {
  const person = await newCustomer();
  const id = `cus_${person?.customerId}`;
  const who = ["customer", "--who", EMAIL];
  const isThere = async () => (await findPersonByName(open.context.db.kysely, EMAIL)) !== undefined;
  expect((await erase("customer", "--who", "nobody-here")).err).toContain("There is no customer");
  expect((await erase(...who)).err).toContain("is not closed");
  const asked = await erase(...who, "--sandbox-now");
  expect(asked).toMatchObject({ code: 0 });
  expect(asked.out).toContain(`--confirm ${id}`);
  const wrong = await erase(...who, "--sandbox-now", "--confirm", "cus_1");
  expect([wrong.code, await isThere()]).toEqual([1, true]);
  await sealBooks(home);
  const backup = join(folder, "before");
  expect((await home.run(["backup", backup])).code).toBe(0);

  const done = await erase(...who, "--sandbox-now", "--confirm", id);
  expect(done).toMatchObject({ code: 0, err: "" });
  expect(await isThere()).toBe(false);
  const again = await erase("customer", "--who", id, "--sandbox-now", "--confirm", id);
  expect(again.err).toContain("They were erased on");
  const acts = await readAudit(open.context, { action: "customer.erased" });
  expect(acts).toMatchObject([{ actor: "command-line", object: person?.customerId }]);
  expect((await home.run(["verify"])).out).toContain("Everything holds.");

  // The email address is available again. A customer who uses it later is a different person.
  const next = await newCustomer();
  expect(next?.customerId).not.toBe(person?.customerId);

  const list = join(folder, "erased.ndjson");
  expect((await erase("list", "--out", list)).code).toBe(0);
  const restored = await restoredFrom(backup);
  const replayed = await restored.run(["erase", "replay", "--file", list]);
  expect(replayed).toMatchObject({ code: 0, err: "" });
  expect(replayed.out).toContain("Erased 1 of 1 again");
  expect((await restored.run(["erase", "replay", "--file", list])).out).toContain("Erased 0 of 1");
  const owner = postgres(restored.ownerUrl, { max: 1 });
  expect(await owner`select from person where email = ${EMAIL}`).toHaveLength(0);
  await owner.end();

  await writeFile(list, "not a list\n");
  expect((await erase("replay", "--file", list)).err).toContain("Line 1");
});
