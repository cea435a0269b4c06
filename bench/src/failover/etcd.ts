import type { ChildProcess } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { killProgram, startProgram } from "./programs.ts";
import { stablePort } from "./stable-port.ts";

const MEMBERS = ["etcd-a", "etcd-b", "etcd-c"] as const;
const HEALTHY_WITHIN_MS = 60_000;

/** Three members of etcd, on machines of their own: no fault of a database node affects them. */
export interface Etcd {
  readonly ports: readonly number[];
  stop(): Promise<void>;
}

/** Starts etcd and waits until it has a leader. */
export async function startEtcd(folder: string): Promise<Etcd> {
  const members = await Promise.all(
    MEMBERS.map(async (name) => ({ name, client: await stablePort(), peer: await stablePort() })),
  );
  const local = (port: number) => `http://127.0.0.1:${port}`;
  const cluster = members.map(({ name, peer }) => `${name}=${local(peer)}`).join(",");
  const children: ChildProcess[] = [];
  for (const { name, client, peer } of members) {
    const dataDir = path.join(folder, name);
    await mkdir(dataDir, { mode: 0o700 });
    const env = {
      ETCD_NAME: name,
      ETCD_DATA_DIR: dataDir,
      ETCD_LISTEN_CLIENT_URLS: local(client),
      ETCD_ADVERTISE_CLIENT_URLS: local(client),
      ETCD_LISTEN_PEER_URLS: local(peer),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: local(peer),
      ETCD_INITIAL_CLUSTER: cluster,
      ETCD_INITIAL_CLUSTER_TOKEN: "tessera",
      ETCD_INITIAL_CLUSTER_STATE: "new",
      ETCD_ENABLE_V2: "true",
    };
    children.push(startProgram(["etcd"], path.join(folder, `${name}.log`), { env }));
  }
  const stop = async () => {
    await Promise.all(children.map(killProgram));
  };
  const ports = members.map(({ client }) => client);
  try {
    await Promise.all(ports.map(untilHealthy));
  } catch (error) {
    await stop();
    throw error;
  }
  return { ports, stop };
}

async function untilHealthy(port: number): Promise<void> {
  const end = performance.now() + HEALTHY_WITHIN_MS;
  while (performance.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answer?.ok === true) {
      return;
    }
    await sleep(200);
  }
  throw new Error("etcd has no leader");
}
