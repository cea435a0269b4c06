import { fromRoot } from "./repository.ts";
import { supervise } from "./supervise.ts";

process.exitCode = await supervise({
  command: process.execPath,
  args: [fromRoot("apps/server/src/verify.ts"), ...process.argv.slice(2)],
});
