import type { ChildProcess } from "node:child_process";
import { chown, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FaultKind } from "./failover-options.ts";
import { type NetworkLink, openLink } from "./network-link.ts";
import { type ClusterPasswords, type NodePlace, patroniSettings } from "./node-settings.ts";
import {
  killProgram,
  type Programs,
  signalAll,
  startProgram,
  withDescendants,
} from "./programs.ts";
import { stablePort } from "./stable-port.ts";

const ANSWER_WITHIN_MS = 2_000;
/** New processes may start while a node is being suspended, so it takes several rounds. */
const SUSPENSION_ROUNDS = 3;

/** A member of the cluster as Patroni reports it. */
export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/**
 * A machine with Patroni and PostgreSQL. The other machines reach it through links, which it also
 * uses to reach etcd.
 */
export interface PatroniNode {
  readonly name: string;
  /** Ports that bypass the links. */
  readonly own: { readonly postgres: number; readonly rest: number };
  readonly links: { readonly postgres: number; readonly rest: number };
  /** Whether Patroni considers this node the primary. */
  isPrimary(): Promise<boolean>;
  /** Returns the members of the cluster, empty if Patroni does not respond. */
  members(): Promise<readonly Member[]>;
  fail(kind: FaultKind): Promise<void>;
  /** Undoes a fault. */
  repair(kind: FaultKind): Promise<void>;
  stop(): Promise<void>;
}

/** What all nodes of a cluster have in common. */
export interface ClusterSettings {
  readonly folder: string;
  readonly programs: Programs;
  readonly passwords: ClusterPasswords;
  readonly etcdPorts: readonly number[];
  readonly etcdApi: NodePlace["etcdApi"];
}

/** Starts a node, which creates the cluster or joins it. */
export async function startNode(name: string, settings: ClusterSettings): Promise<PatroniNode> {
  const { programs, etcdApi, etcdPorts, passwords } = settings;
  const folder = path.join(settings.folder, name);
  const dataDir = path.join(folder, "data");
  await mkdir(folder, { mode: 0o700 });
  const own = { postgres: await stablePort(), rest: await stablePort() };
  const [postgres, rest] = await Promise.all([openLink(own.postgres), openLink(own.rest)]);
  const etcd = await Promise.all(etcdPorts.map(openLink));
  const links: readonly NetworkLink[] = [postgres, rest, ...etcd];
  const file = path.join(folder, "patroni.yml");
  const text = await patroniSettings({
    ...{ name, folder, dataDir, etcdApi, passwords, ...programs },
    postgres: { own: own.postgres, link: postgres.port },
    rest: { own: own.rest, link: rest.port },
    etcd: etcd.map(({ port }) => port),
  });
  await writeFile(file, text, { mode: 0o600 });
  const { user } = programs;
  if (user !== undefined) {
    await Promise.all([folder, file].map((one) => chown(one, user.uid, user.gid)));
  }
  const log = path.join(settings.folder, `${name}.log`);
  const start = () => startProgram(["patroni", file], log, { user });
  let patroni: ChildProcess = start();

  const processes = async (): Promise<number[]> => {
    const postmaster = await postmasterOf(dataDir);
    const roots = [patroni.pid, postmaster].filter((id) => id !== undefined);
    return withDescendants(roots);
  };

  async function killAll(): Promise<void> {
    const all = await processes();
    await killProgram(patroni);
    signalAll([...all, ...(await processes())], "SIGKILL");
  }

  return {
    name,
    own,
    links: { postgres: postgres.port, rest: rest.port },
    isPrimary: async () => (await ask(own.rest, "/primary"))?.ok === true,
    async members() {
      const answer = await ask(own.rest, "/cluster");
      const body: unknown = await answer?.json().catch(() => undefined);
      return isCluster(body) ? body.members : [];
    },
    async fail(kind) {
      switch (kind) {
        case "kill":
          signalAll([(await postmasterOf(dataDir)) ?? raise(name)], "SIGKILL");
          return;
        case "crash":
          return killAll();
        case "freeze":
          for (let round = 0; round < SUSPENSION_ROUNDS; round += 1) {
            signalAll(await processes(), "SIGSTOP");
          }
          return;
        case "cut":
          for (const link of links) {
            link.cut();
          }
      }
    },
    async repair(kind) {
      if (kind === "crash") {
        patroni = start();
      } else if (kind === "freeze") {
        signalAll(await processes(), "SIGCONT");
      } else if (kind === "cut") {
        for (const link of links) {
          link.restore();
        }
      }
    },
    async stop() {
      await killAll();
      await Promise.all(links.map((link) => link.close()));
    },
  };
}

function raise(name: string): never {
  throw new Error(`PostgreSQL does not run on ${name}`);
}

async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(dataDir, "postmaster.pid"), "utf8").catch(() => "");
  const id = Number(text.split("\n")[0]);
  return id > 0 ? id : undefined;
}

function ask(port: number, url: string): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  return fetch(`http://127.0.0.1:${port}${url}`, { signal }).catch(() => undefined);
}

function isCluster(body: unknown): body is { readonly members: readonly Member[] } {
  return typeof body === "object" && body !== null && "members" in body;
}
