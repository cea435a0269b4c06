import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate, prepareDatabase } from "@tessera/database";
import { migrations } from "@tessera/server/migrations";
import postgres from "postgres";
import { startEtcd } from "./etcd.ts";
import { type NodePlace, proxySettings } from "./node-settings.ts";
import { type PatroniNode, startNode } from "./patroni-node.ts";
import { findPrograms, killProgram, startProgram } from "./programs.ts";
import { stablePort } from "./stable-port.ts";

const NAMES = ["db-a", "db-b", "db-c"] as const;
const HEALTHY_WITHIN_MS = 180_000;
const RUNNING = new Set(["running", "streaming"]);

/** Three database nodes behind HAProxy, with a prepared database for Tessera. */
export interface Cluster {
  readonly nodes: readonly PatroniNode[];
  /** Addresses of the database through HAProxy. */
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Address of the database `postgres` through HAProxy. */
  readonly superuserUrl: string;
  /** Returns the node that considers itself the primary, or undefined if there is none. */
  primary(): Promise<PatroniNode | undefined>;
  /**
   * Waits until there is a primary, both other nodes follow it and one of them is synchronous.
   *
   * @returns the primary
   * @throws Error if that takes too long
   */
  untilHealthy(): Promise<PatroniNode>;
  stop(): Promise<void>;
}

/** Starts a cluster and creates Tessera's database in it. */
export async function startCluster(
  folder: string,
  etcdApi: NodePlace["etcdApi"],
): Promise<Cluster> {
  const programs = await findPrograms(process.env.PG_BIN);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.toReversed()) {
      await one();
    }
  };
  try {
    const etcd = await startEtcd(folder);
    stops.push(etcd.stop);
    const secret = () => randomBytes(12).toString("hex");
    const passwords = { superuser: secret(), replication: secret(), rewind: secret() };
    const nodes: PatroniNode[] = [];
    for (const name of NAMES) {
      const node = await startNode(name, {
        ...{ folder, programs, passwords, etcdApi },
        etcdPorts: etcd.ports,
      });
      nodes.push(node);
      stops.push(node.stop);
    }
    const port = await stablePort();
    const file = path.join(folder, "haproxy.cfg");
    const links = nodes.map((node) => node.links);
    await writeFile(file, await proxySettings({ own: port, nodes: links }), { mode: 0o644 });
    const { user } = programs;
    const log = path.join(folder, "haproxy.log");
    const proxy = startProgram(["haproxy", "-db", "-f", file], log, { user });
    stops.push(() => killProgram(proxy));
    const untilHealthy = () => untilAllFollow(nodes);
    await untilHealthy();
    const url = (role: string, password: string, name: string) =>
      `postgres://${role}:${password}@127.0.0.1:${port}/${name}`;
    const addresses = {
      superuserUrl: url("postgres", passwords.superuser, "postgres"),
      ownerUrl: url("tessera_owner", secret(), "tessera"),
      appUrl: url("tessera_server", secret(), "tessera"),
    };
    await prepare(addresses);
    return {
      nodes,
      ...addresses,
      primary: () => primaryOf(nodes),
      untilHealthy,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Addresses = Pick<Cluster, "superuserUrl" | "ownerUrl" | "appUrl">;

async function prepare({ superuserUrl, ownerUrl, appUrl }: Addresses): Promise<void> {
  await untilWritable(superuserUrl);
  const otherDatabases = ["tessera_practice"];
  await prepareDatabase(superuserUrl, { ownerUrl, appUrl, otherDatabases });
  await migrate({ ownerUrl, migrations });
}

async function untilWritable(url: string): Promise<void> {
  const end = performance.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
      await sleep(500);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

async function primaryOf(nodes: readonly PatroniNode[]): Promise<PatroniNode | undefined> {
  const answers = await Promise.all(nodes.map((node) => node.isPrimary()));
  return nodes[answers.indexOf(true)];
}

async function untilAllFollow(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  const end = performance.now() + HEALTHY_WITHIN_MS;
  while (performance.now() < end) {
    const primary = await primaryOf(nodes);
    const members = (await primary?.members()) ?? [];
    const timelines = new Set(members.map(({ timeline }) => timeline));
    const isHealthy =
      members.length === nodes.length &&
      members.every(({ state }) => RUNNING.has(state)) &&
      members.some(({ role }) => role === "sync_standby") &&
      timelines.size === 1;
    if (primary !== undefined && isHealthy) {
      return primary;
    }
    await sleep(300);
  }
  throw new Error("The cluster did not become healthy in time");
}
