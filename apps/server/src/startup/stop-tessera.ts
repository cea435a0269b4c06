import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedServer } from "@tessera/database/embedded";
import { stopHeartbeat } from "../authorization/requests/index.ts";
import type { Config } from "../platform/config/config.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import type { BuiltCells } from "./cells/build-cells.ts";
import type { OpenCell } from "./cells/open-cell.ts";

/** Maximum duration of a shutdown in milliseconds, once the server no longer answers. */
const STOP_TIMEOUT_MS = 10_000;
/** Time left to stop PostgreSQL, in milliseconds, if the shutdown took too long. */
const GIVE_UP_MS = 5_000;

/** What a started server consists of, and a shutdown closes. */
export interface Running {
  readonly config: Config;
  readonly built: BuiltCells;
  readonly cells: readonly OpenCell[];
  readonly embedded: EmbeddedServer | undefined;
}

/**
 * Answers for another `DRAIN_SECONDS` without being ready, then rejects new requests, finishes
 * those in progress, and closes everything, PostgreSQL last. Errors do not prevent the remaining
 * steps.
 */
async function stop(running: Running, log: Logger): Promise<void> {
  const { config, built, cells, embedded } = running;
  const startMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startMs);
  try {
    for (const { server } of built.apps) {
      server.leaving.isAnnounced = true;
    }
    await sleep(config.drainMs);
    for (const app of built.apps) {
      app.closeStreams();
    }
    // The first app has the connections, so the others have no request left once it is closed.
    for (const { server } of built.apps) {
      await server.close();
    }
    built.close();
    const answeredMs = elapsedMs();
    await Promise.all(cells.map(({ open }) => stopHeartbeat(open.context)));
    await Promise.all(cells.map((cell) => cell.close()));
    log.debug({ answeredMs, drainedMs: elapsedMs() }, "drained");
  } finally {
    await embedded?.stop();
  }
  log.debug({ stoppedMs: elapsedMs() }, "stopped");
}

/**
 * Ends a process whose shutdown took too long. Stops PostgreSQL first, which would otherwise
 * outlive the process.
 */
async function giveUp(starting: Promise<Running>, log: Logger): Promise<never> {
  log.error("the shutdown took too long");
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, GIVE_UP_MS, undefined));
  try {
    const running = await Promise.race([starting, late]);
    await Promise.race([running?.embedded?.stop(), late]);
  } catch (error) {
    log.error({ err: error }, "PostgreSQL did not stop");
  }
  process.exit(1);
}

/** Shuts down on the first signal, even during startup. Exits on the second. */
export function stopOnSignals(starting: Promise<Running>, { drainMs }: Config, log: Logger): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) {
      process.exit(1);
    }
    isStopping = true;
    setTimeout(() => void giveUp(starting, log), drainMs + STOP_TIMEOUT_MS).unref();
    starting
      .then((running) => stop(running, log))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "the shutdown failed");
          process.exit(1);
        },
      );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}
