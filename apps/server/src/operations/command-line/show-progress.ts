import type { Terminal } from "./command.ts";

/** A line on the terminal that shows the progress of long-running work. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

const BETWEEN_MS = 100;
const CLEAR_LINE = "\r\u001b[2K";

/** Shows progress on stderr, but only if stderr is a terminal. */
export function showProgress({ stderr }: Pick<Terminal, "stderr">): Progress {
  let shownAtMs = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    show(text) {
      const nowMs = performance.now();
      if (stderr.isTTY === true && nowMs - shownAtMs >= BETWEEN_MS) {
        shownAtMs = nowMs;
        isShown = true;
        stderr.write(CLEAR_LINE + text.slice(0, Math.max(20, (stderr.columns ?? 80) - 1)));
      }
    },
    clear() {
      if (isShown) {
        isShown = false;
        stderr.write(CLEAR_LINE);
      }
    },
  };
}
