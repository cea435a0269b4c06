import { hash } from "node:crypto";
import type { Replacement, ReplacementReason } from "@tessera/contract/cards/cards.schemas";
import type { IssuerPort } from "../../adapters/issuer/issuer.port.ts";
import { requireOffered } from "../../adapters/providers/require-offered.ts";
import { periodIn, spendingWindows } from "../../authorization/decision/index.ts";
import type { CardReplacementRow } from "../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, wireId } from "../../platform/ids.ts";
import {
  type CardStanding,
  findStanding,
  getCard,
  ledgerClientKey,
  requireReplaceable,
} from "../lifecycle/index.ts";
import { putInPlace } from "./provision-card.ts";
import { withFreeNumber } from "./release-pan.ts";
import { findReplacementByKey } from "./replacements.repository.ts";
import { requireHolder } from "./require-holder.ts";
import { findSegment } from "./segments.repository.ts";

export interface ReplaceCommand {
  readonly customerId: string;
  readonly cardId: string | undefined;
  readonly reason: ReplacementReason;
  readonly idempotencyKey: string;
  /** Who requested the replacement, for the audit log. */
  readonly actor: string;
  readonly requestId: string;
}

/**
 * Issues a new PAN to replace a card, free of charge (decision 0091). The new card keeps the
 * segment, limits, nickname, usage, lock, schedule and address. The old card's balance and its
 * spending for the day and month carry over, and rules for the old card apply to the new one. The
 * old card accepts no more payments and closes once nothing is pending.
 *
 * @throws Refusal `not_found`, `card_closed`, `card_closing`, `card_used`, `card_frozen_operator`,
 * `segment_out_of_stock`, `account_suspended`, `idempotency_mismatch`, `not_offered`,
 * `holder_facts_missing`, and those from `IssuerPort`
 */
export async function replaceCard(
  context: AppContext,
  offered: IssuerPort | undefined,
  command: ReplaceCommand,
): Promise<Replacement> {
  const clientKey = ledgerClientKey("replace", command.idempotencyKey);
  const findEarlier = () => findReplacementByKey(context.db.kysely, command.customerId, clientKey);
  const earlier = await findEarlier();
  if (earlier !== undefined) {
    return answerAgain(context, command, earlier);
  }
  const issuer = requireOffered(offered, "cards");
  try {
    return await carryOut(context, issuer, command, clientKey);
  } catch (error) {
    // Another server may be handling the same key, which would explain why the card is closing.
    const other = error instanceof Refusal ? await findEarlier() : undefined;
    if (other === undefined) {
      throw error;
    }
    return answerAgain(context, command, other);
  }
}

async function carryOut(
  context: AppContext,
  issuer: IssuerPort,
  command: ReplaceCommand,
  clientKey: string,
): Promise<Replacement> {
  const { customerId, cardId } = command;
  const { kysely } = context.db;
  const now = context.clock.now();
  const windows = spendingWindows(periodIn(context.config.timeZone, now));
  const card =
    cardId === undefined ? undefined : await findStanding(kysely, customerId, cardId, windows);
  if (card === undefined) {
    throw new Refusal("not_found");
  }
  // This is checked before an external issuer is called, and again with the card locked.
  requireReplaceable(card);
  const place = { ...command, id: newId(now), newCardId: newId(now), clientKey, now };
  const holder = await requireHolder(context, issuer, customerId);
  const request = { ...(await requestOf(kysely, card, place)), holder };
  const replacement = await withFreeNumber(context, issuer, request, (issued) =>
    inTransaction(context.db, async (tx) => {
      const kept = await putInPlace(context, tx, { ...place, cardId: card.id, issued });
      return answer(context, tx, customerId, kept);
    }),
  );
  for (const changed of [replacement.card, replacement.replaced]) {
    await context.events.publish(customerId, "card", { cardId: changed.id });
  }
  return replacement;
}

interface Named {
  readonly id: string;
  readonly clientKey: string;
  readonly customerId: string;
  readonly now: Date;
}

async function requestOf(tx: Tx, card: CardStanding, { id, clientKey, customerId, now }: Named) {
  const segment = await findSegment(tx, card.segment_id);
  if (segment === undefined || segment.stock <= 0) {
    throw new Refusal("segment_out_of_stock");
  }
  return {
    requestId: id,
    orderKey: hash("sha256", `${customerId} ${clientKey}`, "hex"),
    network: card.network,
    bin: segment.bin,
    currency: card.currency,
    limits: {
      perTransactionMinor: card.per_transaction_limit_minor,
      dailyMinor: card.daily_limit_minor,
      monthlyMinor: card.monthly_limit_minor,
    },
    billingAddress: card.billing_address,
    issuedAt: now,
  };
}

/** Returns the result of an earlier call with the same key whose response was lost. */
function answerAgain(
  context: AppContext,
  { customerId, cardId, reason }: ReplaceCommand,
  earlier: CardReplacementRow,
): Promise<Replacement> {
  if (earlier.replaced_card_id !== cardId || earlier.reason !== reason) {
    throw new Refusal("idempotency_mismatch", {
      internal: `the key replaced ${wireId("card", earlier.replaced_card_id)}`,
    });
  }
  return answer(context, context.db.kysely, customerId, earlier);
}

async function answer(
  context: AppContext,
  tx: Tx,
  customerId: string,
  { card_id: cardId, replaced_card_id: replacedId }: CardReplacementRow,
): Promise<Replacement> {
  return {
    card: await getCard(context, customerId, cardId, tx),
    replaced: await getCard(context, customerId, replacedId, tx),
  };
}
