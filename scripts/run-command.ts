import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./repository.ts";

export interface CommandResult {
  readonly code: number;
  /** The program's output on stdout and stderr, in order; empty if it went to the terminal. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** `capture` (the default) keeps the output for the caller; `show` prints it. */
  readonly io?: "capture" | "show";
}

/** Runs a program until it exits. If the program cannot be started, the exit code is 127. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd = root, env, io = "capture" }: CommandOptions = {},
): Promise<CommandResult> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", io === "show" ? "inherit" : "pipe", io === "show" ? "inherit" : "pipe"],
    // npm and its tools are .cmd files on Windows.
    shell: process.platform === "win32",
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  }
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 127, output: `${command}: ${error.message}\n` }));
    child.on("close", (code, signal) =>
      resolve({
        code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
        output: chunks.join(""),
      }),
    );
  });
}
