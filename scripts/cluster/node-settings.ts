import { type ClusterNode, ROLES } from "./cluster-plan.ts";

const COMMON: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "120",
  shared_buffers: "128MB",
  work_mem: "8MB",
  max_wal_size: "1GB",
  wal_compression: "lz4",
  // A standby that was stopped catches up from the primary's own files.
  wal_keep_size: "512MB",
  random_page_cost: "1.1",
  jit: "off",
  autovacuum_naptime: "15s",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
  shared_preload_libraries: "citus",
  "citus.node_conninfo": "sslmode=disable",
  "citus.local_hostname": "127.0.0.1",
  "citus.enable_statistics_collection": "off",
  // In ms. After a crash, names stay locked until their prepared transactions are finished.
  "citus.recover_2pc_interval": "5000",
};

/** The files of a cluster that its nodes refer to. */
export interface NodeFiles {
  readonly passwordFile: string;
}

/** How a node runs, in addition to what its kind determines. */
export interface NodeState {
  /** The primary of a standby. */
  readonly primary?: Pick<ClusterNode, "port">;
  /** The standby that must have a commit before a primary acknowledges it. */
  readonly standby?: Pick<ClusterNode, "name">;
}

/** Returns PostgreSQL's settings for a node. */
export function nodeSettings(
  { name, kind, port }: ClusterNode,
  { passwordFile }: NodeFiles,
  { primary, standby }: NodeState,
): Readonly<Record<string, string>> {
  return {
    ...COMMON,
    port: String(port),
    cluster_name: name,
    // Moving shards between directory nodes needs logical replication.
    wal_level: kind === "cell" || kind === "standby" ? "replica" : "logical",
    ...(standby === undefined
      ? {}
      : { synchronous_standby_names: `FIRST 1 ("${standby.name}")`, synchronous_commit: "on" }),
    ...(primary === undefined
      ? {}
      : {
          primary_conninfo: [
            `host=127.0.0.1 port=${primary.port} user=${ROLES.replication}`,
            `application_name=${name} passfile='${passwordFile}'`,
          ].join(" "),
        }),
  };
}

/** Returns the text of a PostgreSQL configuration file. */
export function configurationFile(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join("");
}
