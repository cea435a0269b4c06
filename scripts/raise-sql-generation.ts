import { globSync, readFileSync, writeFileSync } from "node:fs";
import { digestOfRepeatable, type Generation, type Migration } from "@tessera/database";
import { ledgerMigrations } from "@tessera/ledger/migrations";
import { practiceMigrations } from "@tessera/server/migrations";
import {
  checksumOfFile,
  RECORD,
  type RecordedChecksums,
  VERSIONED_FOLDERS,
} from "../tools/migrations/recorded-checksums.ts";
import { fromRoot } from "./repository.ts";

// Run after a change to a function, view or trigger, and after adding a numbered migration. Raises
// the generation, so that databases replace the object and servers with the earlier text do not
// restore that text. Records the checksums of new numbered migrations, whose text must never change
// from then on.
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

const recorded = JSON.parse(readFileSync(fromRoot(RECORD), "utf8")) as RecordedChecksums;
const added = VERSIONED_FOLDERS.flatMap((folder) =>
  globSync(`${folder}/*.sql`, { cwd: fromRoot() }),
).filter((file) => recorded[file] === undefined);
if (added.length > 0) {
  const entries = Object.entries(recorded).concat(
    added.map((file) => [file, checksumOfFile(file)]),
  );
  const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(fromRoot(RECORD), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  console.log(`${RECORD}: recorded ${added.join(", ")}`);
}
