import { ClusterError } from "./cluster-error.ts";

/** The cells of the cluster. The first one gets the demo data. */
export const CELLS = [1, 2] as const;
/** Roles and databases have the same names on every node. */
export const ROLES = {
  superuser: "postgres",
  owner: "tessera_owner",
  app: "tessera_server",
  replication: "tessera_replication",
} as const;
export const DATABASE = "tessera";

/** PostgreSQL of the cluster, one process with a data directory of its own. */
export interface ClusterNode {
  readonly name: string;
  readonly kind: "coordinator" | "directory" | "cell" | "standby";
  readonly port: number;
  /** The number of the cell that a primary or a standby contains. */
  readonly cell?: number;
}

/** The server of a cell. */
export interface CellServer {
  readonly cell: number;
  readonly port: number;
}

/** What runs where. Every address is on loopback. */
export interface ClusterPlan {
  readonly nodes: readonly ClusterNode[];
  readonly servers: readonly CellServer[];
  readonly routerPort: number;
}

export type Passwords = Readonly<Record<keyof typeof ROLES, string>>;

/** The highest port, counted from the router's, that the cluster uses. */
const PORTS = 17;
const PORT_MAX = 65_535;
const FIRST_NODE = 11;

/**
 * Plans the ports of a cluster: those of the servers follow the router's, and those of PostgreSQL
 * begin at `firstNodePort`, which a cluster keeps because Citus stores the nodes' ports.
 *
 * @throws ClusterError if the ports do not fit
 */
export function planCluster(routerPort: number, firstNodePort?: number): ClusterPlan {
  if (!Number.isInteger(routerPort) || routerPort < 1 || routerPort + PORTS > PORT_MAX) {
    throw new ClusterError(
      `PORT must be from 1 to ${PORT_MAX - PORTS}: the cluster also uses the ${PORTS} ports ` +
        "after it.",
    );
  }
  const first = firstNodePort ?? routerPort + FIRST_NODE;
  const named = [
    { name: "coordinator", kind: "coordinator" },
    { name: "directory-1", kind: "directory" },
    { name: "directory-2", kind: "directory" },
    ...CELLS.flatMap((cell) => [
      { name: `cell-${cell}`, kind: "cell", cell } as const,
      { name: `cell-${cell}-standby`, kind: "standby", cell } as const,
    ]),
  ] as const;
  return {
    nodes: named.map((node, index) => ({ ...node, port: first + index })),
    servers: CELLS.map((cell, index) => ({ cell, port: routerPort + 1 + index })),
    routerPort,
  };
}

/** Returns the address of a node's database for one of the roles. */
export function addressOf(
  { port }: Pick<ClusterNode, "port">,
  role: keyof typeof ROLES,
  passwords: Passwords,
  database: string = DATABASE,
): string {
  return `postgres://${ROLES[role]}:${passwords[role]}@127.0.0.1:${port}/${database}`;
}

/** Returns the lines of a libpq password file with which the nodes reach each other. */
export function passwordFile(passwords: Passwords): string {
  return Object.entries(ROLES)
    .map(([role, name]) => `127.0.0.1:*:*:${name}:${passwords[role as keyof Passwords]}\n`)
    .join("");
}

/** Returns the node that a cell's servers write to. */
export function primaryOf({ nodes }: ClusterPlan, cell: number): ClusterNode {
  const found = nodes.find((node) => node.kind === "cell" && node.cell === cell);
  if (found === undefined) {
    throw new Error(`the plan has no cell ${cell}`);
  }
  return found;
}

/** Returns the value of `CELLS` for commands, which run as the role that owns the databases. */
export function ownersCells(plan: ClusterPlan, passwords: Passwords): string {
  return plan.servers
    .map(({ cell }) => `${cell}=${addressOf(primaryOf(plan, cell), "owner", passwords)}`)
    .join(" ");
}

/** Where the cluster's router listens, and where its servers keep their files. */
export interface ServerSurroundings {
  readonly dataDir: string;
  readonly publicUrl: string;
}

/** Settings of one database that would contradict those of the cluster. */
const REPLACED = ["DATABASE_URL", "DATABASE_ADMIN_URL", "PRACTICE_DATABASE_URL"];

/** Returns the environment of the server of one cell, which passes other requests on. */
export function serverEnvironment(
  plan: ClusterPlan,
  { cell, port }: CellServer,
  passwords: Passwords,
  { dataDir, publicUrl }: ServerSurroundings,
): NodeJS.ProcessEnv {
  const primary = primaryOf(plan, cell);
  const others = plan.servers.filter((server) => server.cell !== cell);
  const [first] = plan.servers;
  return {
    ...Object.fromEntries(REPLACED.map((name) => [name, undefined])),
    TESSERA_MODE: "sandbox",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: "127.0.0.1",
    DATA_DIR: dataDir,
    CELLS: `${cell}=${addressOf(primary, "app", passwords)}`,
    DATABASE_OWNER_URL: addressOf(primary, "owner", passwords),
    CELL_SERVERS: others.map((other) => `${other.cell}=http://127.0.0.1:${other.port}`).join(" "),
    LOG: "json",
    // The names of the demo's people are unique in the program.
    ...(cell === first?.cell ? {} : { SEED: "off" }),
  };
}
