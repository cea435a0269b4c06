import type { AppContext, Tx } from "../../../platform/context.ts";
import {
  findProven,
  recordProven,
  UnprovenSettingError,
} from "../../../platform/directory/proven-settings.ts";
import { type Standing, statusOf } from "../operator-standing.policy.ts";
import { lockOperators } from "../operators.repository.ts";
import { selectOwnStandings } from "./copied-operators.repository.ts";

/** What a cell tells the others about the access of one of its operators. */
export interface ToldStanding {
  readonly role: Standing["role"];
  readonly revision: number;
  readonly status: ReturnType<typeof statusOf>;
}

/** What a cell tells about its operators, by their ids. */
type ToldStandings = Readonly<Record<string, ToldStanding>>;

function partOf(cell: number): string {
  return `operators_${cell}`;
}

/**
 * Reads what a cell has recorded about its operators; nothing if it cannot be proven, which is
 * logged.
 */
export async function readTold(context: AppContext, tx: Tx, cell: number): Promise<ToldStandings> {
  try {
    const found = await findProven(context, tx, partOf(cell));
    return JSON.parse(found?.document ?? "{}");
  } catch (error) {
    if (!(error instanceof UnprovenSettingError)) {
      throw error;
    }
    context.log.error({ err: error, cell }, "the record of a cell's operators could not be read");
    return {};
  }
}

/** Returns what to tell about an operator whom the cell no longer has: that nobody is left. */
function asLost({ role, revision, status }: ToldStanding): ToldStanding {
  return status === "removed"
    ? { role, revision, status }
    : { role, revision: revision + 1, status: "removed" };
}

/**
 * Returns what to tell about operators. After a recovery to an earlier time, the cell's own rows
 * may be older than what it told before. What is newer stays, so that it can be restored;
 * operators whom the cell has lost count as removed.
 */
function toldAfter(before: ToldStandings, own: ToldStandings): ToldStandings {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(own)])].sort();
  const entries = ids.map((id): [string, ToldStanding | undefined] => {
    const [told, now] = [before[id], own[id]];
    if (now === undefined) {
      return [id, told && asLost(told)];
    }
    return [id, told !== undefined && told.revision > now.revision ? told : now];
  });
  return Object.fromEntries(entries.filter(([, told]) => told !== undefined)) as ToldStandings;
}

/**
 * Records the access of this cell's operators, without their names, for the other cells.
 *
 * @param lost what other cells know about operators of this cell, for those whom it has lost
 */
export async function recordStandings(
  context: AppContext,
  tx: Tx,
  lost: ToldStandings = {},
): Promise<void> {
  // A server that read the rows before another one must not record them after it.
  await lockOperators(tx);
  const { cell } = context.config;
  const rows = await selectOwnStandings(tx);
  const own = rows.map(({ id, role, revision, ...row }): [string, ToldStanding] => [
    id,
    { role, revision, status: statusOf(row) },
  ]);
  const before = { ...(await readTold(context, tx, cell)), ...lost };
  const document = JSON.stringify(toldAfter(before, Object.fromEntries(own)));
  await recordProven(context, tx, { part: partOf(cell), document });
}
