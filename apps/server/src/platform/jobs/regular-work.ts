import type { Tx } from "../database/db.ts";
import type { Logger } from "../telemetry/logger.ts";
import { forgetFailures, noteFailure } from "./regular-work.repository.ts";

/** What an error is, by its class alone: its message may hold what nobody should read. */
function errorClassOf(error: unknown): string {
  const name = error instanceof Error ? error.constructor.name : "";
  return /^[A-Za-z0-9_]{1,60}$/.test(name) ? name : "Error";
}

/** Tells the board which regular work fails, and that it works again. */
export interface RegularWorkRecord {
  failed(name: string, error: unknown): Promise<void>;
  succeeded(name: string): Promise<void>;
}

/**
 * Keeps in the database what fails. A success is written after a failure and once after the start,
 * since the server that failed may be gone; else it costs nothing. Never throws: where the database
 * cannot be reached, the log says so.
 */
export function recordRegularWork(tx: Tx, log: Logger): RegularWorkRecord {
  const inOrder = new Set<string>();
  return {
    async failed(name, error) {
      inOrder.delete(name);
      try {
        await noteFailure(tx, name, errorClassOf(error));
      } catch (problem) {
        log.warn({ err: problem, task: name }, "a task’s failure could not be noted");
      }
    },
    async succeeded(name) {
      if (inOrder.has(name)) {
        return;
      }
      try {
        await forgetFailures(tx, name);
        inOrder.add(name);
      } catch (problem) {
        log.warn({ err: problem, task: name }, "a task’s success could not be noted");
      }
    },
  };
}
