const LOOK_INTERVAL_MS = 250;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * What happened after PostgreSQL exited: it was restarted, or could not be restarted for the stated
 * reason.
 */
export interface Restart {
  readonly error?: unknown;
  /** Milliseconds from noticing the exit until PostgreSQL responded or the attempt failed. */
  readonly tookMs: number;
}

interface Watched {
  readonly isGone: () => boolean;
  readonly startAgain: () => Promise<void>;
  readonly report: (restart: Restart) => void;
}

/**
 * Checks four times a second whether a server has exited, and restarts it. After each failed
 * attempt the wait doubles, up to 30 seconds.
 *
 * @returns a function that ends the watch, after any restart in progress
 */
export function watchPostmaster({ isGone, startAgain, report }: Watched): () => Promise<void> {
  let running: Promise<void> | undefined;
  let nextTryAtMs = 0;
  let pauseMs = FIRST_PAUSE_MS;

  async function revive(): Promise<void> {
    const startMs = performance.now();
    const tookMs = () => Math.round(performance.now() - startMs);
    try {
      await startAgain();
      pauseMs = FIRST_PAUSE_MS;
      report({ tookMs: tookMs() });
    } catch (error) {
      nextTryAtMs = performance.now() + pauseMs;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      report({ error, tookMs: tookMs() });
    }
  }

  const looking = setInterval(() => {
    if (running === undefined && performance.now() >= nextTryAtMs && isGone()) {
      running = revive().finally(() => {
        running = undefined;
      });
    }
  }, LOOK_INTERVAL_MS);
  looking.unref();
  return async () => {
    clearInterval(looking);
    await running;
  };
}
