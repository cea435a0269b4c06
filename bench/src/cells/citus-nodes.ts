import { readFileSync } from "node:fs";
import path from "node:path";
import {
  findCitus,
  folderIn,
  makeFolder,
  newPasswords,
  writeForPostgres,
} from "../../../scripts/cluster/cluster-folder.ts";
import {
  addressOf,
  type ClusterNode,
  type ClusterPlan,
  passwordFile,
  primaryOf,
} from "../../../scripts/cluster/cluster-plan.ts";
import { createDirectory, joinNodes, prepareNode } from "../../../scripts/cluster/connect-nodes.ts";
import {
  type Cluster,
  createNode,
  startNode,
  stopNode,
} from "../../../scripts/cluster/postgres-node.ts";
import { freePort } from "../child-server.ts";
import type { ProgramNode, ProgramNodes } from "./program-nodes.ts";

const DIRECTORY_NODES = 2;

/**
 * Starts a Citus cluster as `npm run cluster` does, with any number of cells and without standbys:
 * a coordinator, two directory nodes, and a node for each cell.
 */
export async function startCitusNodes(folder: string, count: number): Promise<ProgramNodes> {
  const postgres = findCitus(process.env);
  const clusterFolder = folderIn(folder);
  const passwords = newPasswords();
  const plan = await planNodes(count);
  const cluster: Cluster = {
    ...{ plan, passwords, user: postgres.user, postgres, folder: clusterFolder },
    signal: new AbortController().signal,
  };
  await makeFolder(clusterFolder, postgres.user);
  await writeForPostgres(clusterFolder.passwordFile, passwordFile(passwords), postgres.user);
  for (const node of plan.nodes) {
    await createNode(cluster, node);
    await startNode(cluster, node);
    await prepareNode(cluster, node);
  }
  return {
    engine: "citus",
    nodes: plan.nodes.map((node) => nodeOf(cluster, node)),
    cells: Array.from({ length: count }, (_, index) => {
      const primary = primaryOf(plan, index + 1);
      const ownerUrl = addressOf(primary, "owner", passwords);
      return { cell: index + 1, ownerUrl, appUrl: addressOf(primary, "app", passwords) };
    }),
    async prepare() {
      await joinNodes(cluster);
      await createDirectory(cluster);
    },
    async stop() {
      for (const node of plan.nodes.toReversed()) {
        await stopNode(cluster, node);
      }
    },
  };
}

async function planNodes(count: number): Promise<ClusterPlan> {
  const named: Omit<ClusterNode, "port">[] = [
    { name: "coordinator", kind: "coordinator" },
    ...Array.from({ length: DIRECTORY_NODES }, (_, index) => ({
      ...{ name: `directory-${index + 1}`, kind: "directory" as const },
    })),
    ...Array.from({ length: count }, (_, index) => ({
      ...{ name: `cell-${index + 1}`, kind: "cell" as const, cell: index + 1 },
    })),
  ];
  const nodes: ClusterNode[] = [];
  for (const node of named) {
    nodes.push({ ...node, port: await freePort() });
  }
  return { nodes, servers: [], routerPort: 0 };
}

function nodeOf(cluster: Cluster, node: ClusterNode): ProgramNode {
  const { folder, passwords } = cluster;
  const data = folder.dataOf(node.name);
  return {
    ...{ name: node.name.replace("-", " "), kind: node.kind === "standby" ? "cell" : node.kind },
    ...(node.cell === undefined ? {} : { cell: node.cell }),
    superuserUrl: addressOf(node, "superuser", passwords),
    logFile: `${data}.log`,
    pid: () => Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]),
    restart: () => startNode(cluster, node),
  };
}
