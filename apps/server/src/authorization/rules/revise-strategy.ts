import { isDeepStrictEqual } from "node:util";
import type { Strategy, StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { checkRule } from "./check-rule.ts";
import type { StrategyAuthor } from "./create-strategy.ts";
import { revokeRaises } from "./exceptions.repository.ts";
import { describeStrategy } from "./get-strategy.ts";
import { prepareWindows } from "./prepare-windows.ts";
import { settleWindowsLater } from "./settle-windows.ts";
import {
  findStrategyRecord,
  insertChange,
  insertVersion,
  lockCustomer,
  raiseRevision,
  type StrategyRecord,
} from "./strategy-records.repository.ts";
import { isJudging } from "./strategy-status.policy.ts";

interface Revision extends StrategyAuthor {
  readonly strategyId: string | undefined;
  readonly name: string;
  readonly rule: StrategyRule;
  /** The version that the edit is based on. */
  readonly basedOn: number;
}

/**
 * Creates a new version of a strategy, which applies immediately if the strategy is active. Sending
 * the same name and rule again creates no version, so a revision can be retried. Changing the rule
 * revokes temporary raises, so that its limits apply as written.
 *
 * @throws Refusal `invalid_input`, `not_found`, `strategy_retired`, `strategy_changed` if it was
 * edited elsewhere after the `basedOn` version
 */
export async function reviseStrategy(context: AppContext, revision: Revision): Promise<Strategy> {
  const { customerId, strategyId } = revision;
  const { strategy, isNew } = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, customerId);
    const record =
      strategyId === undefined ? undefined : await findStrategyRecord(tx, customerId, strategyId);
    if (record === undefined) {
      throw new Refusal("not_found");
    }
    if (record.status === "retired") {
      throw new Refusal("strategy_retired");
    }
    const isSame = record.name === revision.name && isDeepStrictEqual(record.rule, revision.rule);
    const now = isSame ? record : await writeVersion(context, tx, record, revision);
    return { strategy: await describeStrategy(context, tx, now), isNew: !isSame };
  });
  if (isNew) {
    await context.events.publish(customerId, "risk", { strategyId: strategy.id });
  }
  return strategy;
}

async function writeVersion(
  context: AppContext,
  tx: Tx,
  record: StrategyRecord,
  revision: Revision,
): Promise<StrategyRecord> {
  if (record.version !== revision.basedOn) {
    throw new Refusal("strategy_changed");
  }
  const { customerId, name, rule } = revision;
  await checkRule(tx, customerId, rule, record.rule);
  const at = context.clock.now();
  const version = record.version + 1;
  await insertVersion(tx, record.id, { version, name, rule, created_at: at });
  // A raise applied to the limit in force when it was granted, so it ends when that limit changes.
  const isSameRule = isDeepStrictEqual(record.rule, rule);
  const lowered = !isSameRule && (await revokeRaises(tx, customerId, record.id, at));
  if (isJudging(record.status)) {
    await prepareWindows(context, tx, customerId, rule, at);
    await settleWindowsLater(context, tx, { customerId, strategyId: record.id });
    await insertChange(tx, { strategy_id: record.id, version, status: record.status, at });
  }
  if (lowered || isJudging(record.status)) {
    await raiseRevision(tx, customerId);
  }
  await context.ledger.appendAudit(tx, [
    {
      action: "strategy.revise",
      actor: revision.actor,
      customerId,
      object: record.id,
      outcome: "ok",
      requestId: revision.requestId,
      data: {
        status: record.status,
        before: { name: record.name, version: record.version, rule: record.rule },
        after: { name, version, rule },
      },
    },
  ]);
  return { ...record, version, name, rule };
}
