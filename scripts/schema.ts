import { writeFileSync } from "node:fs";
import { openDatabase } from "@tessera/database";
import { createTestDatabase, startTestServer, TEST_OWNER_URL } from "@tessera/database/testing";
import { practiceMigrations } from "@tessera/server/migrations";
import { fromRoot } from "./repository.ts";
import { readCatalog } from "./schema/catalog.ts";
import { schemaFiles } from "./schema/schema-files.ts";

// Run after a change to a table, a view or a declaration. Migrates an empty database, then writes
// its types and its documentation page.
const server = await startTestServer();
try {
  process.env[TEST_OWNER_URL] = server.ownerUrl;
  const database = await createTestDatabase({ migrations: practiceMigrations });
  const db = openDatabase<object>({ url: database.ownerUrl });
  for (const { file, text } of await schemaFiles(await readCatalog(db.sql))) {
    writeFileSync(fromRoot(file), text);
    console.log(file);
  }
  await db.close();
} finally {
  await server.stop();
}
