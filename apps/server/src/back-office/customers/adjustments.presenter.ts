import type { Correction } from "@tessera/contract/back-office/adjustments.schemas";
import { formatAmount } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { effectOf, standingOf } from "./adjustment-standing.policy.ts";
import type { CorrectionRecord } from "./adjustments.repository.ts";

/** The operator to whom adjustments are presented, identified by person id. */
export interface CorrectionReader {
  readonly userId: string;
}

/** Presents adjustments to an operator, each with its effect on the balance. */
export async function presentCorrections(
  context: AppContext,
  tx: Tx,
  records: readonly CorrectionRecord[],
  reader: CorrectionReader,
): Promise<Correction[]> {
  const now = context.clock.now();
  const waiting = records.filter((record) => standingOf(record, now) === "waiting");
  const balances = await context.ledger.balances(tx, [
    ...new Set(waiting.map(({ account }) => account)),
  ]);
  const available = new Map(balances.map((one) => [one.account, one.availableMinor]));
  return records.map((record) =>
    presentCorrection(record, { now, reader, availableMinor: available.get(record.account) ?? 0n }),
  );
}

interface Reading {
  readonly now: Date;
  readonly reader: CorrectionReader;
  /** Available balance of the account. */
  readonly availableMinor: bigint;
}

function presentEffect(
  record: CorrectionRecord,
  { now, availableMinor }: Reading,
): Correction["effect"] {
  const { currency, before_minor: before, after_minor: after } = record;
  if (before !== null && after !== null) {
    const [from, to] = [formatAmount(before, currency), formatAmount(after, currency)];
    return { before: from, after: to, possible: true };
  }
  if (standingOf(record, now) !== "waiting") {
    return null;
  }
  const isClosed = record.card_status === "closed";
  const effect = effectOf(record, { availableMinor, isClosed });
  return {
    before: formatAmount(effect.beforeMinor, currency),
    after: formatAmount(effect.afterMinor, currency),
    possible: effect.possible,
  };
}

function presentCorrection(record: CorrectionRecord, reading: Reading): Correction {
  const { card_id: cardId, last4, movement_id: movementId } = record;
  return {
    id: wireId("cor", record.id),
    customerId: wireId("cus", record.customer_id),
    customerName: record.customer_name,
    ...(cardId !== null && last4 !== null && { card: { id: wireId("card", cardId), last4 } }),
    direction: record.direction,
    amount: formatAmount(record.amount_minor, record.currency),
    currency: record.currency,
    reason: record.reason,
    reference: record.reference,
    status: standingOf(record, reading.now),
    revision: record.revision,
    proposedBy: record.proposed_by,
    mine: record.proposer_id === reading.reader.userId,
    proposedAt: record.proposed_at.toISOString(),
    expiresAt: record.expires_at.toISOString(),
    decidedBy: record.decided_by,
    decidedAt: record.decided_at?.toISOString() ?? null,
    decisionNote: record.decision_note,
    movementId: movementId === null ? null : wireId("mov", movementId),
    effect: presentEffect(record, reading),
  };
}
