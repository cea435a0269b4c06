import { writeFileSync } from "node:fs";
import {
  countByFolder,
  loweredBaseline,
  readBaseline,
  wordingInSources,
  wordingInTexts,
} from "../tools/tidy/wording-files.ts";
import { fromRoot } from "./repository.ts";

// Prints rejected wordings in texts and source files, only below a path if the command names
// one. `--lower` lowers the baseline to the remaining count.
const [first] = process.argv.slice(2);
const sources = wordingInSources();
if (first === "--lower") {
  const baseline = loweredBaseline(readBaseline(), countByFolder(sources));
  const file = fromRoot("tools/tidy/wording-baseline.json");
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
} else {
  for (const { path, line, message } of [...wordingInTexts(), ...sources]) {
    if (path.startsWith(first ?? "")) {
      console.log(`${path}:${line} ${message}`);
    }
  }
}
