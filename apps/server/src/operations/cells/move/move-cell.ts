import type { Config } from "../../../platform/config/config.ts";
import { namingDatabase } from "../../../platform/database/naming-database.ts";
import { withDatabase } from "../../../platform/database/with-database.ts";
import { findCell } from "../../../startup/database-mark/cell.repository.ts";
import { CommandError } from "../../command-line/command.ts";
import { changeAddresses, requireChangeable } from "./directory-address.ts";
import { commitNothing, markDatabases, promote } from "./fence.repository.ts";
import { fenceAndCatchUp, undone, untilReplayed } from "./fence-cell.ts";
import type { FenceMark } from "./fence-mark.ts";
import type { MoveCourse } from "./move-course.ts";
import {
  currentPosition,
  readServerFacts,
  readStandbyFacts,
  selectDatabases,
  selectLastingSessions,
} from "./move-facts.repository.ts";
import { databaseRefusal, fenceRefusal, standbyRefusal, unfencedRefusal } from "./move-refusals.ts";
import {
  type LockedServer,
  type MoveServer,
  type MoveServers,
  nameOf,
  withMoveServers,
} from "./move-servers.ts";

/** A cell, its address in `CELLS`, and the database on the new server. */
export interface MoveRequest {
  readonly cell: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a cell to a standby while its servers run: fences its primary, waits until the standby has
 * everything, and promotes it. Until the promotion, a failure undoes the fence. If the process
 * ends, the same call continues where it stopped.
 *
 * @throws CommandError and others that say what to do
 */
export async function moveCell(
  config: Config,
  request: MoveRequest,
  course: MoveCourse,
): Promise<void> {
  const { cell } = request;
  const unreachable = (locked: LockedServer, cause: unknown) =>
    explainUnreachable(cell, locked, cause);
  await withMoveServers(request, unreachable, async (servers) => {
    const { from, to } = servers;
    const mark = markOf(servers);
    const begunMs = await reachPromotion(config, { cell, servers, mark }, course);
    await becomePrimary(cell, servers, course);
    await openOnNewServer(cell, servers);
    await requireWritable(cell, to.url);
    await course.reached("opened");
    course.say(
      begunMs === undefined
        ? `Cell ${cell} is at ${nameOf(to)}. The pause began before this call.`
        : `Cell ${cell} is at ${nameOf(to)}. Nothing was committed for ` +
            `${Math.round((performance.now() - begunMs) / 10) / 100} s.`,
    );
    await announce(config, { cell, url: to.url }, to, course);
    course.say(
      `Stop the PostgreSQL at ${nameOf(from)}, which lets nobody in, and never use its data ` +
        `again. Name ${nameOf(to)} in CELLS.`,
    );
  });
}

/** Changes the addresses that lead to a cell that has moved. */
async function announce(
  config: Config,
  moved: { readonly cell: number; readonly url: string },
  { place }: Pick<MoveServer, "place">,
  course: MoveCourse,
): Promise<void> {
  try {
    for (const sentence of await changeAddresses(config, moved, place)) {
      course.say(sentence);
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(
      `${why} Cell ${moved.cell} has moved, but not every other cell knows its address. Run the ` +
        "same command again.",
      { cause },
    );
  }
}

/**
 * Returns what an earlier call left.
 *
 * @throws CommandError if it moved the cell elsewhere
 */
function markOf({ from, to }: MoveServers): FenceMark | undefined {
  const mark = from.databases.find((database) => database.mark !== undefined)?.mark;
  if (mark !== undefined && mark.target !== nameOf(to)) {
    throw new CommandError(
      `A move from ${nameOf(from)} to ${mark.target} has begun. Run the command with that ` +
        "address in --to: it continues, or undoes what it did.",
    );
  }
  return mark;
}

/**
 * Returns what to throw if the new server cannot be reached. A fence that an earlier call left is
 * undone, unless the new server may be the primary.
 */
async function explainUnreachable(
  cell: number,
  locked: LockedServer,
  cause: unknown,
): Promise<unknown> {
  const mark = locked.from.databases.find((database) => database.mark !== undefined)?.mark;
  if (mark?.state === "fenced") {
    return undone(cell, locked, cause);
  }
  if (mark?.state === "promoting") {
    const why = cause instanceof Error ? cause.message : String(cause);
    return new CommandError(
      `${why} Cell ${cell} is fenced, and ${mark.target} may be its primary already. Start it, ` +
        "and run the same command again to continue. If it is lost for good, see docs/cells.md.",
      { cause },
    );
  }
  return cause;
}

interface Begun {
  readonly cell: number;
  readonly servers: MoveServers;
  /** What an earlier call left. */
  readonly mark: FenceMark | undefined;
}

/**
 * Does everything up to the mark that a promotion begins.
 *
 * @returns when the pause began; undefined if an earlier call began it
 */
async function reachPromotion(
  config: Config,
  { cell, servers, mark }: Begun,
  course: MoveCourse,
): Promise<number | undefined> {
  const { from, to } = servers;
  if (mark === undefined) {
    await check(config, cell, servers);
    await course.reached("checked");
  } else {
    course.say(`Continuing the move of cell ${cell}, which is fenced at ${nameOf(from)}.`);
  }
  if (mark?.state === "promoting") {
    requireSameSystem(cell, servers);
    if (to.facts.isStandby) {
      // It may be a new standby, made after the first one was lost.
      await untilReplayed(servers, mark.position ?? (await currentPosition(from.sql)), course);
    }
    return undefined;
  }
  const begunMs = await fenceAndCatchUp({ cell, servers, isFenced: mark !== undefined }, course);
  await course.reached("promoting");
  course.say(`${nameOf(to)} has everything. Promoting it.`);
  return begunMs;
}

function requireSameSystem(cell: number, { from, to }: MoveServers): void {
  const refusal =
    from.facts.system === to.facts.system
      ? undefined
      : standbyRefusal({ cell, servers: { from, to } });
  if (refusal !== undefined) {
    throw new CommandError(refusal);
  }
}

/** @throws CommandError if the cell cannot move there now */
async function check(config: Config, cell: number, servers: MoveServers): Promise<void> {
  const { from, to } = servers;
  const facts = { cell, servers };
  const refuse = (sentence: string | undefined) => {
    if (sentence !== undefined) {
      throw new CommandError(sentence);
    }
  };
  refuse(standbyRefusal(facts));
  const standby = await readStandbyFacts(to.sql, await currentPosition(from.sql));
  refuse(fenceRefusal(facts, standby, await selectLastingSessions(from.sql)));
  for (const [setting, server] of [
    ["CELLS", from],
    ["--to", to],
  ] as const) {
    const found = await namingDatabase({ setting, url: server.url }, () =>
      withDatabase(server.url, ({ sql }) => findCell(sql)),
    );
    refuse(databaseRefusal(cell, server, found));
  }
  refuse(unfencedRefusal(cell, from, from.databases));
  await requireChangeable(config, { cell, url: from.url }, to.url);
}

/** Promotes the new server, unless it is the primary already. */
async function becomePrimary(cell: number, { to }: MoveServers, course: MoveCourse): Promise<void> {
  const { isStandby } = await readServerFacts(to.sql);
  const isPrimary =
    !isStandby || (await promote(to.sql, Math.ceil(course.limits.promotionMs / 1_000)));
  if (!isPrimary) {
    throw new CommandError(
      `${nameOf(to)} has not become the primary of cell ${cell} yet; its log says why. Nothing ` +
        "commits meanwhile. Run the same command again to continue.",
    );
  }
  await course.reached("promoted");
}

/** Opens the databases on the new server, from when on the cell works again. */
async function openOnNewServer(cell: number, { to }: MoveServers): Promise<void> {
  const closed = (await selectDatabases(to.sql)).filter(({ mark }) => mark !== undefined);
  try {
    await markDatabases(to.sql, closed, { isOpen: true, mark: undefined, isLocal: false });
  } catch (cause) {
    throw new CommandError(
      `${nameOf(to)} is the primary of cell ${cell}, but its databases could not be opened. Run ` +
        "the same command again to continue.",
      { cause },
    );
  }
}

/** @throws CommandError if the database does not acknowledge a write, or is not the cell */
async function requireWritable(cell: number, url: string): Promise<void> {
  await withDatabase(url, async (db) => {
    await db.autoCommit(commitNothing(db.sql)).catch((cause: unknown) => {
      throw new CommandError(
        `Cell ${cell} has moved, but its new server does not acknowledge writes: see its log and ` +
          "its synchronous_standby_names. The old server stays fenced.",
        { cause },
      );
    });
    const found = await findCell(db.sql);
    if (found !== cell) {
      throw new CommandError(`The database at the new server is cell ${found}, not ${cell}.`);
    }
  });
}
