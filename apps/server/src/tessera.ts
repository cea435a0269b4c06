import { setFlagsFromString } from "node:v8";
import type { Command } from "./operations/command-line/command.ts";

const IMPORTING = process.argv[2] === "import-statement";
if (IMPORTING) {
  // Keeps V8's young generation small: a statement has millions of short-lived objects, which would
  // let it grow. Set before the commands are loaded, which is the first growth.
  setFlagsFromString("--semi-space-growth-factor=1");
}
const { EXIT, runCommandLine } = await import("./operations/command-line/run-command-line.ts");

/** Loads the commands, or only one that needs the memory which the code of the others takes. */
async function loadCommands(): Promise<readonly Command[]> {
  if (IMPORTING) {
    const { importStatement } = await import("./operations/commands/import-statement.ts");
    return [importStatement];
  }
  const { commands } = await import("./operations/commands/all-commands.ts");
  return commands;
}

/**
 * In milliseconds. A single Ctrl-C arrives several times: from the terminal, from npm, and from the
 * launcher. Signals within this time count as one.
 */
const SAME_SIGNAL_MS = 400;

const interruption = new AbortController();
let firstAtMs: number | undefined;

function onSignal(): void {
  firstAtMs ??= performance.now();
  interruption.abort();
  if (performance.now() - firstAtMs > SAME_SIGNAL_MS) {
    process.exit(EXIT.interrupted);
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, onSignal);
}
const code = await runCommandLine({
  commands: await loadCommands(),
  args: process.argv.slice(2),
  env: process.env,
  terminal: process,
  signal: interruption.signal,
});
if (interruption.signal.aborted) {
  // Otherwise, abandoned work could keep the process alive.
  process.exit(code);
}
process.exitCode = code;
