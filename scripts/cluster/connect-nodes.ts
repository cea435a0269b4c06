import { prepareDatabase } from "@tessera/database";
import { addressOf, type ClusterNode, DATABASE, ROLES } from "./cluster-plan.ts";
import { directoryScript, readDirectoryTables } from "./directory-tables.ts";
import { type Cluster, runSql } from "./postgres-node.ts";

const ANY_DATABASE = "postgres";

/**
 * Creates the roles and the database of a new node, with Citus in it. Statements of the role that
 * owns the schema stay in its cell: Citus would send each migration to all nodes.
 */
export async function prepareNode(cluster: Cluster, node: ClusterNode): Promise<void> {
  const { passwords } = cluster;
  await prepareDatabase(addressOf(node, "superuser", passwords, ANY_DATABASE), {
    ownerUrl: addressOf(node, "owner", passwords),
    appUrl: addressOf(node, "app", passwords),
    otherDatabases: node.kind === "cell" ? [`${DATABASE}_practice`] : [],
  });
  const script = [
    ...(node.kind === "cell"
      ? [
          `create role ${ROLES.replication} login replication password '${passwords.replication}';`,
          `alter role ${ROLES.owner} set citus.enable_ddl_propagation = off;`,
        ]
      : []),
    `\\connect ${DATABASE}`,
    "create extension if not exists citus;",
  ];
  await runSql(cluster, node, {
    as: "superuser",
    database: ANY_DATABASE,
    script: `${script.join("\n")}\n`,
  });
}

/**
 * Adds all nodes to the cluster. Only the directory's nodes take shards, so that a lost cell takes
 * no names with it.
 */
export async function joinNodes(cluster: Cluster): Promise<void> {
  const { nodes } = cluster.plan;
  const coordinator = coordinatorOf(nodes);
  const workers = nodes.filter(({ kind }) => kind === "directory" || kind === "cell");
  const script = [
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port});`,
    ...workers.flatMap(({ kind, port }) => [
      `select citus_add_node('127.0.0.1', ${port});`,
      `select citus_set_node_property('127.0.0.1', ${port}, 'shouldhaveshards',
         ${kind === "directory"});`,
    ]),
  ];
  await runSql(cluster, coordinator, {
    as: "superuser",
    database: DATABASE,
    script: `${script.join("\n")}\n`,
  });
}

/** Creates the directory's tables of this version on the coordinator, as their owner. */
export async function createDirectory(cluster: Cluster): Promise<void> {
  await runSql(cluster, coordinatorOf(cluster.plan.nodes), {
    as: "owner",
    database: DATABASE,
    script: directoryScript(await readDirectoryTables()),
  });
}

function coordinatorOf(nodes: readonly ClusterNode[]): ClusterNode {
  const found = nodes.find(({ kind }) => kind === "coordinator");
  if (found === undefined) {
    throw new Error("the plan has no coordinator");
  }
  return found;
}
