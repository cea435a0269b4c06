import { setTimeout as sleep } from "node:timers/promises";
import { databaseName } from "@tessera/database";
import { CommandError } from "../../command-line/command.ts";
import { endSessions, flushedPosition, markDatabases, selectSessions } from "./fence.repository.ts";
import type { FenceMark } from "./fence-mark.ts";
import type { MoveCourse } from "./move-course.ts";
import { currentPosition, readStandbyFacts, selectDatabases } from "./move-facts.repository.ts";
import { unfencedRefusal } from "./move-refusals.ts";
import { type LockedServer, type MoveServers, nameOf } from "./move-servers.ts";

const POLL_MS = 20;
const PROGRESS_MS = 1_000;
/** How far behind the standby may be when the pause begins. */
const SMALL_LAG_BYTES = 1_048_576;
/** A standby that catches up gains at least this share of its lag before it counts as stalled. */
const PROGRESS_SHARE = 0.99;

interface Fencing {
  readonly cell: number;
  readonly servers: MoveServers;
  /** Whether an earlier call has closed the databases. */
  readonly isFenced: boolean;
}

/**
 * Closes every database of the server that a cell leaves, ends all sessions, waits until the
 * standby has replayed everything, and records that a promotion begins. From then on, nothing that
 * was acknowledged can be missing on the standby, and nothing more can commit on the old server.
 *
 * A failure opens the databases again.
 *
 * @returns when the pause began; undefined if an earlier call began it
 * @throws CommandError that says whether the cell works again
 */
export async function fenceAndCatchUp(
  { cell, servers, isFenced }: Fencing,
  course: MoveCourse,
): Promise<number | undefined> {
  let mayBeClosed = isFenced;
  try {
    if (!isFenced) {
      await untilLagIsSmall(cell, servers, course);
    }
    course.signal.throwIfAborted();
    const begunMs = performance.now();
    mayBeClosed = true;
    if (!isFenced) {
      await mark(cell, servers, { state: "fenced" });
    }
    await course.reached("fenced");
    await untilSessionsEnded(servers, course);
    await course.reached("ended");
    const position = await untilFenceReplayed(servers, course);
    await course.reached("caught up");
    course.signal.throwIfAborted();
    await mark(cell, servers, { state: "promoting", position });
    return isFenced ? undefined : begunMs;
  } catch (error) {
    throw mayBeClosed ? await undone(cell, servers, error) : error;
  }
}

/**
 * Closes the databases with a mark, or changes the mark, if this session still holds the lock.
 *
 * @throws CommandError if the cell's database is not among them, or somebody opened it meanwhile
 */
async function mark(
  cell: number,
  { from, to, session }: MoveServers,
  how: Omit<FenceMark, "target">,
): Promise<void> {
  const databases = await selectDatabases(from.sql);
  const refusal = unfencedRefusal(cell, from, databases);
  if (refusal !== undefined) {
    throw new CommandError(refusal);
  }
  const name = databaseName(from.url);
  if (how.state === "promoting" && databases.some((one) => one.name === name && one.isOpen)) {
    throw new CommandError(`Somebody opened the database ${name} at ${nameOf(from)} again.`);
  }
  await markDatabases(from.sql, databases, {
    isOpen: false,
    mark: { ...how, target: nameOf(to) },
    ...{ session, isLocal: true },
  });
}

/**
 * Opens the databases of the old server again. Never runs once a promotion may have begun: the mark
 * for it is written by the session that holds the lock, and without that session this fails.
 *
 * @returns the error to throw
 */
export async function undone(
  cell: number,
  { from, session }: LockedServer,
  cause: unknown,
): Promise<CommandError> {
  const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  try {
    const closed = (await selectDatabases(from.sql)).filter((one) => one.mark !== undefined);
    if (closed.some((one) => one.mark?.state === "promoting")) {
      throw new Error("the promotion may have begun");
    }
    const open = { isOpen: true, mark: undefined, isLocal: true };
    await markDatabases(from.sql, closed, { ...open, session });
  } catch {
    return new CommandError(
      `${why} Cell ${cell} may still be fenced, because the connection to ${nameOf(from)} was ` +
        "lost. Run the same command again: it continues, or undoes the fence.",
      { cause },
    );
  }
  return new CommandError(`${why} The fence was undone: cell ${cell} works at ${nameOf(from)}.`, {
    cause,
  });
}

/** Waits until the standby is almost up to date, while the cell works. */
async function untilLagIsSmall(
  cell: number,
  { from, to }: MoveServers,
  { limits, say, signal }: MoveCourse,
): Promise<void> {
  let smallest = Number.POSITIVE_INFINITY;
  let gainedAtMs = performance.now();
  let saidAtMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    signal.throwIfAborted();
    const position = await currentPosition(from.sql);
    const { lagBytes } = await readStandbyFacts(to.sql, position);
    const nowMs = performance.now();
    const lag = `${Math.round(lagBytes / 100_000) / 10} MB`;
    if (nowMs - saidAtMs >= PROGRESS_MS) {
      say(`The standby ${nameOf(to)} of cell ${cell} is ${lag} behind.`);
      saidAtMs = nowMs;
    }
    if (lagBytes <= SMALL_LAG_BYTES) {
      return;
    }
    if (lagBytes < smallest * PROGRESS_SHARE) {
      smallest = lagBytes;
      gainedAtMs = nowMs;
    } else if (nowMs - gainedAtMs >= limits.stalledMs) {
      throw new CommandError(
        `The standby ${nameOf(to)} is ${lag} behind and does not catch up. Nothing was changed. ` +
          "Its disk or its network may be too slow, or a long query there is in the way.",
      );
    }
    await sleep(POLL_MS * 5);
  }
}

async function untilSessionsEnded({ from }: MoveServers, { limits }: MoveCourse): Promise<void> {
  const end = performance.now() + limits.endingMs;
  const sessions = await selectSessions(from.sql);
  for (;;) {
    const left = await endSessions(from.sql, sessions);
    if (left === 0) {
      return;
    }
    if (performance.now() >= end) {
      throw new CommandError(
        `${left} sessions at ${nameOf(from)} did not end: see pg_stat_activity there.`,
      );
    }
    await sleep(POLL_MS / 2);
  }
}

/**
 * Waits until the standby has replayed everything, and the fence with it.
 *
 * @returns the position in the log up to which it had to
 */
async function untilFenceReplayed(servers: MoveServers, course: MoveCourse): Promise<string> {
  const position = await flushedPosition(servers.from.sql);
  await untilReplayed(servers, position, course);
  const { from, to } = servers;
  // A copy that follows another server would have come as far without containing the fence.
  const databases = await selectDatabases(to.sql);
  const isSame = databases.length > 0 && databases.every(({ isOpen, mark }) => !isOpen && mark);
  if (!isSame) {
    throw new CommandError(`${nameOf(to)} does not follow ${nameOf(from)}.`);
  }
  return position;
}

/** @throws CommandError if the standby has not replayed the log up to a position in time */
export async function untilReplayed(
  { to }: Pick<MoveServers, "to">,
  position: string,
  { limits }: MoveCourse,
): Promise<void> {
  const end = performance.now() + limits.replayMs;
  while ((await readStandbyFacts(to.sql, position)).lagBytes > 0) {
    if (performance.now() >= end) {
      throw new CommandError(`The standby ${nameOf(to)} did not replay everything in time.`);
    }
    await sleep(POLL_MS / 2);
  }
}
