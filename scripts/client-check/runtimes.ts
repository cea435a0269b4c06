import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fromRoot } from "../repository.ts";
import { runCommand } from "../run-command.ts";

/** A program that runs JavaScript. */
export interface Runtime {
  /** Its name and version. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const CANDIDATES = [
  { program: "node", args: [] },
  { program: "bun", args: [] },
  { program: "deno", args: ["run", "--allow-net", "--allow-env"] },
] as const;

/**
 * Finds the runtimes of this machine: the Node of the lockfile, and any other Node, Bun and Deno on
 * the PATH. `missing` names those that are not installed.
 */
export async function findRuntimes(): Promise<{
  readonly found: readonly Runtime[];
  readonly missing: readonly string[];
}> {
  const own = { name: `Node ${process.versions.node}`, command: process.execPath, args: [] };
  const found: Runtime[] = [own];
  const missing: string[] = [];
  for (const { program, args } of CANDIDATES) {
    const command = onPath(program);
    const name = command === undefined ? undefined : await versionOf(program, command);
    if (command === undefined || name === undefined) {
      missing.push(program);
    } else if (!found.some((one) => one.name === name)) {
      found.push({ name, command, args });
    }
  }
  return { found, missing };
}

/** Returns a program's path, outside of the repository's own packages. */
export function onPath(program: string): string | undefined {
  const name = process.platform === "win32" ? `${program}.exe` : program;
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(fromRoot("node_modules")))
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

async function versionOf(program: string, command: string): Promise<string | undefined> {
  const { code, output } = await runCommand(command, ["--version"]);
  const [version] = /\d+\.\d+\.\d+/.exec(output) ?? [];
  const title = program.replace(/^./, (letter) => letter.toUpperCase());
  return code === 0 && version !== undefined ? `${title} ${version}` : undefined;
}

/** A started example that goes on until it is stopped. */
export interface RunningExample {
  /** Everything that it has printed so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts an example, and waits until it has printed a text. */
export async function startExample(
  runtime: Runtime,
  file: string,
  { cwd, env, until }: { cwd: string; env: Readonly<Record<string, string>>; until: string },
): Promise<RunningExample> {
  const child = spawn(runtime.command, [...runtime.args, file], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        printed += chunk;
        if (printed.includes(until)) {
          resolve();
        }
      });
    }
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`${file} ended early:\n${printed}`)));
  });
  return { output: () => printed, stop: () => stopped(child) };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
  }
}
