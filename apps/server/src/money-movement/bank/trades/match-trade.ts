import type { BankEntryDetail } from "@tessera/contract/money-movement/bank.schemas";
import { databaseErrorKind } from "@tessera/database";
import type { Decider } from "../../../back-office/cases/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { wireId } from "../../../platform/ids.ts";
import { requireEntry } from "../assign-entry.ts";
import type { EntryRow } from "../bank.tables.ts";
import { lockEntry, updateEntry } from "../entries.repository.ts";
import { getEntry } from "../read-entries.ts";
import { certainPairs, TRADE_DAYS } from "./trade-match.policy.ts";
import { selectPossiblePairs, selectSidesLike, type TradeSide } from "./trade-sides.repository.ts";

interface TradeMatch {
  /** UUIDs; undefined if the requested id is not valid. */
  readonly entryId: string | undefined;
  readonly tradeId: string | undefined;
  readonly by: Decider;
}

/** States of a transaction that nothing explains yet. */
const OPEN_STATES: ReadonlySet<string> = new Set(["unmatched", "outflow"]);

/**
 * Matches a transaction with the side of a recorded trade that has its currency, direction and
 * amount. No money moves: the trade's movement left in `suspense` what the statement's takes from
 * it, or the reverse, and together they leave nothing there. A retry changes nothing.
 *
 * @throws Refusal `not_found`, `bank_entry_decided`, `bank_trade_mismatch`
 */
export async function matchTrade(
  context: AppContext,
  { entryId, tradeId, by }: TradeMatch,
): Promise<BankEntryDetail> {
  await matchingOnce(() =>
    inTransaction(context.db, async (tx) => {
      const entry = await requireEntry(tx, entryId);
      if (entry.state === "traded" && entry.decided_by === by.actor) {
        return;
      }
      if (!OPEN_STATES.has(entry.state)) {
        throw new Refusal("bank_entry_decided");
      }
      const sides = await selectSidesLike(tx, entry);
      const side = sides.find((one) => one.tradeId === tradeId);
      if (side === undefined || entry.is_reversal) {
        throw new Refusal("bank_trade_mismatch");
      }
      await record(context, tx, { entry, side, by });
    }),
  );
  return getEntry(context, entryId);
}

/** Converts the violation of the rule that a side belongs to one transaction into a refusal. */
async function matchingOnce(match: () => Promise<void>): Promise<void> {
  try {
    await match();
  } catch (error) {
    if (databaseErrorKind(error) === "unique_violation") {
      throw new Refusal("bank_trade_mismatch", { cause: error });
    }
    throw error;
  }
}

interface Recorded {
  readonly entry: EntryRow;
  readonly side: Pick<TradeSide, "tradeId" | "movementId">;
  /** Absent if the bank's reference decided. */
  readonly by?: Decider;
}

async function record(context: AppContext, tx: Tx, { entry, side, by }: Recorded): Promise<void> {
  await updateEntry(tx, entry.id, {
    state: "traded",
    reason: null,
    movement_id: side.movementId,
    decided_by: by?.actor ?? null,
    changed_at: context.clock.now(),
  });
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: "bank.trade",
      actor: by?.actor ?? `bank:${entry.account}`,
      customerId: null,
      object: wireId("ben", entry.id),
      outcome: "ok",
      requestId: by?.requestId ?? null,
      data: { tradeId: wireId("bkt", side.tradeId), ...(by && { role: by.role }) },
    },
  ]);
}

const DAY_MS = 86_400_000;

/**
 * Matches transactions with the trades that they name, if no other transaction and no other trade
 * comes into question. Trades are recorded before or after their statement is imported.
 *
 * @returns the number of transactions that were matched
 */
export async function matchNamedTrades(context: AppContext): Promise<number> {
  const since = new Date(context.clock.now().getTime() - 2 * TRADE_DAYS * DAY_MS);
  const pairs = certainPairs(await selectPossiblePairs(context.db.kysely, since));
  let matched = 0;
  for (const { entry, tradeId, movementId } of pairs) {
    const isMatched = await inTransaction(context.db, async (tx) => {
      const found = await lockEntry(tx, entry.id);
      const isOpen =
        found !== undefined && OPEN_STATES.has(found.state) && found.decided_by === null;
      if (isOpen) {
        await record(context, tx, { entry: found, side: { tradeId, movementId } });
      }
      return isOpen;
    }).catch((error: unknown) => {
      // Another server or an operator was first.
      if (databaseErrorKind(error) === "unique_violation") {
        return false;
      }
      throw error;
    });
    matched += isMatched ? 1 : 0;
  }
  return matched;
}
