import { writeFileSync } from "node:fs";
import { openDatabase } from "@tessera/database";
import { createTestDatabase, startTestServer, TEST_OWNER_URL } from "@tessera/database/testing";
import { practiceMigrations } from "@tessera/server/migrations";
import { fromRoot } from "./repository.ts";
import { readCatalog } from "./schema/catalog.ts";
import { schemaFiles } from "./schema/files.ts";

// After a change of a table, a view or a declaration: migrates an empty database, and writes its
// types and its page.
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
