import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stablePort } from "../failover/stable-port.ts";
import { labProxySettings } from "./haproxy-settings.ts";

const SHIPPED = new URL("../../../deploy/proxy/haproxy.cfg", import.meta.url);
const START_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** HAProxy in front of the servers. */
export interface Haproxy {
  readonly url: string;
  /** Returns whether HAProxy sends new requests to a server. */
  isUp(server: number): Promise<boolean>;
  /** Returns how many requests each server got. */
  requests(): Promise<ReadonlyMap<string, number>>;
  /** Waits until a server is up or down, and returns how long that took, in milliseconds. */
  untilUp(server: number, isUp: boolean, withinMs: number): Promise<number>;
  stop(): Promise<void>;
}

/** Starts Debian's HAProxy with the shipped settings, adapted to these servers. */
export async function startHaproxy(folder: string, ports: readonly number[]): Promise<Haproxy> {
  const port = await stablePort();
  const statsSocket = path.join(folder, "haproxy.sock");
  const file = path.join(folder, "haproxy.cfg");
  const settings = {
    bind: `127.0.0.1:${port}`,
    statsSocket,
    servers: ports.map((one) => `127.0.0.1:${one}`),
  };
  await writeFile(file, labProxySettings(await readFile(SHIPPED, "utf8"), settings));
  // It reports each server that goes down and comes back, as the lab intends.
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(`${url}/healthz`, child);
  const isUp = async (server: number) => {
    const state = (await statesOf(statsSocket)).get(`s${server}`);
    return state?.isUp === true;
  };
  return {
    url,
    isUp,
    async requests() {
      const states = [...(await statesOf(statsSocket))];
      return new Map(
        states
          .filter(([name]) => name !== "BACKEND" && name !== "FRONTEND")
          .map(([name, { requests }]) => [name, requests]),
      );
    },
    async untilUp(server, wanted, withinMs) {
      const begunMs = performance.now();
      while ((await isUp(server)) !== wanted) {
        if (performance.now() - begunMs > withinMs) {
          throw new Error(`HAProxy did not take the server ${wanted ? "in" : "out"} in time`);
        }
        await sleep(LOOK_EVERY_MS);
      }
      return performance.now() - begunMs;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
    },
  };
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    child.once("error", () => reject(new Error("Install Debian's haproxy to run this lab.")));
    child.once("exit", (code) => reject(new Error(`HAProxy exited with ${code}`)));
  });
  // It may also exit later, when nothing waits for it any more.
  failed.catch(() => undefined);
  const end = performance.now() + START_WITHIN_MS;
  while (performance.now() < end) {
    const answer = await Promise.race([fetch(url).catch(() => undefined), failed]);
    if (answer?.ok === true) {
      return;
    }
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error("HAProxy did not answer in time");
}

interface ServerState {
  /** Whether it gets new requests. */
  readonly isUp: boolean;
  readonly requests: number;
}

/** Reads the states of the servers of the backend `tessera` from the admin socket. */
async function statesOf(socket: string): Promise<ReadonlyMap<string, ServerState>> {
  const connection = connect(socket);
  connection.setEncoding("utf8").end("show stat\n");
  const text = (await connection.toArray()).join("");
  const [head = "", ...rows] = text.replace(/^# /, "").split("\n");
  const place = (name: string) => head.split(",").indexOf(name);
  const [proxy, server, status, requests] = [
    place("pxname"),
    place("svname"),
    place("status"),
    place("stot"),
  ];
  return new Map(
    rows
      .map((row) => row.split(","))
      .filter((cells) => cells[proxy] === "tessera")
      .map((cells) => {
        const isUp = cells[status]?.startsWith("UP") === true;
        return [cells[server] ?? "", { isUp, requests: Number(cells[requests]) }];
      }),
  );
}
