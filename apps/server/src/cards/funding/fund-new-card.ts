import type { Guard } from "@tessera/ledger";
import { feeOf } from "@tessera/money";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { CardSegmentRow } from "../../db/tables/issuing.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { QUOTE_LIFETIME_MS, segmentFeesAt } from "../pricing/index.ts";
import { insertQuotes } from "./quotes.repository.ts";
import { quotedMovement } from "./redeem-quote.ts";

/** What to load onto a card, at exactly which fee. Amounts are in minor units. */
interface FirstLoad {
  readonly segment: CardSegmentRow;
  readonly amountMinor: bigint;
  /** The fee that the card's owner was shown. */
  readonly feeMinor: bigint;
  /** The client's key in the ledger's format. */
  readonly clientKey: string;
  readonly guards: readonly Guard[];
}

/**
 * Loads a card in the transaction that issues it, which nobody else can see yet. The movement is
 * that of a load that a customer confirms.
 *
 * @throws Refusal `price_changed` if the fee is not the one in force, `insufficient_funds`,
 * `account_suspended`
 */
export async function fundNewCard(
  { clock, ledger }: AppContext,
  tx: Tx,
  card: CardRow,
  { segment, amountMinor, feeMinor, clientKey, guards }: FirstLoad,
): Promise<void> {
  const now = clock.now();
  const { version, cardDepositBasisPoints: feeBasisPoints } = await segmentFeesAt(tx, now, segment);
  if (feeOf(amountMinor, feeBasisPoints) !== feeMinor) {
    throw new Refusal("price_changed");
  }
  const expiresAt = new Date(now.getTime() + QUOTE_LIFETIME_MS);
  const id = newId(now);
  const { currency } = card;
  await insertQuotes(tx, [
    {
      ...{ id, customer_id: card.customer_id, card_id: card.id, operation: "deposit" },
      ...{ amount_minor: amountMinor, fee_minor: feeMinor, fee_basis_points: feeBasisPoints },
      ...{ fee_schedule_version: version, currency, created_at: now, expires_at: expiresAt },
    },
  ]);
  const quote = {
    ...{ id, customerId: card.customer_id, cardId: card.id, operation: "deposit" as const },
    ...{ amountMinor, feeMinor, currency, expiresAt, status: card.status, freezes: null },
    ...{ last4: card.last4, cardAccount: card.card_account, owedMinor: 0n },
    ...{ fundingAccount: card.funding_account, receivableAccount: card.receivable_account },
  };
  const movement = { ...quotedMovement(quote, clientKey, now), clientKey, guards };
  const [result] = await ledger.post(tx, [movement]);
  if (result?.outcome === "posted") {
    return;
  }
  const reason = result?.outcome === "refused" ? result.reason : "no result";
  switch (reason) {
    case "insufficient":
      throw new Refusal("insufficient_funds", { internal: `load of new card ${card.id}` });
    case "blocked":
    case "closed":
      throw new Refusal("account_suspended");
    case "mismatch":
      throw new Refusal("idempotency_mismatch");
    default:
      throw new Error(`the ledger refused to load new card ${card.id}: ${reason}`);
  }
}
