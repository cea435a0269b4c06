import { readConfig } from "@tessera/server/config";
import { loadRootKey } from "@tessera/server/root-key";
import { createCells, type RunningServer, startServers } from "./cell-servers.ts";
import { ClusterError } from "./cluster-error.ts";
import {
  claim,
  deleteUnfinished,
  findCitus,
  folderIn,
  keep,
  makeFolder,
  newPasswords,
  readKept,
  release,
  writePasswords,
} from "./cluster-folder.ts";
import { type ClusterNode, planCluster, primaryOf } from "./cluster-plan.ts";
import { createDirectory, joinNodes, prepareNode } from "./connect-nodes.ts";
import {
  type Cluster,
  copyToStandby,
  createNode,
  reconfigureNode,
  startNode,
  stopNode,
} from "./postgres-node.ts";
import { type Router, startRouter } from "./router.ts";

/** Where the cluster is, and whether it must be created first. */
interface Opened {
  readonly cluster: Cluster;
  readonly firstNodePort: number;
  readonly isNew: boolean;
}

/** What runs, to be stopped in the opposite order. */
export interface RunningCluster {
  readonly cluster: Cluster;
  readonly servers: RunningServer[];
  router?: Router;
}

/** The settings of the command. */
export interface ClusterSettings {
  readonly host: string;
  readonly publicUrl: string;
}

/**
 * Reads the settings, and stops nodes that a killed process left running.
 *
 * @throws ClusterError that says what to set
 */
export async function openCluster(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Opened> {
  const postgres = findCitus(env);
  if (env.TESSERA_MODE?.trim() === "live") {
    throw new ClusterError(
      "npm run cluster is a sandbox: unset TESSERA_MODE. docs/scaling.md describes a live cluster.",
    );
  }
  const { port, dataDir } = readConfig({ PORT: env.PORT, DATA_DIR: env.DATA_DIR });
  const folder = folderIn(dataDir);
  await claim(folder);
  const kept = await readKept(folder);
  const plan = planCluster(port, kept?.firstNodePort);
  const passwords = kept?.passwords ?? newPasswords();
  const { user } = postgres;
  const cluster = { plan, passwords, user, postgres, folder, signal };
  await Promise.all(plan.nodes.map((node) => stopNode(cluster, node)));
  const isNew = kept?.isComplete !== true;
  if (isNew) {
    await deleteUnfinished(folder, kept);
  }
  await makeFolder(folder, user);
  const [first] = plan.nodes;
  const firstNodePort = first?.port ?? port;
  await keep(folder, { firstNodePort, passwords, isComplete: !isNew });
  await writePasswords(folder, cluster);
  await loadRootKey(readConfig({ DATA_DIR: folder.serverData }));
  return { cluster, firstNodePort, isNew };
}

/** Starts everything in `running`, which lists at each moment what must be stopped. */
export async function startCluster(
  { cluster, firstNodePort, isNew }: Opened,
  { host, publicUrl }: ClusterSettings,
  { running, say }: { readonly running: RunningCluster; readonly say: (text: string) => void },
): Promise<void> {
  const { plan, folder, passwords, signal } = cluster;
  say(isNew ? "Creating PostgreSQL's nodes." : "Starting PostgreSQL's nodes.");
  await startNodes(cluster, isNew);
  signal.throwIfAborted();
  if (isNew) {
    say("Connecting the nodes with Citus.");
    await joinNodes(cluster);
  }
  await createDirectory(cluster);
  if (isNew) {
    say("Migrating the cells.");
    await createCells(cluster);
    await keep(folder, { firstNodePort, passwords, isComplete: true });
  }
  signal.throwIfAborted();
  say(isNew ? "Starting the servers, and filling the first cell." : "Starting the servers.");
  await startServers(cluster, publicUrl, (server) => running.servers.push(server));
  signal.throwIfAborted();
  running.router = await startRouter({ host, port: plan.routerPort, servers: running.servers });
}

/** Starts all nodes. Each cell acknowledges a commit when its standby has it, too. */
export async function startNodes(cluster: Cluster, isNew: boolean): Promise<void> {
  const { plan, signal } = cluster;
  const [standbys, others] = [
    plan.nodes.filter(({ kind }) => kind === "standby"),
    plan.nodes.filter(({ kind }) => kind !== "standby"),
  ];
  await together(others, async (node) => {
    if (isNew) {
      await createNode(cluster, node);
    }
    signal.throwIfAborted();
    await startNode(cluster, node);
    if (isNew) {
      await prepareNode(cluster, node);
    }
  });
  await together(standbys, async (standby) => {
    const primary = primaryOf(plan, standby.cell ?? 0);
    if (isNew) {
      await copyToStandby(cluster, standby, primary);
    }
    signal.throwIfAborted();
    await startNode(cluster, standby, { primary });
    await reconfigureNode(cluster, primary, { standby });
  });
}

/** Runs work on all nodes, and waits for all of them even if one fails. */
async function together(
  nodes: readonly ClusterNode[],
  work: (node: ClusterNode) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(nodes.map(work));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) {
    throw failed.reason;
  }
}

/**
 * Stops the router, the servers and the nodes, in this order. Primaries stop before their standbys,
 * which then have everything.
 */
export async function stopCluster(running: RunningCluster): Promise<void> {
  const { cluster, servers, router } = running;
  await Promise.all([router?.close(), ...servers.map((server) => server.stop())]);
  const { nodes } = cluster.plan;
  for (const kinds of [["cell"], ["standby"], ["coordinator", "directory"]]) {
    const group = nodes.filter(({ kind }) => kinds.includes(kind));
    await together(group, (node) => stopNode(cluster, node));
  }
  await release(cluster.folder);
}

/** Kills the servers, and stops the nodes without waiting for anything. */
export async function killCluster({ cluster, servers }: RunningCluster): Promise<void> {
  for (const server of servers) {
    server.kill();
  }
  await together(cluster.plan.nodes, (node) => stopNode(cluster, node, "immediate"));
}
