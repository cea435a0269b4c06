import { existsSync } from "node:fs";
import { appendFile, chown, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  type ClusterAccess,
  type ClusterFolder,
  type Postgres,
  writeForPostgres,
} from "./cluster-folder.ts";
import { type ClusterNode, ROLES } from "./cluster-plan.ts";
import { configurationFile, type NodeState, nodeSettings } from "./node-settings.ts";
import { runProgram } from "./run-program.ts";

const CONFIGURATION = "tessera.conf";
const TIMEOUT_S = "60";
const FAST_STOP_S = "20";

/** A cluster on this machine, whose nodes can be started. */
export interface Cluster extends ClusterAccess {
  readonly postgres: Postgres;
  readonly folder: ClusterFolder;
  /** Aborted when the cluster stops. */
  readonly signal: AbortSignal;
}

function run(
  { postgres: { citusHome, user }, folder }: Cluster,
  program: string,
  args: readonly string[],
  options: { readonly input?: string; readonly signal?: AbortSignal } = {},
): Promise<string> {
  const env = { PGPASSFILE: folder.passwordFile, LC_ALL: "C" };
  const command = path.join(citusHome, "bin", program);
  return runProgram({ command, args, env, user, ...options });
}

async function makeDataFolder({ user }: Cluster, data: string): Promise<void> {
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { mode: 0o700 });
  if (user !== undefined) {
    await chown(data, user.uid, user.gid);
  }
}

/** Creates the data directory of a node that is not a standby. */
export async function createNode(cluster: Cluster, { name }: ClusterNode): Promise<void> {
  const { folder, passwords, user, signal } = cluster;
  const data = folder.dataOf(name);
  const passwordFile = `${data}.password`;
  await makeDataFolder(cluster, data);
  await writeForPostgres(passwordFile, `${passwords.superuser}\n`, user);
  try {
    const args = [
      `--pgdata=${data}`,
      `--username=${ROLES.superuser}`,
      `--pwfile=${passwordFile}`,
      "--encoding=UTF8",
      "--locale=C",
      "--data-checksums",
      "--auth=scram-sha-256",
    ];
    await run(cluster, "initdb", args, { signal });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await appendFile(path.join(data, "postgresql.conf"), `include '${CONFIGURATION}'\n`);
}

/** Copies a running primary to a new standby. */
export async function copyToStandby(
  cluster: Cluster,
  standby: ClusterNode,
  primary: ClusterNode,
): Promise<void> {
  const data = cluster.folder.dataOf(standby.name);
  await makeDataFolder(cluster, data);
  const from = `host=127.0.0.1 port=${primary.port} user=${ROLES.replication}`;
  const args = [`--pgdata=${data}`, `--dbname=${from}`, "--checkpoint=fast", "--wal-method=stream"];
  await run(cluster, "pg_basebackup", args, { signal: cluster.signal });
  const mark = path.join(data, "standby.signal");
  await writeFile(mark, "", { mode: 0o600 });
  if (cluster.user !== undefined) {
    await chown(mark, cluster.user.uid, cluster.user.gid);
  }
}

async function configure(cluster: Cluster, node: ClusterNode, state: NodeState): Promise<void> {
  const { folder, user } = cluster;
  const file = path.join(folder.dataOf(node.name), CONFIGURATION);
  await writeForPostgres(file, configurationFile(nodeSettings(node, folder, state)), user);
}

/**
 * Starts a node, and waits until it accepts connections. It runs in a session of its own, so that a
 * terminal's Ctrl-C does not reach it.
 */
export async function startNode(
  cluster: Cluster,
  node: ClusterNode,
  state: NodeState = {},
): Promise<void> {
  await configure(cluster, node, state);
  const data = cluster.folder.dataOf(node.name);
  const log = `${data}.log`;
  if (!existsSync(log)) {
    await writeForPostgres(log, "", cluster.user);
  }
  await run(cluster, "pg_ctl", ["start", "-D", data, "-l", log, "-w", "-t", TIMEOUT_S]);
}

/** Changes the settings of a running node. */
export async function reconfigureNode(
  cluster: Cluster,
  node: ClusterNode,
  state: NodeState,
): Promise<void> {
  await configure(cluster, node, state);
  await run(cluster, "pg_ctl", ["reload", "-D", cluster.folder.dataOf(node.name)]);
}

/**
 * Stops a node if it runs. An immediate stop makes it recover at its next start. A primary without
 * its standby stops only so: Citus's maintenance daemon waits for the standby even then.
 */
export async function stopNode(
  cluster: Cluster,
  { name }: ClusterNode,
  mode: "fast" | "immediate" = "fast",
): Promise<void> {
  const data = cluster.folder.dataOf(name);
  const stop = (how: "fast" | "immediate", timeoutS: string) =>
    run(cluster, "pg_ctl", ["stop", "-D", data, "-m", how, "-w", "-t", timeoutS]);
  if (existsSync(path.join(data, "postmaster.pid"))) {
    await stop(mode, mode === "fast" ? FAST_STOP_S : TIMEOUT_S).catch(async (error: unknown) => {
      if (mode === "immediate" || !existsSync(path.join(data, "postmaster.pid"))) {
        throw error;
      }
      await stop("immediate", TIMEOUT_S);
    });
  }
}

/** Runs SQL statements on a node with psql, and returns what they select. */
export function runSql(
  cluster: Cluster,
  { port }: ClusterNode,
  { as, database, script }: SqlScript,
): Promise<string> {
  const address = `host=127.0.0.1 port=${port} dbname=${database} user=${ROLES[as]}`;
  const args = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"];
  return run(cluster, "psql", [...args, `--dbname=${address}`], {
    input: script,
    signal: cluster.signal,
  });
}

export interface SqlScript {
  readonly as: keyof typeof ROLES;
  readonly database: string;
  readonly script: string;
}
