import type { Strategy, StrategyStatus } from "@tessera/contract/authorization/risk.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { StrategyAuthor } from "./create-strategy.ts";
import { describeStrategy } from "./get-strategy.ts";
import { prepareWindows } from "./prepare-windows.ts";
import { settleWindowsLater } from "./settle-windows.ts";
import {
  findStrategyRecord,
  insertChange,
  lockCustomer,
  raiseRevision,
  type StrategyRecord,
  updateStatus,
} from "./strategy-records.repository.ts";
import { isJudging, mayBecome } from "./strategy-status.policy.ts";

interface StatusChange extends StrategyAuthor {
  readonly strategyId: string | undefined;
  readonly status: Exclude<StrategyStatus, "draft">;
}

/**
 * Sets a strategy to shadow, active, paused or retired; retired is final. Setting the current
 * status changes nothing.
 *
 * @throws Refusal `not_found`, `strategy_retired`, `invalid_input` for a status that cannot follow
 * the current one
 */
export async function setStrategyStatus(
  context: AppContext,
  change: StatusChange,
): Promise<Strategy> {
  const { customerId, strategyId, status } = change;
  const { strategy, changed } = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const record =
      strategyId === undefined ? undefined : await findStrategyRecord(tx, customerId, strategyId);
    if (record === undefined) {
      throw new Refusal("not_found");
    }
    const isChange = record.status !== status;
    const now = isChange ? await writeStatus(context, tx, record, change) : record;
    return { strategy: await describeStrategy(context, tx, now), changed: isChange };
  });
  if (changed) {
    await context.events.publish(customerId, "risk", { strategyId: strategy.id });
  }
  return strategy;
}

async function writeStatus(
  context: AppContext,
  tx: Tx,
  record: StrategyRecord,
  { customerId, status, actor, requestId }: StatusChange,
): Promise<StrategyRecord> {
  if (record.status === "retired") {
    throw new Refusal("strategy_retired");
  }
  if (!mayBecome(record.status, status)) {
    throw new Refusal("invalid_input", { fields: [{ path: "status", code: "not_allowed" }] });
  }
  const at = context.clock.now();
  if (isJudging(status)) {
    await prepareWindows(context, tx, customerId, record.rule, at);
    await settleWindowsLater(context, tx, { customerId, strategyId: record.id });
  }
  await updateStatus(tx, record.id, { status, at });
  if (isJudging(status) || isJudging(record.status)) {
    await insertChange(tx, { strategy_id: record.id, version: record.version, status, at });
    await raiseRevision(tx, customerId);
  }
  await context.ledger.appendAudit(tx, [
    {
      action: "strategy.status",
      actor,
      customerId,
      object: record.id,
      outcome: "ok",
      requestId,
      data: {
        name: record.name,
        version: record.version,
        before: { status: record.status },
        after: { status },
      },
    },
  ]);
  return { ...record, status, status_since: at };
}
