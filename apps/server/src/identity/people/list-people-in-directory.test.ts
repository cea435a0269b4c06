import { openDatabase } from "@tessera/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { addOperator } from "./add-operator.ts";
import { listPeopleInDirectory } from "./list-people-in-directory.ts";
import { openCustomer } from "./open-customer.ts";
import { PEOPLE_CHECKS } from "./people-checks.repository.ts";

let test: TestContext;
let context: AppContext;

beforeAll(async () => {
  test = await createTestContext();
  ({ context } = test);
  for (const name of ["ada", "ben", "cem"]) {
    await inTransaction(context.db, (tx) =>
      openCustomer(context, tx, {
        email: `${name}@example.com`,
        passwordHash: "hash",
        locale: "en",
        requestId: null,
        acceptance: null,
      }),
    );
  }
  await inTransaction(context.db, (tx) =>
    addOperator(context, tx, {
      email: "grace@example.com",
      passwordHash: "hash",
      locale: "en",
      role: "auditor",
      requestId: null,
    }),
  );
});
afterAll(() => test.close());

async function asOwner(statement: string): Promise<readonly object[]> {
  const db = openDatabase({ url: test.ownerUrl });
  try {
    return await db.sql.unsafe(statement);
  } finally {
    await db.close();
  }
}

async function brokenRows(): Promise<number> {
  const [check] = PEOPLE_CHECKS;
  return (await asOwner(check?.sql ?? "")).length;
}

it("directory: each person is listed with their own names", async () => {
  await asOwner(
    "insert into database_mark (kind, deployment_id) values ('sandbox', gen_random_uuid())",
  );
  expect(await brokenRows()).toBe(0);
});

it("directory: people from an older version are reported by verification, then added", async () => {
  await asOwner("delete from directory_name where kind = 'email'");
  await asOwner(
    `delete from directory_name
     where person_id = (select min(person_id::text)::uuid from directory_name)`,
  );
  expect(await brokenRows()).toBe(4);
  await listPeopleInDirectory(context);
  expect(await brokenRows()).toBe(0);
  expect(await context.directory.find(context.db.kysely, "cem@example.com")).toMatchObject({
    cell: 1,
  });
});

it("directory: verification reports names that belong to nobody", async () => {
  const { context: own } = test;
  await own.directory.claim(own.db.kysely, "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f", {
    username: "ghost",
  });
  expect(await brokenRows()).toBe(1);
});
