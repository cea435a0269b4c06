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

/** The links between a node and everything else. */
interface NodeLinks {
  readonly postgres: NetworkLink;
  readonly rest: NetworkLink;
  readonly etcd: readonly NetworkLink[];
}

/** Starts a node, which creates the cluster or joins it. */
export async function startNode(name: string, settings: ClusterSettings): Promise<PatroniNode> {
  const folder = path.join(settings.folder, name);
  const dataDir = path.join(folder, "data");
  const own = { postgres: await stablePort(), rest: await stablePort() };
  const [postgres, rest] = await Promise.all([openLink(own.postgres), openLink(own.rest)]);
  const etcd = await Promise.all(settings.etcdPorts.map(openLink));
  const file = await writeSettings(name, settings, own, { postgres, rest, etcd });
  const machine = openMachine(file, dataDir, settings);
  const all = [postgres, rest, ...etcd];
  const cut = () => {
    for (const link of all) {
      link.cut();
    }
  };
  const restore = () => {
    for (const link of all) {
      link.restore();
    }
  };
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
      await { kill: machine.killPostgres, crash: machine.crash, freeze: machine.freeze, cut }[
        kind
      ]();
    },
    async repair(kind) {
      const nothing = () => undefined;
      const { boot, thaw } = machine;
      await { kill: nothing, crash: boot, freeze: thaw, cut: restore }[kind]();
    },
    async stop() {
      await machine.crash();
      await Promise.all(all.map((link) => link.close()));
    },
  };
}

/** Writes Patroni's configuration and returns the file. */
async function writeSettings(
  name: string,
  { folder: parent, programs, passwords, etcdApi }: ClusterSettings,
  own: PatroniNode["own"],
  links: NodeLinks,
): Promise<string> {
  const folder = path.join(parent, name);
  await mkdir(folder, { mode: 0o700 });
  const file = path.join(folder, "patroni.yml");
  const text = await patroniSettings({
    ...{ name, folder, dataDir: path.join(folder, "data"), etcdApi, passwords, ...programs },
    postgres: { own: own.postgres, link: links.postgres.port },
    rest: { own: own.rest, link: links.rest.port },
    etcd: links.etcd.map(({ port }) => port),
  });
  await writeFile(file, text, { mode: 0o600 });
  const { user } = programs;
  if (user !== undefined) {
    await Promise.all([folder, file].map((one) => chown(one, user.uid, user.gid)));
  }
  return file;
}

/** The processes of a node: Patroni and PostgreSQL. */
function openMachine(file: string, dataDir: string, { folder, programs }: ClusterSettings) {
  const name = path.basename(path.dirname(file));
  const start = () =>
    startProgram(["patroni", file], path.join(folder, `${name}.log`), { user: programs.user });
  let patroni: ChildProcess = start();
  const processes = async (): Promise<number[]> => {
    const postmaster = await postmasterOf(dataDir);
    return withDescendants([patroni.pid, postmaster].filter((id) => id !== undefined));
  };
  return {
    boot() {
      patroni = start();
    },
    async killPostgres() {
      signalAll([(await postmasterOf(dataDir)) ?? raise(name)], "SIGKILL");
    },
    async crash() {
      const all = await processes();
      await killProgram(patroni);
      signalAll([...all, ...(await processes())], "SIGKILL");
    },
    async freeze() {
      for (let round = 0; round < SUSPENSION_ROUNDS; round += 1) {
        signalAll(await processes(), "SIGSTOP");
      }
    },
    async thaw() {
      signalAll(await processes(), "SIGCONT");
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
