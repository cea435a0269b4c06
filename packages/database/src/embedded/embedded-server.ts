import { spawnSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Binaries, findBinaries } from "./binaries.ts";
import {
  APP,
  clusterExists,
  createCluster,
  DATABASE,
  ensureDatabase,
  OWNER,
  SUPERUSER,
} from "./cluster.ts";
import { type Credentials, createCredentials, readCredentials } from "./credentials.ts";
import { chooseLocation, type ServerLocation } from "./location.ts";
import {
  askServer,
  findFreePort,
  isAlive,
  looksLikePostmaster,
  type PostmasterFile,
  readPostmasterFile,
  spawnPostmaster,
  waitForOrphans,
  waitUntil,
} from "./postmaster.ts";
import { chooseServerUser, type ServerUser } from "./server-user.ts";
import { joinServer, leaveServer, type ServerUse } from "./server-users.ts";
import { settingArguments } from "./settings.ts";
import { withStartLock } from "./start-lock.ts";
import { type Restart, watchPostmaster } from "./watch-postmaster.ts";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_S = 30;
const EXIT_TIMEOUT_MS = 10_000;
const PORT_TRIES = 5;
const RETRY_PAUSE_MS = 300;

export interface EmbeddedServer {
  /** Address for the owner's role, used by migrations. */
  readonly ownerUrl: string;
  /** Address for the application's role. */
  readonly appUrl: string;
  /** Address for the server's superuser, used by benchmarks and for creating databases. */
  readonly superuserUrl: string;
  /** Whether the server was already running, either left over or shared with other processes. */
  readonly adopted: boolean;
  /** The postmaster's current process id, which changes at each restart. */
  readonly pid: number;
  readonly port: number;
  readonly location: ServerLocation;
  /**
   * Restarts PostgreSQL on the same port whenever it exits, until `stop` is called.
   *
   * @param report called for each restart and each failed attempt
   */
  keepRunning(report: (restart: Restart) => void): void;
  /**
   * Stops using the server. The last process to do so shuts it down: all sessions end, and data is
   * flushed to disk.
   */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** PostgreSQL's data directory; created if missing. */
  readonly dataDir: string;
  /** Settings that add to or override the defaults, for benchmarks. */
  readonly settings?: Readonly<Record<string, string>>;
}

interface Plan {
  readonly location: ServerLocation;
  readonly user: ServerUser | undefined;
  readonly binaries: Binaries;
  readonly credentials: Credentials;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL on a data directory, creating it the first time and recovering it after a
 * crash. A server left running by a killed process is adopted. A server that another live process
 * uses is shared, and runs until its last user stops using it.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const user = chooseServerUser();
  const location = await chooseLocation(options.dataDir, user);
  return withStartLock(location.lockFile, async () => {
    const binaries = await findBinaries(user, location.sharedDir);
    const credentials = await ensureCluster(binaries, location, user);
    const plan = { location, user, binaries, credentials, settings: options.settings ?? {} };
    const running = await findRunning(plan);
    const postmaster = running ?? (await launch(plan));
    const use = await joinServer(location.usersDir);
    try {
      await ensureDatabase(
        urlOf(SUPERUSER, credentials.superuser, postmaster.port, "postgres"),
        credentials,
      );
    } catch (error) {
      await leaveServer(location.usersDir, use);
      throw error;
    }
    return describe(plan, postmaster, running !== undefined, use);
  });
}

function describe(
  plan: Plan,
  postmaster: PostmasterFile,
  adopted: boolean,
  use: ServerUse,
): EmbeddedServer {
  const { credentials, location } = plan;
  const { port } = postmaster;
  let { pid } = postmaster;
  let unwatch: () => Promise<void> = async () => undefined;
  return {
    ownerUrl: urlOf(OWNER, credentials.owner, port, DATABASE),
    appUrl: urlOf(APP, credentials.app, port, DATABASE),
    superuserUrl: urlOf(SUPERUSER, credentials.superuser, port, "postgres"),
    adopted,
    get pid() {
      return pid;
    },
    port,
    location,
    keepRunning(report) {
      const startAgain = async () => {
        pid = await withStartLock(location.lockFile, () => restart(plan, port));
      };
      unwatch = watchPostmaster({ isGone: () => !isAlive(pid), startAgain, report });
    },
    async stop() {
      await unwatch();
      await withStartLock(location.lockFile, async () => {
        if (await leaveServer(location.usersDir, use)) {
          await stopServer(plan);
        }
      });
    },
  };
}

/** Starts PostgreSQL on the port that its clients know, unless another process got there first. */
async function restart(plan: Plan, port: number): Promise<number> {
  const running = await findRunning(plan);
  const started = running ?? (await tryLaunch(plan, port));
  if (started?.port !== port) {
    throw new Error(`PostgreSQL did not start on port ${port}; see ${plan.location.logFile}`);
  }
  return started.pid;
}

function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

