import { isDeepStrictEqual } from "node:util";
import type { DrawBody } from "@tessera/contract/cards/card-settings.schemas";
import type { Card } from "@tessera/contract/cards/cards.schemas";
import { formatAmount } from "@tessera/money";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireLiving, requireRevision } from "./card-refusals.ts";
import { type CardSettings, lockCard, updateSettings } from "./cards.repository.ts";
import type { CardCommand } from "./freezes/freeze-card.ts";
import { getCard } from "./read-cards.ts";

type DrawColumn = "draw_daily_minor" | "draw_fee_basis_points" | "draw_merchants";
type KeepAliveColumn =
  | "keep_alive_daily_minor"
  | "keep_alive_fee_basis_points"
  | "keep_alive_merchants";
type Draw = Required<Pick<CardSettings, DrawColumn>>;
type KeepAlive = Required<Pick<CardSettings, KeepAliveColumn>>;

/**
 * Sets what a card draws on its customer's account if its own balance does not suffice: the most in
 * a day, and optionally the only merchants; and the merchants to keep paid, with the most that they
 * draw in a day in addition. The owner agrees to the fee that was shown. Applies to every payment
 * that is decided after this function returns; what was drawn earlier in the day counts. Setting
 * the same again changes nothing, so the call can be retried.
 *
 * @throws Refusal `not_found`, `card_changed` if `revision` is not the card's current revision,
 * `card_closed`, `card_closing`, `card_of_mandate`, `price_changed` if the fee shown is not the one
 * in force, `not_offered`, `invalid_input` for an amount of zero
 */
export async function setDraw(
  context: AppContext,
  { customerId, cardId, actor, requestId }: CardCommand,
  { revision, draw: wanted, keepAlive }: DrawBody,
): Promise<Card> {
  const { card, changed } = await inTransaction(context.db, async (tx) => {
    const locked = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (locked === undefined) {
      throw new Refusal("not_found");
    }
    requireLiving(locked);
    const draw = { ...drawOf(locked, wanted), ...keepAliveOf(locked, keepAlive) };
    const shown = await getCard(context, customerId, locked.id, tx);
    if (isDeepStrictEqual(draw, settingOf(locked))) {
      return { card: shown, changed: false };
    }
    requireRevision(locked, revision);
    for (const one of [wanted, keepAlive]) {
      if (one != null) {
        if (locked.mandate_id !== null) {
          throw new Refusal("card_of_mandate");
        }
        requireOffered(shown, one.feeBasisPoints);
      }
    }
    return { card: await change(context, tx, locked, draw, { actor, requestId }), changed: true };
  });
  if (changed) {
    await context.events.publish(customerId, "card", { cardId: card.id });
  }
  return card;
}

async function change(
  context: AppContext,
  tx: Tx,
  locked: CardRow,
  draw: Draw & KeepAlive,
  { actor, requestId }: Pick<CardCommand, "actor" | "requestId">,
): Promise<Card> {
  const { id, customer_id: customerId } = locked;
  await updateSettings(tx, id, draw);
  await context.ledger.appendAudit(tx, [
    {
      ...{ action: "card.draw", actor, customerId, object: id, outcome: "ok", requestId },
      data: { before: recordOf(locked, settingOf(locked)), after: recordOf(locked, draw) },
    },
  ]);
  return getCard(context, customerId, id, tx);
}

function settingOf(card: CardRow): Draw & KeepAlive {
  const { draw_daily_minor, draw_fee_basis_points, draw_merchants } = card;
  return { draw_daily_minor, draw_fee_basis_points, draw_merchants, ...keptOf(card) };
}

function keptOf(card: CardRow): KeepAlive {
  const { keep_alive_daily_minor, keep_alive_fee_basis_points, keep_alive_merchants } = card;
  return { keep_alive_daily_minor, keep_alive_fee_basis_points, keep_alive_merchants };
}

/** Returns the merchants to keep paid; those of the card if a caller does not name any. */
function keepAliveOf(card: CardRow, wanted: DrawBody["keepAlive"]): KeepAlive {
  if (wanted === undefined) {
    return keptOf(card);
  }
  if (wanted === null) {
    return {
      ...{ keep_alive_daily_minor: null, keep_alive_fee_basis_points: null },
      keep_alive_merchants: null,
    };
  }
  return {
    keep_alive_daily_minor: requireAmount(wanted.daily, card.currency, "keepAlive.daily"),
    keep_alive_fee_basis_points: wanted.feeBasisPoints,
    keep_alive_merchants: [...new Set(wanted.merchants)],
  };
}

function drawOf({ currency }: CardRow, wanted: DrawBody["draw"]): Draw {
  if (wanted === null) {
    return { draw_daily_minor: null, draw_fee_basis_points: null, draw_merchants: null };
  }
  return {
    draw_daily_minor: requireAmount(wanted.daily, currency, "draw.daily"),
    draw_fee_basis_points: wanted.feeBasisPoints,
    draw_merchants: wanted.merchants === null ? null : [...new Set(wanted.merchants)],
  };
}

/** Checks that drawing is offered, at the fee that its owner was shown. */
function requireOffered({ draw, depositFeeBasisPoints }: Card, shownBasisPoints: number): void {
  if (draw === undefined) {
    throw new Refusal("not_offered");
  }
  if (depositFeeBasisPoints !== shownBasisPoints) {
    throw new Refusal("price_changed");
  }
}

/** Formats the setting for the audit log. A card that draws nothing has nulls. */
function recordOf({ currency }: CardRow, draw: Draw & KeepAlive) {
  const money = (minor: bigint | null) =>
    minor === null ? null : `${formatAmount(minor, currency)} ${currency}`;
  return {
    drawDaily: money(draw.draw_daily_minor),
    drawFeeBasisPoints: draw.draw_fee_basis_points,
    drawMerchants: draw.draw_merchants?.join(", ") ?? null,
    keepAliveDaily: money(draw.keep_alive_daily_minor),
    keepAliveFeeBasisPoints: draw.keep_alive_fee_basis_points,
    keepAliveMerchants: draw.keep_alive_merchants?.join(", ") ?? null,
  };
}
