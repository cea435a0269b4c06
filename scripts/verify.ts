import { fromRoot } from "./repository.ts";
import { supervise } from "./supervise.ts";

process.exitCode = await supervise({
  command: process.execPath,
  args: [fromRoot("apps/server/src/tessera.ts"), "verify", ...process.argv.slice(2)],
});
