import type { OwnLimitsBody } from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount, parseAmount } from "@tessera/money";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireLiving, requireRevision } from "./card-refusals.ts";
import { type CardSettings, lockCard, updateSettings } from "./cards.repository.ts";
import type { CardCommand } from "./freezes/freeze-card.ts";
import { getCard } from "./read-cards.ts";

type LimitName = "perTransaction" | "daily" | "monthly";
type OwnLimits = Required<
  Pick<
    CardSettings,
    | "own_per_transaction_limit_minor"
    | "own_daily_limit_minor"
    | "own_monthly_limit_minor"
    | "blocks_foreign"
  >
>;

/**
 * Sets the owner's limits on a card's spending per purchase, day and month, in the card's currency,
 * and whether the card pays in other currencies. The new limits apply to every payment that is
 * decided after this function returns. Earlier spending in the day and month counts toward them.
 * Setting the same limits again changes nothing, so the call can be retried.
 *
 * @throws Refusal `not_found`, `card_changed` if `revision` is not the card's current revision,
 * `card_closed`, `card_closing`, `invalid_input` for a limit above the card's limit
 * (`above_card_limit`)
 */
export async function setOwnLimits(
  context: AppContext,
  { customerId, cardId, actor, requestId }: CardCommand,
  { revision, ...wanted }: OwnLimitsBody,
): Promise<Card> {
  const { card, changed } = await inTransaction(context.db, async (tx) => {
    const locked = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (locked === undefined) {
      throw new Refusal("not_found");
    }
    requireLiving(locked);
    const limits = limitsOf(locked, wanted);
    if (isSame(locked, limits)) {
      return { card: await getCard(context, customerId, locked.id, tx), changed: false };
    }
    requireRevision(locked, revision);
    await updateSettings(tx, locked.id, limits);
    await context.ledger.appendAudit(tx, [
      {
        action: "card.limits",
        actor,
        customerId,
        object: locked.id,
        outcome: "ok",
        requestId,
        data: { before: recordOf(locked, locked), after: recordOf(locked, limits) },
      },
    ]);
    return { card: await getCard(context, customerId, locked.id, tx), changed: true };
  });
  if (changed) {
    await context.events.publish(customerId, "card", { cardId: card.id });
  }
  return card;
}

type Wanted = Omit<OwnLimitsBody, "revision">;

function limitsOf(card: CardRow, { foreignPayments, ...wanted }: Wanted): OwnLimits {
  const above: LimitName[] = [];
  const read = (name: LimitName, mostMinor: bigint): bigint | null => {
    const text = wanted[name];
    const minor = text === null ? null : parseAmount(text, card.currency);
    if (minor === undefined) {
      throw new Refusal("invalid_input", { fields: [{ path: name, code: "malformed_amount" }] });
    }
    if (minor !== null && minor > mostMinor) {
      above.push(name);
    }
    return minor;
  };
  const limits = {
    own_per_transaction_limit_minor: read("perTransaction", card.per_transaction_limit_minor),
    own_daily_limit_minor: read("daily", card.daily_limit_minor),
    own_monthly_limit_minor: read("monthly", card.monthly_limit_minor),
    blocks_foreign:
      foreignPayments === undefined ? card.blocks_foreign : foreignPayments === "blocked",
  };
  if (above.length > 0) {
    const fields = above.map((path) => ({ path, code: "above_card_limit" as const }));
    throw new Refusal("invalid_input", { fields });
  }
  return limits;
}

function isSame(card: CardRow, limits: OwnLimits): boolean {
  return (
    card.own_per_transaction_limit_minor === limits.own_per_transaction_limit_minor &&
    card.own_daily_limit_minor === limits.own_daily_limit_minor &&
    card.own_monthly_limit_minor === limits.own_monthly_limit_minor &&
    card.blocks_foreign === limits.blocks_foreign
  );
}

/** Formats limits for the audit log, such as `500.00 USD`. A missing limit is null. */
function recordOf({ currency }: CardRow, limits: OwnLimits) {
  const text = (minor: bigint | null) =>
    minor === null ? null : `${formatAmount(minor, currency)} ${currency}`;
  return {
    limitPerTransaction: text(limits.own_per_transaction_limit_minor),
    limitDaily: text(limits.own_daily_limit_minor),
    limitMonthly: text(limits.own_monthly_limit_minor),
    foreignPayments: limits.blocks_foreign ? "blocked" : "allowed",
  };
}
