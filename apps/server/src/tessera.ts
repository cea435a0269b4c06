import { setFlagsFromString } from "node:v8";

if (process.argv[2] === "import-statement") {
  // Makes V8 collect objects sooner rather than let the heap grow. A statement has millions of
  // short-lived ones. Costs processor time, so other commands go without it. Set before the
  // commands are loaded, which is the first growth.
  setFlagsFromString("--optimize-for-size");
}
const { EXIT, runCommandLine } = await import("./operations/command-line/run-command-line.ts");
const { commands } = await import("./operations/commands/all-commands.ts");

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
  commands,
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
