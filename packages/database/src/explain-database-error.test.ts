import postgres from "postgres";
import { expect, it } from "vitest";
import { explainDatabaseError } from "./explain-database-error.ts";
import { inOneHostForm } from "./hosts.ts";
import { createTestDatabase } from "./testing.ts";

it("explainDatabaseError: names the requirement if an extension is missing", async () => {
  const database = await createTestDatabase({ migrations: [] });
  const sql = postgres(database.ownerUrl, { max: 1 });
  const error = await sql`create extension no_such_extension`.catch((caught: unknown) => caught);
  await sql.end();
  const sentence = explainDatabaseError(error, {
    setting: "DATABASE_OWNER_URL",
    url: database.ownerUrl,
  });
  expect(sentence).toMatch(/^DATABASE_OWNER_URL: .*extension "no_such_extension"/);
  expect(sentence).toContain("Tessera runs on PostgreSQL 18 and needs no extension.");
  await database.drop();
});

it.each([
  [{ code: "NO_PRIMARY" }, "no host accepts writes as role at a:5432, b:5432/name."],
  [{ code: "55000", routine: "CheckMyDatabase" }, "If the database has moved to another server"],
])("explainDatabaseError: explains %j", (error, expected) => {
  const sentence = explainDatabaseError(Object.assign(new Error("refused"), error), {
    setting: "DATABASE_URL",
    url: inOneHostForm("postgres://role@a,b/name?target_session_attrs=read-write"),
  });
  expect(sentence).toContain(expected);
});
