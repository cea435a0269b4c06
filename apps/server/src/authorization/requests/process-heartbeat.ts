import type { AppContext } from "../../platform/context.ts";
import {
  forgetProcess,
  registerProcess,
  type ServerProcess,
  serverProcessOf,
} from "../../platform/processes/server-process.ts";
import { beatOnce, deleteProcess } from "../../platform/processes/server-processes.repository.ts";
import { insertQuestions } from "./open-questions.repository.ts";
import { answeredThrough, countPayments } from "./payments-in-progress.ts";
import { deleteSpooledDeclines, readSpooledDeclines } from "./spooled-declines.ts";
import { takeOverProcess } from "./take-over-process.ts";
import {
  countQuestions,
  keepAskingStored,
  storeQuestions,
  unstoredSince,
} from "./unanswered/unanswered-holds.ts";

const INTERVAL_MS = 1_000;

/**
 * Registers this process, and starts the job that signals to other processes that it is alive.
 * Imports what an earlier version left on this server's disk.
 */
export async function startHeartbeat(context: AppContext): Promise<void> {
  const own = await registerProcess(context);
  await importSpooledDeclines(context, own);
  context.jobs.every(INTERVAL_MS, "server-process", () => beat(context));
}

/**
 * Stores the questions that only this process knows about, signals that it is alive and how far it
 * has responded, and takes over processes that have died.
 */
export async function beat(context: AppContext): Promise<void> {
  const own = serverProcessOf(context);
  if (own === undefined) {
    // The server is stopping.
    return;
  }
  // This fails if another server has taken over this process, which the heartbeat below detects.
  await storeQuestions(context, own).catch((error: unknown) =>
    context.log.error({ err: error }, "open questions about holds could not be stored yet"),
  );
  const mark = answeredThrough(context, unstoredSince(context));
  const { isThere, dead } = await beatOnce(context.db.urgent.kysely, own.id, mark);
  if (serverProcessOf(context) !== own) {
    return;
  }
  if (!isThere) {
    const { number } = await registerProcess(context);
    context.log.warn({ number }, "this server was taken for dead, and has a new number now");
    return;
  }
  for (const deadId of dead) {
    try {
      await takeOverProcess(context, own, deadId);
    } catch (error) {
      context.log.error({ err: error }, "a dead server process could not be taken over yet");
    }
  }
}

/**
 * Ends this process's registration once it no longer handles requests. If anything is still open,
 * or the database does not respond, another server takes over once the last heartbeat is too old.
 */
export async function stopHeartbeat(context: AppContext): Promise<void> {
  const own = serverProcessOf(context);
  if (own === undefined) {
    return;
  }
  forgetProcess(context);
  try {
    await storeQuestions(context, own);
    if (countQuestions(context) === 0 && countPayments(context) === 0) {
      await deleteProcess(context.db.urgent.kysely, own.id);
    }
  } catch (error) {
    context.log.warn({ err: error }, "this server's open payments are left to another server");
  }
}

/** Moves the declines that an earlier version stored on disk into the database. */
async function importSpooledDeclines(context: AppContext, own: ServerProcess): Promise<void> {
  const declines = await readSpooledDeclines(context.config, (file, error) =>
    context.log.error(
      { err: error, file },
      "a stored unresolved hold cannot be read and is skipped",
    ),
  );
  if (declines.length > 0) {
    await insertQuestions(context.db.urgent.kysely, own.id, declines);
    keepAskingStored(context, declines);
    context.log.info({ questions: declines.length }, "open questions on disk were moved");
  }
  await deleteSpooledDeclines(context.config, declines);
}
