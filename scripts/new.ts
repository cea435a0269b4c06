// Generates the files of a new module or call, which compile and pass their test right away:
//   npm run new -- module insights/goals
//   npm run new -- call insights/goals set-goal PUT /api/goals/:id
import { generateCall } from "./generate/generate-call.ts";
import { generateModule, parseModuleName } from "./generate/generate-module.ts";
import { openWorkingTree } from "./generate/working-tree.ts";
import { fromRoot } from "./repository.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `npm run new -- module <context>/<name>
npm run new -- call <context>/<module> <verb-noun> <METHOD> <path>`;

const [kind, module = "", operation = "", method = "", path = ""] = process.argv.slice(2);
const tree = openWorkingTree(fromRoot());
try {
  if (kind === "module") {
    generateModule(tree, parseModuleName(module));
  } else if (kind === "call") {
    generateCall(tree, { name: parseModuleName(module), operation, method, path });
  } else {
    throw new RangeError(USAGE);
  }
  const formatted = tree.written.filter((file) => file.endsWith(".ts"));
  const { output } = await runCommand("biome", ["check", "--write", ...formatted], {
    cwd: fromRoot(),
  });
  console.log([output.trim(), ...tree.written].join("\n"));
  console.log(
    "Next: write what the call does, then npm run promises, npm run t and npm run check.",
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
