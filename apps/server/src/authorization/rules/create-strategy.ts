import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  MAX_STRATEGIES,
  type Strategy,
  type StrategyRule,
} from "@tessera/contract/authorization/risk.schemas";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { checkRule } from "./check-rule.ts";
import { describeStrategy } from "./get-strategy.ts";
import {
  countStrategies,
  findStrategyByKey,
  insertStrategy,
  lockCustomer,
  type StrategyRecord,
} from "./strategy-records.repository.ts";

/** Who is changing a strategy, for the audit log. */
export interface StrategyAuthor {
  readonly customerId: string;
  readonly actor: string;
  readonly requestId: string;
}

interface Draft extends StrategyAuthor {
  readonly name: string;
  readonly rule: StrategyRule;
  readonly idempotencyKey: string;
}

/**
 * Drafts a strategy. Each key creates only one draft, no matter how often the request is sent, even
 * if the first response was lost.
 *
 * @throws Refusal `invalid_input`, `not_found` for another customer's card, `too_many_strategies`,
 * `idempotency_mismatch`
 */
export async function createStrategy(context: AppContext, draft: Draft): Promise<Strategy> {
  const clientKey = hash("sha256", draft.idempotencyKey, "base64url");
  const { strategy, isNew } = await inTransaction(context.db, async (tx) => {
    await lockCustomer(tx, draft.customerId);
    const earlier = await findStrategyByKey(tx, draft.customerId, clientKey);
    const record = earlier ?? (await insertDraft(context, tx, draft, clientKey));
    if (earlier !== undefined) {
      requireSame(earlier, draft);
    }
    return {
      strategy: await describeStrategy(context, tx, record),
      isNew: earlier === undefined,
    };
  });
  if (isNew) {
    await context.events.publish(draft.customerId, "risk", { strategyId: strategy.id });
  }
  return strategy;
}

/**
 * Checks that a key is reused only for the same draft. A strategy that has since been edited still
 * belongs to its key.
 */
function requireSame(earlier: StrategyRecord, { name, rule }: Draft): void {
  const isSame = earlier.name === name && isDeepStrictEqual(earlier.rule, rule);
  if (earlier.version === 1 && !isSame) {
    throw new Refusal("idempotency_mismatch");
  }
}

async function insertDraft(
  context: AppContext,
  tx: Tx,
  draft: Draft,
  clientKey: string,
): Promise<StrategyRecord> {
  const { customerId, name, rule } = draft;
  await checkRule(tx, customerId, rule);
  if ((await countStrategies(tx, customerId)) >= MAX_STRATEGIES) {
    throw new Refusal("too_many_strategies");
  }
  const at = context.clock.now();
  const strategy = { id: newId(at), customer_id: customerId, name, rule, created_at: at };
  await insertStrategy(tx, { ...strategy, client_key: clientKey });
  await context.ledger.appendAudit(tx, [
    {
      action: "strategy.create",
      actor: draft.actor,
      customerId,
      object: strategy.id,
      outcome: "ok",
      requestId: draft.requestId,
      data: { after: { name, version: 1, status: "draft", rule } },
    },
  ]);
  return { ...strategy, status: "draft", status_since: at, version: 1 };
}
