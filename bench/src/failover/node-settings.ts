import { readFile } from "node:fs/promises";
import { parse } from "yaml";

const PATRONI_FILE = new URL("../../../deploy/failover/patroni.yml", import.meta.url);
const HAPROXY_FILE = new URL("../../../deploy/failover/haproxy.cfg", import.meta.url);

/** Passwords of the roles that Patroni uses. */
export interface ClusterPasswords {
  readonly superuser: string;
  readonly replication: string;
  readonly rewind: string;
}

/** What differs between the nodes of a run and those of the deployed file. */
export interface NodePlace {
  readonly name: string;
  readonly folder: string;
  readonly dataDir: string;
  readonly postgresFolder: string;
  readonly hasRewind: boolean;
  /** The port that PostgreSQL listens on, and the port of the link to it. */
  readonly postgres: { readonly own: number; readonly link: number };
  readonly rest: { readonly own: number; readonly link: number };
  /** The section of Patroni's file that selects the version of etcd's API. */
  readonly etcdApi: "etcd" | "etcd3";
  /** Ports of the node's links to the members of etcd. */
  readonly etcd: readonly number[];
  readonly passwords: ClusterPasswords;
}

interface PatroniFile {
  readonly etcd: object;
  readonly restapi: object;
  readonly bootstrap: {
    readonly dcs: { readonly postgresql: { readonly parameters: object } };
  };
  readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
}

const local = (port: number): string => `127.0.0.1:${port}`;

/**
 * Returns Patroni's configuration of a node: that of deploy/failover/patroni.yml with local
 * addresses, without TLS, and with little WAL kept. JSON is valid YAML.
 */
export async function patroniSettings(place: NodePlace): Promise<string> {
  const { etcd: _, ...deployed }: PatroniFile = parse(await readFile(PATRONI_FILE, "utf8"));
  const { dcs } = deployed.bootstrap;
  const { ssl, ssl_cert_file, ssl_key_file, ...parameters } = deployed.postgresql.parameters;
  const { superuser, replication, rewind } = place.passwords;
  return JSON.stringify({
    ...deployed,
    name: place.name,
    restapi: {
      ...deployed.restapi,
      listen: local(place.rest.own),
      connect_address: local(place.rest.link),
    },
    // Without `use_proxies`, Patroni would bypass the links to the addresses that etcd advertises.
    [place.etcdApi]: { hosts: place.etcd.map(local), use_proxies: true },
    bootstrap: {
      ...deployed.bootstrap,
      dcs: {
        ...dcs,
        postgresql: {
          ...dcs.postgresql,
          use_pg_rewind: place.hasRewind,
          parameters: { ...dcs.postgresql.parameters, wal_keep_size: "128MB" },
        },
      },
    },
    postgresql: {
      ...deployed.postgresql,
      listen: local(place.postgres.own),
      connect_address: local(place.postgres.link),
      data_dir: place.dataDir,
      bin_dir: place.postgresFolder,
      pgpass: `${place.folder}/pgpass`,
      authentication: {
        superuser: { username: "postgres", password: superuser },
        replication: { username: "replicator", password: replication },
        rewind: { username: "rewinder", password: rewind },
      },
      parameters: { ...parameters, unix_socket_directories: place.folder },
      pg_hba: [
        "local all all scram-sha-256",
        "host replication replicator 127.0.0.1/32 scram-sha-256",
        "host all all 127.0.0.1/32 scram-sha-256",
      ],
    },
  });
}

/** The ports that HAProxy uses in a run. */
export interface ProxyPorts {
  readonly own: number;
  readonly nodes: readonly { readonly postgres: number; readonly rest: number }[];
}

/**
 * Returns HAProxy's configuration: that of deploy/failover/haproxy.cfg with local addresses.
 *
 * @throws Error if the deployed file no longer contains what must be replaced
 */
export async function proxySettings({ own, nodes }: ProxyPorts): Promise<string> {
  const deployed = await readFile(HAPROXY_FILE, "utf8");
  const names = [...deployed.matchAll(/^ {2}server (\S+) (\S+)$/gm)];
  if (names.length !== nodes.length || !deployed.includes("bind 127.0.0.1:5000\n")) {
    throw new Error(`${HAPROXY_FILE.pathname} does not have the servers that the lab expects`);
  }
  return names.reduce(
    (text, [line, name], index) => {
      const { postgres, rest } = nodes[index] ?? { postgres: 0, rest: 0 };
      return text.replace(line, `  server ${name} ${local(postgres)} port ${rest}`);
    },
    deployed.replace("bind 127.0.0.1:5000\n", `bind 127.0.0.1:${own}\n`),
  );
}
