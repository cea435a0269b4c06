import type { AppContext } from "../../platform/context.ts";
import { insertCalls, type MadeCall } from "./key-calls.repository.ts";

/** How long to collect calls before writing them in one statement. */
const WRITE_DELAY_MS = 200;
const MAX_ROWS = 500;
/** Calls that wait to be written. Further ones are dropped, so a slow database fills no memory. */
const MAX_WAITING = 5_000;

/** Writes the calls that are made with API keys after the response, in batches. */
export interface CallLog {
  record(call: MadeCall): void;
  /** Writes what is waiting. */
  close(): Promise<void>;
}

/** Opens a server's log of calls. */
export function openCallLog({ db, log }: Pick<AppContext, "db" | "log">): CallLog {
  let waiting: MadeCall[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const calls = waiting.slice(0, MAX_ROWS);
      waiting = waiting.slice(MAX_ROWS);
      try {
        await insertCalls(db, calls);
      } catch (error) {
        log.warn({ err: error, calls: calls.length }, "calls of API keys could not be recorded");
      }
    }
  }

  function writeSoon(): void {
    writing ??= new Promise<void>((resolve) => {
      setTimeout(resolve, WRITE_DELAY_MS);
    })
      .then(writeAll)
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    record(call) {
      if (waiting.length < MAX_WAITING) {
        waiting.push(call);
        writeSoon();
      }
    },
    async close() {
      await writing;
      await writeAll();
    },
  };
}