async function ensureCluster(
  binaries: Binaries,
  location: ServerLocation,
  user: ServerUser | undefined,
): Promise<Credentials> {
  const known = await readCredentials(location.credentialsFile);
  if (clusterExists(location.dataDir)) {
    if (known === undefined) {
      throw new Error(
        `${location.dataDir} holds a database but its passwords (${location.credentialsFile}) ` +
          "are gone; restore that file, or move the data elsewhere to start empty",
      );
    }
    return known;
  }
  const credentials = known ?? (await createCredentials(location.credentialsFile));
  await createCluster(binaries, location.dataDir, credentials, user);
  return credentials;
}

/** Returns the postmaster that is already serving this directory, once it has responded. */
async function findRunning(plan: Plan): Promise<PostmasterFile | undefined> {
  const { dataDir } = plan.location;
  const file = await readPostmasterFile(dataDir);
  if (file === undefined) {
    return undefined;
  }
  if (!isAlive(file.pid)) {
    // PostgreSQL itself removes a dead postmaster's file, once all of its processes have exited. A
    // second postmaster alongside orphans of the first one would corrupt the data.
    await waitForOrphans(dataDir);
    return undefined;
  }
  if (!(await looksLikePostmaster(file.pid, dataDir))) {
    // After a crash, another program reused the pid, so PostgreSQL would refuse to start.
    await waitForOrphans(dataDir);
    await rm(join(dataDir, "postmaster.pid"), { force: true });
    return undefined;
  }
  const answered = await waitUntil(async () => {
    const answer = await askServer(superuserUrl(plan, file.port));
    return "dataDir" in answer || answer.refusal === "foreign" || !isAlive(file.pid);
  }, START_TIMEOUT_MS);
  const answer = await askServer(superuserUrl(plan, file.port));
  if (answered && "dataDir" in answer) {
    return file;
  }
  await stopServer(plan);
  // If the postmaster was killed while it was being queried, its other processes may still be
  // exiting.
  await waitForOrphans(dataDir);
  return undefined;
}

function superuserUrl(plan: Plan, port: number): string {
  return urlOf(SUPERUSER, plan.credentials.superuser, port, "postgres");
}

async function launch(plan: Plan): Promise<PostmasterFile> {
  const before = Number(await readFile(plan.location.portFile, "utf8").catch(() => ""));
  for (let tries = 1; tries <= PORT_TRIES; tries += 1) {
    // Try the same port first, so that clients that lost their connection find the server there.
    const port = tries === 1 && before > 0 ? before : await findFreePort();
    const started = await tryLaunch(plan, port);
    if (started !== undefined) {
      await writeFile(plan.location.portFile, String(port), { mode: 0o600 });
      return started;
    }
    await sleep(RETRY_PAUSE_MS);
  }
  const log = await readFile(plan.location.logFile, "utf8").catch(() => "");
  const tail = log.trim().split("\n").slice(-5).join("\n");
  throw new Error(`PostgreSQL did not start; see ${plan.location.logFile}:\n${tail}`);
}

async function tryLaunch(plan: Plan, port: number): Promise<PostmasterFile | undefined> {
  const { location, binaries, user } = plan;
  const args = settingArguments({ wal_compression: walCompression(plan), ...plan.settings });
  const { pid, exited } = await spawnPostmaster(
    binaries,
    location.dataDir,
    ["-p", String(port), ...args],
    location.logFile,
    user,
  );
  let ended = false;
  exited.then(
    () => {
      ended = true;
    },
    () => {
      ended = true;
    },
  );
  const ready = await waitUntil(async () => {
    return ended || "dataDir" in (await askServer(superuserUrl(plan, port)));
  }, START_TIMEOUT_MS);
  return ready && !ended ? { pid, port } : undefined;
}

/** Returns the fastest compression in this build. LZ4 is a build option of PostgreSQL. */
function walCompression(plan: Plan): "lz4" | "pglz" {
  const probe = spawnSync(
    plan.binaries.postgres,
    ["-C", "wal_compression", "-c", "wal_compression=lz4", "-D", plan.location.dataDir],
    { cwd: "/", ...(plan.user && { uid: plan.user.uid, gid: plan.user.gid }) },
  );
  return probe.status === 0 ? "lz4" : "pglz";
}

async function stopServer({ binaries, location, user }: Plan): Promise<void> {
  const file = await readPostmasterFile(location.dataDir);
  const result = spawnSync(
    binaries.pgCtl,
    ["stop", "-D", location.dataDir, "-m", "fast", "-w", "-t", String(STOP_TIMEOUT_S)],
    { cwd: "/", encoding: "utf8", ...(user && { uid: user.uid, gid: user.gid }) },
  );
  if (file === undefined) {
    return;
  }
  // pg_ctl returns when postmaster.pid is removed, shortly before the postmaster exits.
  if (!(await waitUntil(() => !isAlive(file.pid), EXIT_TIMEOUT_MS))) {
    throw new Error(`PostgreSQL (process ${file.pid}) did not stop: ${result.stderr}`);
  }
}
