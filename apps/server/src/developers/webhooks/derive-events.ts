import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import {
  findSources,
  hasFeeds,
  insertEvents,
  type NewEvent,
  type SourceRow,
  saveProgress,
  takeProgress,
} from "./derive.repository.ts";
import { happeningOf } from "./event-types.policy.ts";

/** Says that the chain lacks a block, so that nothing after it may be derived. */
export class MissingBlockError extends Error {
  constructor(block: bigint) {
    super(`the ledger's chain lacks block ${block}: run verify`);
    this.name = "MissingBlockError";
  }
}

/**
 * Derives the events of sealed blocks, one block per transaction, in the order of the chain. Any
 * number of servers can do this: one at a time has the turn, and a block that was derived is never
 * derived again, since the progress is saved with its events.
 *
 * @throws MissingBlockError if the chain has a gap
 */
export async function deriveEvents(context: AppContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await deriveBlock(context))) {
    // Repeats while there are blocks.
  }
}

/** @returns whether there may be another block */
async function deriveBlock(context: AppContext): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const progress = await takeProgress(tx);
    if (progress?.next === undefined) {
      return false;
    }
    const { derivedTo, newest, next } = progress;
    if (next.n !== derivedTo + 1n) {
      throw new MissingBlockError(derivedTo + 1n);
    }
    if (!(await hasFeeds(tx))) {
      await saveProgress(tx, newest);
      return false;
    }
    const now = context.clock.now();
    const events = (await findSources(tx, next)).flatMap((row) => eventOf(row, now));
    if (events.length > 0) {
      await insertEvents(tx, events, { block: next.n, now });
    }
    await saveProgress(tx, next.n);
    return next.n < newest;
  });
}

function eventOf(row: SourceRow, now: Date): NewEvent[] {
  const happening = happeningOf(row);
  if (happening === undefined) {
    return [];
  }
  const { source, customerId, happenedAt, cardId } = row;
  return [{ ...happening, id: newId(now), source, customerId, happenedAt, cardId }];
}
