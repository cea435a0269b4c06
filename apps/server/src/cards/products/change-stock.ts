import type { ChangeStockBody } from "@tessera/contract/back-office/program.schemas";
import type { OperatorAct } from "../../platform/audit/operator-act.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { operatorKey } from "../pricing/index.ts";
import {
  type CountedSegment,
  findStockChange,
  insertStockChange,
  lockSegment,
  moveStock,
} from "./segments.repository.ts";

export interface StockChange {
  /** Undefined if the requested id is not a UUID. */
  readonly id: string | undefined;
  readonly input: ChangeStockBody;
  readonly idempotencyKey: string;
  readonly act: OperatorAct;
}

/**
 * Adds cards to a product's stock or removes cards from it, even while customers are applying. Each
 * key changes the stock only once.
 *
 * @throws Refusal `not_found`, `stock_too_low`, `idempotency_mismatch`
 */
export async function changeStock(
  context: AppContext,
  { id, input, idempotencyKey, act }: StockChange,
): Promise<CountedSegment> {
  const { direction, count, reason } = input;
  const change = direction === "add" ? count : -count;
  const clientKey = operatorKey(act, idempotencyKey);
  return inTransaction(context.db, async (tx) => {
    const segment = id === undefined ? undefined : await lockSegment(tx, id);
    if (segment === undefined) {
      throw new Refusal("not_found");
    }
    const earlier = await findStockChange(tx, clientKey);
    if (earlier !== undefined) {
      if (earlier.segment_id !== segment.id || earlier.change !== change) {
        throw new Refusal("idempotency_mismatch");
      }
      return segment;
    }
    const stock = await moveStock(tx, segment.id, change);
    if (stock === undefined) {
      throw new Refusal("stock_too_low");
    }
    const now = context.clock.now();
    await insertStockChange(tx, {
      id: newId(now),
      segment_id: segment.id,
      change,
      stock_after: stock,
      reason,
      changed_by: act.actor,
      changed_at: now,
      client_key: clientKey,
    });
    await context.ledger.appendAudit(tx, [
      {
        action: "segment.stock",
        actor: act.actor,
        customerId: null,
        object: segment.id,
        outcome: "ok",
        requestId: act.requestId,
        data: {
          role: act.role,
          reason,
          before: { stock: segment.stock },
          after: { stock },
        },
      },
    ]);
    return { ...segment, stock };
  });
}
