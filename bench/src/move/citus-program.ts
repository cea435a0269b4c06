import { mkdir } from "node:fs/promises";
import { readConfig } from "@tessera/server/config";
import { loadRootKey } from "@tessera/server/root-key";
import { createCells } from "../../../scripts/cluster/cell-servers.ts";
import {
  findCitus,
  folderIn,
  makeFolder,
  newPasswords,
  writePasswords,
} from "../../../scripts/cluster/cluster-folder.ts";
import {
  addressOf,
  type ClusterNode,
  planCluster,
  primaryOf,
} from "../../../scripts/cluster/cluster-plan.ts";
import { createDirectory, joinNodes } from "../../../scripts/cluster/connect-nodes.ts";
import {
  type Cluster,
  copyToStandby,
  reconfigureNode,
  startNode,
  stopNode,
} from "../../../scripts/cluster/postgres-node.ts";
import { startNodes } from "../../../scripts/cluster/start-cluster.ts";
import { stablePort } from "../failover/stable-port.ts";
import { atBoth, type CellHost, type MovableProgram } from "./movable-program.ts";

/** Starts two cells on Citus, with a directory on nodes of its own, as `npm run cluster` does. */
export async function startCitusProgram(folder: string): Promise<MovableProgram> {
  const postgres = findCitus(process.env);
  const plan = planCluster(await stablePort());
  const cluster: Cluster = {
    ...{ plan, postgres, user: postgres.user, passwords: newPasswords() },
    folder: folderIn(folder),
    signal: new AbortController().signal,
  };
  const { passwords } = cluster;
  const stop = async () => {
    // A primary whose standby is gone does not stop in another way.
    await Promise.all(plan.nodes.map((node) => stopNode(cluster, node, "immediate")));
  };
  try {
    await mkdir(folder, { recursive: true });
    await makeFolder(cluster.folder, cluster.user);
    await writePasswords(cluster.folder, cluster);
    const dataDir = cluster.folder.serverData;
    await loadRootKey(readConfig({ DATA_DIR: dataDir }));
    await startNodes(cluster, true);
    await joinNodes(cluster);
    await createDirectory(cluster);
    await createCells(cluster);
    const [first, second, staying] = [
      primaryOf(plan, 1),
      standbyOf(cluster, 1),
      primaryOf(plan, 2),
    ];
    const hosts = [first, second] as const;
    const nodeOf = ({ name }: CellHost) => (name === first.name ? first : second);
    const at = (node: ClusterNode) => ({
      appUrl: addressOf(node, "app", passwords),
      ownerUrl: addressOf(node, "owner", passwords),
    });
    const moving = {
      appUrl: atBoth(at(first).appUrl, hosts),
      ownerUrl: atBoth(at(first).ownerUrl, hosts),
    };
    // Only a superuser may change the nodes of Citus, and end the sessions between them.
    const cells = [
      `1=${atBoth(addressOf(first, "superuser", passwords), hosts)}`,
      `2=${addressOf(staying, "superuser", passwords)}`,
    ].join(" ");
    return {
      ...{ hosts, moving, cells, dataDir, stop },
      staying: at(staying),
      async addStandby(from, to) {
        const [primary, standby] = [nodeOf(from), nodeOf(to)];
        // Otherwise, commits would wait for the standby while it is copied.
        await reconfigureNode(cluster, primary, {});
        await stopNode(cluster, standby, "immediate");
        await copyToStandby(cluster, standby, primary);
        await startNode(cluster, standby, { primary });
        await reconfigureNode(cluster, primary, { standby });
      },
      start: (host) => startNode(cluster, nodeOf(host)),
      stopHost: (host) => stopNode(cluster, nodeOf(host), "immediate"),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function standbyOf({ plan }: Pick<Cluster, "plan">, cell: number): ClusterNode {
  const found = plan.nodes.find((node) => node.kind === "standby" && node.cell === cell);
  if (found === undefined) {
    throw new RangeError(`the plan has no standby of cell ${cell}`);
  }
  return found;
}
