import { readFileSync, writeFileSync } from "node:fs";
import { digestOfRepeatable, type Generation, type Migration } from "@tessera/database";
import { ledgerMigrations } from "@tessera/ledger/migrations";
import { practiceMigrations } from "@tessera/server/migrations";
import { fromRoot } from "./repository.ts";

// Run after a change to a function, view or trigger. Raises the generation, so that databases
// replace the object and servers with the earlier text do not restore that text.
const SETS: readonly { readonly file: string; readonly migrations: readonly Migration[] }[] = [
  { file: "packages/ledger/src/sql/generation.json", migrations: ledgerMigrations },
  {
    file: "apps/server/src/db/generation.json",
    migrations: practiceMigrations.filter(({ id }) => !id.startsWith("ledger-")),
  },
];

for (const { file, migrations } of SETS) {
  const before = JSON.parse(readFileSync(fromRoot(file), "utf8")) as Generation;
  const digest = digestOfRepeatable(migrations);
  if (digest !== before.digest) {
    const generation = before.generation + 1;
    writeFileSync(fromRoot(file), `${JSON.stringify({ generation, digest }, null, 2)}\n`);
    console.log(`${file}: generation ${generation}`);
  }
}
