import { NODE_FLAGS } from "@tessera/server/node-flags";
import { fromRoot } from "./repository.ts";
import { supervise } from "./supervise.ts";
import { readyConsole } from "./web-build.ts";

try {
  await readyConsole(process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

process.exitCode = await supervise({
  command: process.execPath,
  args: [
    ...NODE_FLAGS,
    "--import",
    new URL("./follow-parent.mjs", import.meta.url).href,
    fromRoot("apps/server/src/main.ts"),
    ...process.argv.slice(2),
  ],
  onStopping: () => console.log("\nStopping: finishing what is under way. Ctrl-C again to force."),
});
