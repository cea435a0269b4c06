import type { Tx } from "../database/db.ts";
import type { Logger } from "../telemetry/logger.ts";
import { forgetFailures, noteFailure } from "./regular-work.repository.ts";

/** Returns only an error's class, since its message may contain confidential data. */
function errorClassOf(error: unknown): string {
  const name = error instanceof Error ? error.constructor.name : "";
  return /^[A-Za-z0-9_]{1,60}$/.test(name) ? name : "Error";
}

/**
 * Records for the dashboard which scheduled work is failing, and deletes the record once it
 * succeeds again.
 */
export interface RegularWorkRecord {
  failed(name: string, error: unknown): Promise<void>;
  succeeded(name: string): Promise<void>;
}

interface RecordOptions {
  /**
   * Whether the previous run may have been executed by another server. If so, every success must be
   * written.
   */
  readonly isShared?: boolean;
}

/**
 * Records failures in the database. Writes a success only after a failure or on the first run after
 * startup, since the server that recorded the failure may be gone. Never throws. If the database is
 * unreachable, logs the error.
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
