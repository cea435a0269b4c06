import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { MAX_RELEASED } from "../../platform/directory/release-orphans.ts";
import { newId } from "../../platform/ids.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { openCustomer } from "./open-customer.ts";
import { releaseNamesOfNobody } from "./release-names-of-nobody.ts";

let test: TestContext;
let context: AppContext;

beforeAll(async () => {
  test = await createTestContext();
  ({ context } = test);
});
afterAll(() => test.close());

const newEmail = () => `${randomBytes(8).toString("hex")}@example.com`;

/** Lists names as a registration does whose cell crashed before its own commit. */
async function listNobody(email: string): Promise<string> {
  const id = newId();
  const [username = ""] = email.split("@");
  await context.directory.record(context.db.kysely, id, { username, email });
  return id;
}

const open = (email: string) =>
  inTransaction(context.db, (tx) =>
    openCustomer(context, tx, {
      ...{ email, passwordHash: "hash", locale: "en", requestId: null, acceptance: null },
    }),
  );

it("directory: names of people who do not exist are released, and can be registered", async () => {
  const [taken, other] = [newEmail(), newEmail()];
  await open(other);
  const id = await listNobody(taken);
  expect(await open(taken)).toBeUndefined();
  expect(await releaseNamesOfNobody(context, 60_000)).toEqual({ ids: [id], isReleased: true });
  expect(await open(taken)).toMatchObject({ email: taken });
  expect(await releaseNamesOfNobody(context)).toBeUndefined();
  const place = await context.directory.find(context.db.kysely, other);
  expect(place?.cell).toBe(1);
});

it("directory: names of a person whose registration is still committing are kept", async () => {
  const email = newEmail();
  const id = await listNobody(email);
  let patient: ReturnType<typeof releaseNamesOfNobody> | undefined;
  await inTransaction(context.db, async (tx) => {
    await tx
      .withTables<{ person: { id: string; username: string; email: string; role: string } }>()
      .insertInto("person")
      .values({
        ...{ id, username: email.slice(0, 16), email, role: "auditor", password_hash: "hash" },
        ...{ locale: "en", created_at: new Date() },
      })
      .execute();
    // The registration outlasts the first run's patience, and not the second one's.
    const impatient = await releaseNamesOfNobody(context, 0);
    expect(impatient).toEqual({ ids: [id], isReleased: false });
    patient = releaseNamesOfNobody(context, 60_000);
    await new Promise(setImmediate);
  });
  const waited = await patient;
  expect(waited?.isReleased ?? false).toBe(false);
  expect(await releaseNamesOfNobody(context)).toBeUndefined();
  expect(await context.directory.find(context.db.kysely, email)).toMatchObject({ personId: id });
});

it("directory: names of many people who do not exist are left to an operator", async () => {
  const ids: string[] = [];
  for (let people = 0; people <= MAX_RELEASED; people += 1) {
    ids.push(await listNobody(newEmail()));
  }
  expect(await releaseNamesOfNobody(context)).toEqual({ ids: ids.sort(), isReleased: false });
  await context.directory.release(context.db.kysely, ids[0] ?? "", ["username", "email"]);
  expect(await releaseNamesOfNobody(context, 60_000)).toEqual({
    ids: ids.slice(1),
    isReleased: true,
  });
});
