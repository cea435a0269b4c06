import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedServer } from "@tessera/database/embedded";
import type { App } from "../app.ts";
import { stopHeartbeat } from "../authorization/requests/index.ts";
import type { Config } from "../platform/config/config.ts";
import type { OpenContext } from "../platform/create-context.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import type { PracticeBooks } from "../simulator/scenarios/index.ts";

/** Maximum duration of a shutdown in milliseconds, once the server no longer answers. */
const STOP_TIMEOUT_MS = 10_000;
/** Time left to stop PostgreSQL, in milliseconds, if the shutdown took too long. */
const GIVE_UP_MS = 5_000;

/** What a started server consists of, and a shutdown closes. */
export interface Running {
  readonly config: Config;
  readonly app: App;
  readonly open: OpenContext;
  readonly practice: PracticeBooks;
  readonly embedded: EmbeddedServer | undefined;
}

/**
 * Answers for another `DRAIN_SECONDS` without being ready, then rejects new requests, finishes
 * those in progress, and closes everything, PostgreSQL last. Errors do not prevent the remaining
 * steps.
 */
async function stop(running: Running, log: Logger): Promise<void> {
  const { config, app, open, practice, embedded } = running;
  const startMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startMs);
  try {
    app.server.leaving.isAnnounced = true;
    await sleep(config.drainMs);
    app.closeStreams();
    await app.server.close();
    const answeredMs = elapsedMs();
    await stopHeartbeat(open.context);
    await Promise.all([open.close(), practice.close()]);
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
