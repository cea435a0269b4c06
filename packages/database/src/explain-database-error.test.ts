import postgres from "postgres";
import { expect, it } from "vitest";
import { explainDatabaseError } from "./explain-database-error.ts";
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
