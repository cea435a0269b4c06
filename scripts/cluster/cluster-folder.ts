import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  chooseServerUser,
  processCanRun,
  type ServerUser,
  userCanEnter,
} from "@tessera/database/server-user";
import { ClusterError } from "./cluster-error.ts";
import { type ClusterPlan, ownersCells, type Passwords, passwordFile } from "./cluster-plan.ts";

const PASSWORD_BYTES = 24;

/** What a cluster keeps from its first start on. */
export interface Kept {
  readonly firstNodePort: number;
  readonly passwords: Passwords;
  /** Whether the first start created all nodes, roles and cells. */
  readonly isComplete: boolean;
}

/** The folder of a cluster, with everything that it stores. */
export interface ClusterFolder {
  readonly path: string;
  /** Secrets, readable only by this process's user. */
  readonly keptFile: string;
  /** Next to the folder: the number of the process that runs the cluster. */
  readonly pidFile: string;
  /** The servers' `DATA_DIR`. */
  readonly serverData: string;
  /** Settings for `npm run tessera` on this cluster. */
  readonly commandsFile: string;
  /** The passwords with which nodes reach each other, readable only by PostgreSQL's user. */
  readonly passwordFile: string;
  dataOf(node: string): string;
  logOf(process: string): string;
}

/** PostgreSQL's programs, and the user to run them as. */
export interface Postgres {
  readonly citusHome: string;
  readonly user: ServerUser | undefined;
}

/**
 * Finds the PostgreSQL with Citus that `CITUS_HOME` names.
 *
 * @throws ClusterError that says what to set
 */
export function findCitus(env: NodeJS.ProcessEnv): Postgres {
  const given = env.CITUS_HOME?.trim() ?? "";
  if (given === "") {
    throw new ClusterError(
      "This is a single machine without Citus: set CITUS_HOME to the folder of a PostgreSQL 18 " +
        "with Citus 14 (docs/scaling.md), or run npm start for a program with one cell.",
    );
  }
  const citusHome = path.resolve(given);
  const missing = ["bin/initdb", "bin/pg_basebackup", "bin/pg_ctl", "bin/postgres", "bin/psql"]
    .filter((file) => !existsSync(path.join(citusHome, file)))
    .at(0);
  if (missing !== undefined) {
    throw new ClusterError(`CITUS_HOME: there is no ${missing} in ${citusHome}.`);
  }
  const user = chooseServerUser();
  if (user !== undefined && !processCanRun(path.join(citusHome, "bin/postgres"), user)) {
    throw new ClusterError(
      `CITUS_HOME: PostgreSQL runs as ${user.name}, who cannot start ${citusHome}/bin/postgres. ` +
        "Move it to a folder that every user can enter.",
    );
  }
  return { citusHome, user };
}

/** Returns the folder of the cluster whose data is in `DATA_DIR`. */
export function folderIn(dataDir: string): ClusterFolder {
  const folder = path.join(path.resolve(dataDir), "cluster");
  return {
    path: folder,
    keptFile: path.join(folder, "cluster.json"),
    pidFile: `${folder}.pid`,
    serverData: path.join(folder, "servers"),
    commandsFile: path.join(folder, "commands.env"),
    passwordFile: path.join(folder, "nodes.pgpass"),
    dataOf: (node) => path.join(folder, node),
    logOf: (name) => path.join(folder, `${name}.log`),
  };
}

/** Creates the folder. PostgreSQL's user can enter it, and read only what belongs to that user. */
export async function makeFolder(
  folder: ClusterFolder,
  user: ServerUser | undefined,
): Promise<void> {
  await mkdir(folder.path, { recursive: true });
  await chmod(folder.path, user === undefined ? 0o700 : 0o711);
  if (user !== undefined && !userCanEnter(folder.path, user)) {
    throw new ClusterError(
      `DATA_DIR: PostgreSQL runs as ${user.name}, who cannot enter ${folder.path}. Set DATA_DIR ` +
        "to a folder that every user can enter.",
    );
  }
  await mkdir(folder.serverData, { recursive: true, mode: 0o700 });
}

/** Returns what an earlier start kept, or undefined before the first one. */
export async function readKept({ keptFile }: ClusterFolder): Promise<Kept | undefined> {
  const text = await readFile(keptFile, "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns new random passwords for all roles. */
export function newPasswords(): Passwords {
  const password = () => randomBytes(PASSWORD_BYTES).toString("hex");
  return {
    superuser: password(),
    owner: password(),
    app: password(),
    replication: password(),
  };
}

/** Stores what later starts need. */
export async function keep({ keptFile }: ClusterFolder, kept: Kept): Promise<void> {
  await writeFile(`${keptFile}.new`, JSON.stringify(kept), { mode: 0o600 });
  await rename(`${keptFile}.new`, keptFile);
}

/**
 * Deletes the files of a first start that was interrupted before anything used the cluster.
 *
 * @param kept what that start kept
 * @throws ClusterError if the folder contains something else
 */
export async function deleteUnfinished(
  { path: folder, keptFile }: ClusterFolder,
  kept: Kept | undefined,
): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  if (kept === undefined && files.length > 0) {
    throw new ClusterError(
      `${folder} contains files, but no ${path.basename(keptFile)} of a cluster. Restore that ` +
        "file, or set DATA_DIR to another folder.",
    );
  }
  await rm(folder, { recursive: true, force: true });
}

/**
 * Claims the folder for this process.
 *
 * @throws ClusterError if another process runs the cluster
 */
export async function claim({ pidFile, path: folder }: ClusterFolder): Promise<void> {
  const holder = Number(await readFile(pidFile, "utf8").catch(() => ""));
  if (holder > 0 && holder !== process.pid && (await isCluster(holder))) {
    throw new ClusterError(
      `The cluster in ${folder} is running as process ${holder}. Stop it first.`,
    );
  }
  await mkdir(path.dirname(pidFile), { recursive: true });
  await writeFile(pidFile, String(process.pid), { mode: 0o600 });
}

/** Releases the claim of this process. */
export async function release({ pidFile }: ClusterFolder): Promise<void> {
  await rm(pidFile, { force: true });
}

/** Returns whether a process runs this command. Without /proc, any live process counts. */
async function isCluster(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  return commandLine?.includes("cluster.ts") ?? process.platform !== "linux";
}

/** Writes a file that only PostgreSQL's user can read. */
export async function writeForPostgres(
  file: string,
  text: string,
  user: ServerUser | undefined,
): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600 });
  if (user !== undefined) {
    await chown(file, user.uid, user.gid);
  }
}

/** Writes the files with the passwords, for the nodes and for commands. */
export async function writePasswords(
  folder: ClusterFolder,
  { plan, passwords, user }: ClusterAccess,
): Promise<void> {
  await writeForPostgres(folder.passwordFile, passwordFile(passwords), user);
  const lines = [
    `CELLS="${ownersCells(plan, passwords)}"`,
    `DATA_DIR="${folder.serverData}"`,
    "unset DATABASE_URL DATABASE_OWNER_URL DATABASE_ADMIN_URL PRACTICE_DATABASE_URL",
    "",
  ];
  await rm(folder.commandsFile, { force: true });
  await writeFile(folder.commandsFile, lines.join("\n"), { mode: 0o600 });
}

/** What is needed to reach the nodes of a cluster. */
export interface ClusterAccess {
  readonly plan: ClusterPlan;
  readonly passwords: Passwords;
  readonly user: ServerUser | undefined;
}
