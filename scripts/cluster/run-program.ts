import { spawn } from "node:child_process";
import type { ServerUser } from "@tessera/database/server-user";

const LINES_SHOWN = 12;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** What to write to its standard input. */
  readonly input?: string;
  /** The user to run it as; undefined for this process's own. */
  readonly user?: ServerUser | undefined;
  /** Ends the program when the cluster stops. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a program until it exits, in a process group of its own, so that a terminal's Ctrl-C reaches
 * only this process.
 *
 * @returns what it printed on stdout
 * @throws Error with the end of its output if it fails
 */
export function runProgram({ command, args, env, input, user, signal }: Program): Promise<string> {
  const child = spawn(command, args, {
    cwd: "/",
    detached: true,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
    ...(signal && { signal }),
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  const printed: string[] = [];
  const all: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    printed.push(chunk);
    all.push(chunk);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => all.push(chunk));
  // A program that exits early does not read its input; its exit code says so.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, endedBy) => {
      if (code === 0) {
        resolve(printed.join(""));
        return;
      }
      const tail = all.join("").trim().split("\n").slice(-LINES_SHOWN).join("\n");
      reject(new Error(`${command} ended with ${code ?? endedBy}:\n${tail}`));
    });
  });
}
