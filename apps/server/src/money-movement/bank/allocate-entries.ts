import type { Movement, Result } from "@tessera/ledger";
import { openCase } from "../../back-office/cases/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { REVIEWED_ABOVE_MINOR } from "../deposits/index.ts";
import { worthInDollars } from "../rates/index.ts";
import type { EntryRow } from "./bank.tables.ts";
import { creditMovement } from "./bank-movements.ts";
import { referencesIn } from "./creditor-reference.policy.ts";
import {
  type EntryChange,
  lockWaiting,
  takeWaitingCredits,
  takeWaitingDebits,
  updateWaiting,
} from "./entries.repository.ts";
import { type Match, matchCredit } from "./matching.policy.ts";
import { type Payer, selectPayers } from "./payers.repository.ts";
import { mayBelongToCredit, settleDebit } from "./settle-debit.ts";

/** The number of entries that are decided in one transaction. */
const BATCH = 256;
/** A lower bound for what can be worth the threshold in dollars, in any currency. */
const POSSIBLY_ABOVE_MINOR = REVIEWED_ABOVE_MINOR / 4n;

interface Matched {
  readonly entry: EntryRow;
  readonly match: Match;
  readonly payer: Payer | undefined;
}

/**
 * Decides a batch of the entries that wait: credits customers, opens reviews, and leaves the rest
 * to operators. Each entry is decided once, in the transaction that moves its money, however many
 * servers do this at the same time.
 *
 * @returns the number of entries that were decided
 */
export async function allocateBatch(context: AppContext): Promise<number> {
  const credits = await inTransaction(context.db, async (tx) => {
    const entries = await takeWaitingCredits(tx, BATCH);
    await allocateCredits(context, tx, entries);
    return entries.length;
  });
  return credits > 0 ? credits : settleDebits(context);
}

/** Decides a batch of debits: most are unexplained, and the others are decided one by one. */
async function settleDebits(context: AppContext): Promise<number> {
  const { unexplained, others } = await inTransaction(context.db, async (tx) => {
    const debits = await takeWaitingDebits(tx, BATCH);
    const changes = debits
      .filter((debit) => !mayBelongToCredit(debit))
      .map(({ id }): EntryChange => ({ id, state: "outflow" }));
    await updateWaiting(tx, changes, context.clock.now());
    return { unexplained: changes.length, others: debits.filter(mayBelongToCredit) };
  });
  let decided = unexplained;
  for (const { id } of others) {
    decided += (await settleOne(context, id)) ? 1 : 0;
  }
  return decided;
}

/** Decides a debit in a transaction of its own. One that fails waits, and stops no other. */
async function settleOne(context: AppContext, id: string): Promise<boolean> {
  try {
    return await inTransaction(context.db, async (tx) => {
      const debit = await lockWaiting(tx, id);
      if (debit !== undefined) {
        await settleDebit(context, tx, debit);
      }
      return debit !== undefined;
    });
  } catch (error) {
    context.log.error({ err: error, entry: id }, "a debit of the bank was not decided yet");
    return false;
  }
}

/** Decides all entries that wait. `workers` batches are decided at the same time. */
export async function allocateEntries(
  context: AppContext,
  {
    stopping,
    workers = 1,
    onProgress,
  }: {
    readonly stopping?: AbortSignal;
    readonly workers?: number;
    onProgress?(done: number): void;
  } = {},
): Promise<void> {
  let done = 0;
  const work = async () => {
    while (stopping?.aborted !== true) {
      const decided = await allocateBatch(context);
      if (decided === 0) {
        return;
      }
      done += decided;
      onProgress?.(done);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

async function allocateCredits(
  context: AppContext,
  tx: Tx,
  entries: readonly EntryRow[],
): Promise<void> {
  const matched = await matchEntries(context, tx, entries);
  const changes = await creditPayers(context, tx, matched);
  for (const { entry, match, payer } of matched) {
    if (match.outcome === "unmatched") {
      changes.push({ id: entry.id, state: "unmatched", reason: match.reason });
    } else if (match.outcome === "review" && payer !== undefined) {
      await review(context, tx, { entry, payer, reasons: match.reasons });
      changes.push({ id: entry.id, state: "reviewing", customerId: payer.customerId });
    }
  }
  await updateWaiting(tx, changes, context.clock.now());
}

async function matchEntries(
  context: AppContext,
  tx: Tx,
  entries: readonly EntryRow[],
): Promise<Matched[]> {
  const written = entries.map((entry) => ({
    entry,
    references: referencesIn({
      references: entry.creditor_references,
      remittance: entry.remittance,
      endToEndId: entry.end_to_end_id,
    }),
  }));
  const payers = await selectPayers(
    tx,
    written.flatMap(({ references }) => references),
  );
  const matched: Matched[] = [];
  for (const { entry, references } of written) {
    const payer = payers.get(references[0] ?? "");
    const credit = {
      currency: entry.currency,
      isReversal: entry.is_reversal,
      references,
      isAboveThreshold: await isAboveThreshold(context, entry),
    };
    matched.push({ entry, payer, match: matchCredit(credit, payer, context.config.cell) });
  }
  return matched;
}

/** Returns whether two operators have to review an amount, like a deposit's on chain. */
async function isAboveThreshold(
  context: AppContext,
  { amount_minor: amountMinor, currency }: EntryRow,
): Promise<boolean> {
  if (amountMinor <= POSSIBLY_ABOVE_MINOR) {
    return false;
  }
  const worth = await worthInDollars(context, { amountMinor, currency });
  return worth === undefined || worth > REVIEWED_ABOVE_MINOR;
}

/** Credits those whose match says so. What the ledger refuses is left to operators. */
async function creditPayers(
  context: AppContext,
  tx: Tx,
  matched: readonly Matched[],
): Promise<EntryChange[]> {
  const at = context.clock.now();
  const credited: { entry: EntryRow; payer: Payer; movement: Movement }[] = [];
  for (const { entry, match, payer } of matched) {
    if (match.outcome === "credit" && payer !== undefined) {
      const { customerId, account } = payer;
      const movement = creditMovement({ entry, customerId, account, at });
      credited.push({ entry, payer, movement });
    }
  }
  const results = await context.ledger.post(
    tx,
    credited.map(({ movement }) => movement),
  );
  return credited.map(({ entry, payer, movement }, index) =>
    changeOf(context, entry, payer, movement, results[index]),
  );
}

function changeOf(
  context: Pick<AppContext, "log">,
  { id }: EntryRow,
  { customerId }: Payer,
  movement: Movement,
  result: Result | undefined,
): EntryChange {
  if (result?.outcome === "posted") {
    return { id, state: "credited", customerId, movementId: movement.id };
  }
  const reason = result?.outcome === "refused" ? result.reason : "no answer";
  if (reason !== "blocked" && reason !== "closed") {
    // One transfer must not stop the others. An operator sees it in the queue.
    context.log.error({ entry: id, reason }, "the ledger refused a bank transfer");
  }
  return {
    id,
    state: "unmatched",
    reason: reason === "closed" ? "account_closed" : "account_stopped",
  };
}

async function review(
  context: AppContext,
  tx: Tx,
  { entry, payer, reasons }: { entry: EntryRow; payer: Payer; reasons: readonly string[] },
): Promise<void> {
  await openCase(context, tx, {
    kind: "bank_transfer",
    subjectId: entry.id,
    customerId: payer.customerId,
    amountMinor: entry.amount_minor,
    currency: entry.currency,
    reasons,
    needsTwo: reasons.includes("over_threshold"),
  });
}
