import { writeFileSync } from "node:fs";
import { fromRoot } from "../../../scripts/repository.ts";
import { clientFiles } from "./client-files.ts";

// Run after a change to a call that API keys can make. Writes the client's types and methods.
for (const { file, text } of await clientFiles()) {
  writeFileSync(fromRoot(file), text);
  console.log(file);
}
