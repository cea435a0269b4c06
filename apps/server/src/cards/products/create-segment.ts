import type { SegmentInput } from "@tessera/contract/back-office/program.schemas";
import type { SegmentRow } from "../../db/tables/program.tables.ts";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { changedFields, operatorKey } from "../pricing/index.ts";
import { auditedSegment } from "./audited-segment.ts";
import { checkSegment } from "./check-segment.ts";
import { type CountedSegment, findSegmentByKey, insertSegment } from "./segments.repository.ts";

export interface NewSegment {
  readonly input: SegmentInput & { readonly stock: number };
  readonly idempotencyKey: string;
  readonly act: OperatorAct;
}

/**
 * Adds a card product after the existing ones. Each key adds only one product, no matter how often
 * the call is sent.
 *
 * @throws Refusal `invalid_input`, `bin_taken`, `idempotency_mismatch`
 */
export async function createSegment(
  context: AppContext,
  { input, idempotencyKey, act }: NewSegment,
): Promise<CountedSegment> {
  const { stock, ...written } = input;
  const now = context.clock.now();
  const segment = {
    ...checkSegment(written),
    id: newId(now),
    stock,
    revision: 1,
    changed_by: act.actor,
    changed_at: now,
    client_key: operatorKey(act, idempotencyKey),
  };
  return inTransaction(context.db, async (tx) => {
    if (!(await insertSegment(tx, segment))) {
      return earlierOf(tx, segment);
    }
    await context.ledger.appendAudit(tx, [
      {
        action: "segment.create",
        actor: act.actor,
        customerId: null,
        object: segment.id,
        outcome: "ok",
        requestId: act.requestId,
        data: { role: act.role, after: { ...auditedSegment(segment), stock } },
      },
    ]);
    const created = await findSegmentByKey(tx, segment.client_key);
    if (created === undefined) {
      throw new Error(`segment ${segment.id} is missing`);
    }
    return created;
  });
}

/**
 * Finds the product that an earlier attempt at the same call added, even if the product has been
 * changed since then.
 */
async function earlierOf(
  tx: Tx,
  segment: Omit<SegmentRow, "position"> & { readonly client_key: string },
): Promise<CountedSegment> {
  const earlier = await findSegmentByKey(tx, segment.client_key);
  if (earlier === undefined) {
    throw new Refusal("bin_taken");
  }
  const { after } = changedFields(auditedSegment(earlier), auditedSegment(segment));
  if (earlier.revision === 1 && Object.keys(after).length > 0) {
    throw new Refusal("idempotency_mismatch");
  }
  return earlier;
}
