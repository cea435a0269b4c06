import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, closeSync, constants, openSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const POSTGRES_PROGRAMS = ["postgres", "initdb", "pg_ctl", "pg_basebackup", "pg_controldata"];

/** The user that PostgreSQL and Patroni run as. */
export interface ProgramUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The programs of a run and the user that runs them. */
export interface Programs {
  readonly postgresFolder: string;
  readonly hasRewind: boolean;
  /** Absent for this process's own user. */
  readonly user: ProgramUser | undefined;
}

/**
 * Locates the programs of a run.
 *
 * @throws Error naming what must be installed
 */
export async function findPrograms(folder: string | undefined): Promise<Programs> {
  const postgresFolder = folder ?? "/usr/lib/postgresql/18/bin";
  const missing = [
    ...["etcd", "patroni", "haproxy"].filter((name) => !isInstalled(name)),
    ...POSTGRES_PROGRAMS.filter((name) => !isExecutable(path.join(postgresFolder, name))),
  ];
  if (missing.length > 0) {
    throw new Error(
      `Not found: ${missing.join(", ")}. Install Debian's etcd-server, patroni and haproxy, and ` +
        "set PG_BIN to the folder with the programs of PostgreSQL 18.",
    );
  }
  return {
    postgresFolder,
    hasRewind: isExecutable(path.join(postgresFolder, "pg_rewind")),
    user: await chooseUser(),
  };
}

function isInstalled(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the user `postgres` if this process is root, as which PostgreSQL refuses to run. */
async function chooseUser(): Promise<ProgramUser | undefined> {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n");
  const [name, , uid, gid] = lines.find((line) => line.startsWith("postgres:"))?.split(":") ?? [];
  if (name === undefined) {
    throw new Error("PostgreSQL refuses to run as root. Create the user postgres.");
  }
  return { name, uid: Number(uid), gid: Number(gid) };
}

const running = new Set<ChildProcess>();
// Patroni stops its PostgreSQL when it is asked to stop.
process.once("exit", () => {
  for (const child of running) {
    child.kill("SIGTERM");
  }
});

/** Starts a program that writes its output to a log file. */
export function startProgram(
  [program = "", ...args]: readonly string[],
  log: string,
  options: {
    readonly user?: ProgramUser | undefined;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): ChildProcess {
  const output = openSync(log, "a");
  const { user, env } = options;
  const child = spawn(program, args, {
    cwd: "/",
    stdio: ["ignore", output, output],
    env: { PATH: process.env.PATH, ...env },
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  closeSync(output);
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Kills a program and waits until it has ended. */
export async function killProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

/** Returns the ids of processes and of all their descendants, parents first. */
export async function withDescendants(roots: readonly number[]): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    if (/^\d+$/.test(name)) {
      const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
      // The name of the program, in parentheses, may contain spaces.
      parents.set(Number(name), Number(stat.split(") ").at(-1)?.split(" ")[1]));
    }
  }
  const found = [...roots];
  for (let index = 0; index < found.length; index += 1) {
    for (const [child, parent] of parents) {
      if (parent === found[index] && !found.includes(child)) {
        found.push(child);
      }
    }
  }
  return found.filter((id) => parents.has(id));
}

/** Sends a signal to each process that still exists. */
export function signalAll(ids: readonly number[], signal: NodeJS.Signals): void {
  for (const id of ids) {
    try {
      process.kill(id, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
}
