// Runs anvil, and stops it if the process that started this one dies, even silently: an anvil that
// stays would overwrite the state of the next one.
import { spawn } from "node:child_process";
import { constants } from "node:os";

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
// Anvil writes its state to the disk when it is asked to stop.
const stop = () => child.kill("SIGTERM");
process.once("disconnect", stop);
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
child.on("error", (error) => {
  console.error(`anvil could not be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
});
