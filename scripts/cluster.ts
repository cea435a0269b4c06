import { ConfigError, readConfig } from "@tessera/server/config";
import { ClusterError } from "./cluster/cluster-error.ts";
import { clusterPage } from "./cluster/cluster-page.ts";
import {
  killCluster,
  openCluster,
  type RunningCluster,
  startCluster,
  stopCluster,
} from "./cluster/start-cluster.ts";
import { readyConsole } from "./web-build.ts";

/**
 * A single Ctrl-C arrives several times: from the terminal, from npm, and from the launcher.
 * Signals within this many milliseconds count as one.
 */
const SAME_SIGNAL_MS = 400;

const stopping = new AbortController();
const say = (text: string) => void process.stdout.write(`${text}\n`);
let running: RunningCluster | undefined;
let firstAtMs: number | undefined;

function onSignal(): void {
  const now = performance.now();
  if (firstAtMs === undefined) {
    firstAtMs = now;
    say("\nStopping: finishing what is under way. Ctrl-C again to force.");
    stopping.abort();
  } else if (running !== undefined && now - firstAtMs > SAME_SIGNAL_MS) {
    firstAtMs = now;
    killCluster(running).catch(report);
  }
}

function report(error: unknown): void {
  const isExpected = error instanceof ClusterError || error instanceof ConfigError;
  const text = error instanceof Error ? error.message : String(error);
  console.error(isExpected ? text : `The cluster failed: ${text}`);
  process.exitCode = 1;
}

/** Waits for a signal, or for a server to exit, which nothing restarts. */
async function untilStopped({ servers }: RunningCluster): Promise<void> {
  const signaled = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  const exits = servers.map(({ cell, exited }) => exited.then(() => cell));
  const cell = await Promise.race([signaled, ...exits]);
  if (cell !== undefined && !stopping.signal.aborted) {
    throw new ClusterError(`The server of cell ${cell} exited. Stopping the cluster.`);
  }
}

async function run(): Promise<void> {
  const startedAt = performance.now();
  const { host } = readConfig({ HOST: process.env.HOST });
  const opened = await openCluster(process.env, stopping.signal);
  await readyConsole(process.env);
  const { plan, folder } = opened.cluster;
  running = { cluster: opened.cluster, servers: [] };
  const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${plan.routerPort}`;
  try {
    await startCluster(opened, { host, publicUrl }, { running, say });
    const tookMs = performance.now() - startedAt;
    const { commandsFile } = folder;
    say(clusterPage({ plan, origin: publicUrl, commandsFile, tookMs }));
    await untilStopped(running);
  } catch (error) {
    // What an interrupted start was doing has failed, as intended.
    if (!stopping.signal.aborted) {
      report(error);
    }
  }
  await stopCluster(running);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, onSignal);
}
await run().catch(report);
