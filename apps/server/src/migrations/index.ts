import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Migration } from "@tessera/database";
import { ledgerMigrations } from "@tessera/ledger/migrations";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));

function serverMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      id: `server-${name.replace(/\.sql$/, "")}`,
      sql: readFileSync(`${FOLDER}${name}`, "utf8"),
    }));
}

/** Every step of the schema, in order: the ledger's, then the server's by number. */
export const migrations: readonly Migration[] = [...ledgerMigrations, ...serverMigrations()];
