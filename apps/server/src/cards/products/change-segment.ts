import type { SegmentInput } from "@tessera/contract/back-office/program.schemas";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { changedFields } from "../pricing/index.ts";
import { auditedSegment } from "./audited-segment.ts";
import { checkSegment, type WrittenSegment } from "./check-segment.ts";
import {
  type CountedSegment,
  hasSeveralCells,
  isBinTaken,
  lockSegment,
  updateSegment,
} from "./segments.repository.ts";

export interface SegmentChange {
  /** Undefined if the requested id is not a UUID. */
  readonly id: string | undefined;
  readonly input: SegmentInput;
  /** The revision that was edited. */
  readonly revision: number;
  readonly act: OperatorAct;
}

/** Fields that issued PANs and their cardholders depend on. */
const FIXED = ["network", "bin", "type", "currency"];

/**
 * Replaces the definition of a card product. Issued cards keep their limits. The BIN, network, type
 * and currency are fixed once a card has been issued, and in a program with several cells from the
 * beginning, because another cell may have issued cards. An unchanged definition creates no new
 * revision, so a change can be retried.
 *
 * @throws Refusal `not_found`, `invalid_input`, `segment_in_use`, `bin_taken`, `programme_changed`
 * naming who has changed the product in the meantime, and when
 */
export async function changeSegment(
  context: AppContext,
  { id, input, revision, act }: SegmentChange,
): Promise<CountedSegment> {
  if (id === undefined) {
    throw new Refusal("not_found");
  }
  const written = checkSegment(input);
  return inTransaction(context.db, async (tx) => {
    const stored = await lockSegment(tx, id);
    if (stored === undefined) {
      throw new Refusal("not_found");
    }
    const change = changedFields(auditedSegment(stored), auditedSegment(written));
    if (Object.keys(change.after).length === 0) {
      return stored;
    }
    if (stored.revision !== revision) {
      throw new Refusal("programme_changed", {
        changed: { by: stored.changed_by, at: stored.changed_at },
      });
    }
    await requireFree(tx, stored, written, Object.keys(change.after));
    const next = {
      ...stored,
      ...written,
      revision: stored.revision + 1,
      changed_by: act.actor,
      changed_at: context.clock.now(),
    };
    const { issued, ...row } = next;
    await updateSegment(tx, row);
    await context.ledger.appendAudit(tx, [
      {
        action: "segment.change",
        actor: act.actor,
        customerId: null,
        object: stored.id,
        outcome: "ok",
        requestId: act.requestId,
        data: { role: act.role, ...change },
      },
    ]);
    return next;
  });
}

/**
 * Checks that a change neither modifies a fixed field of a product in use nor uses another
 * product's BIN.
 *
 * @throws Refusal `segment_in_use`, `bin_taken`
 */
export async function requireFree(
  tx: Tx,
  stored: CountedSegment,
  written: WrittenSegment,
  changed: readonly string[],
): Promise<void> {
  const isFixed = changed.some((field) => FIXED.includes(field));
  if (isFixed && (stored.issued > 0 || (await hasSeveralCells(tx)))) {
    throw new Refusal("segment_in_use");
  }
  if (changed.includes("bin") && (await isBinTaken(tx, written.bin, stored.id))) {
    throw new Refusal("bin_taken");
  }
}
