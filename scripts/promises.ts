import { writeFileSync } from "node:fs";
import { readTable, updatedTable } from "../tools/promises/promise-table.ts";
import { PROMISED_DOCUMENTS, sentencesOfDocument } from "../tools/promises/promised-documents.ts";
import { fromRoot } from "./repository.ts";
import { runCommand } from "./run-command.ts";

// Adds each new sentence to its document's table with an empty keeper, and removes entries whose
// sentence no longer exists. The check fails until the empty keepers are filled in.
let empty = 0;
for (const document of PROMISED_DOCUMENTS) {
  const table = updatedTable(sentencesOfDocument(document), readTable(document));
  empty += table.filter(({ keptBy }) => keptBy?.includes("")).length;
  writeFileSync(fromRoot(document.table), `${JSON.stringify(table, null, 2)}\n`);
}
const biome = fromRoot("node_modules/.bin/biome");
const { code, output } = await runCommand(biome, ["format", "--write", "docs/promises"], {
  cwd: fromRoot(),
});
console.log(code === 0 ? `${empty} sentences to fill in under docs/promises.` : output);
process.exitCode = code;
