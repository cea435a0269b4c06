import type { Tx } from "../database/db.ts";
import type { Logger } from "../telemetry/logger.ts";
import { forgetFailures, noteFailure } from "./regular-work.repository.ts";

/** Returns an error's class only, since its message may contain confidential data. */
function errorClassOf(error: unknown): string {
  const name = error instanceof Error ? error.constructor.name : "";
  return /^[A-Za-z0-9_]{1,60}$/.test(name) ? name : "Error";
}

/** Records for the dashboard which scheduled work fails, and when it succeeds again. */
export interface RegularWorkRecord {
  failed(name: string, error: unknown): Promise<void>;
  succeeded(name: string): Promise<void>;
}

interface RecordOptions {
  /** Whether each run may be another server's, so that every success is written. */
  readonly isShared?: boolean;
}

/**
 * Records failures in the database. A success is written after a failure and once after startup,
 * since the server that failed may be gone; other successes write nothing. Never throws: if the
 * database is unreachable, it logs that.
 */
export function recordRegularWork(
  tx: Tx,
  log: Logger,
  { isShared = false }: RecordOptions = {},
): RegularWorkRecord {
  const inOrder = new Set<string>();
  return {
    async failed(name, error) {
      inOrder.delete(name);
      try {
        await noteFailure(tx, name, errorClassOf(error));
      } catch (problem) {
        log.warn({ err: problem, task: name }, "a task’s failure could not be recorded");
      }
    },
    async succeeded(name) {
      if (!isShared && inOrder.has(name)) {
        return;
      }
      try {
        await forgetFailures(tx, name);
        inOrder.add(name);
      } catch (problem) {
        log.warn({ err: problem, task: name }, "a task’s success could not be recorded");
      }
    },
  };
}
