import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { ruleProblems } from "@tessera/contract/authorization/rule-problems";
import type { Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { selectOwnCards } from "./strategy-records.repository.ts";

/**
 * Rejects a rule that contradicts itself, or that names a card it cannot cover. A card that the
 * rule already covers can stay in the rule after it is closed.
 *
 * @throws Refusal `invalid_input` naming fields below `rule`; `not_found` for a card that does not
 * exist or belongs to another customer
 */
export async function checkRule(
  tx: Tx,
  customerId: string,
  rule: StrategyRule,
  former?: StrategyRule,
): Promise<void> {
  const fields = ruleProblems(rule).map(({ path, code }) => ({ path: `rule.${path}`, code }));
  if (fields.length > 0) {
    throw new Refusal("invalid_input", { fields });
  }
  const { cardIds } = rule.scope;
  if (cardIds !== undefined) {
    await checkCards(tx, customerId, cardIds, former?.scope.cardIds ?? []);
  }
}

async function checkCards(
  tx: Tx,
  customerId: string,
  cardIds: readonly string[],
  formerIds: readonly string[],
): Promise<void> {
  const uuids = cardIds.flatMap((cardId) => parseId("card", cardId) ?? []);
  const own = await selectOwnCards(tx, customerId, uuids);
  const statusOf = new Map(own.map(({ id, status }) => [id, status]));
  if (uuids.some((uuid) => !statusOf.has(uuid))) {
    throw new Refusal("not_found", { internal: "the rule names a card that is not theirs" });
  }
  const fields = uuids.flatMap((uuid, place) => {
    const isNew = !formerIds.includes(cardIds[place] ?? "");
    return isNew && statusOf.get(uuid) === "closed"
      ? [{ path: `rule.scope.cardIds.${place}`, code: "not_allowed" as const }]
      : [];
  });
  if (fields.length > 0) {
    throw new Refusal("invalid_input", { fields });
  }
}
