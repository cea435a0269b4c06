import type { Movement } from "@tessera/ledger";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { cardEvents } from "./card-events.ts";
import { findLatestMovement } from "./movements.repository.ts";

/** A card's accounts, as far as a debt concerns them. */
export interface IndebtedCard {
  readonly cardId: string;
  readonly customerId: string;
  readonly currency: Movement["currency"];
  readonly cardAccount: bigint;
  readonly receivableAccount: bigint;
}

/**
 * Pays as much of a card's debt as the card has available. The repayment is a step of its own
 * beside what brought the money, so that charging a quote stays the same movement however often
 * it is tried. The card's row must be locked: two repayments at once would pay a debt twice.
 *
 * @param parentId the movement that brought the money, or null where it is only found to be there
 */
export async function repayDebt(
  context: AppContext,
  tx: Tx,
  card: IndebtedCard,
  parentId: string | null,
): Promise<void> {
  const balances = await context.ledger.balances(tx, [card.cardAccount, card.receivableAccount]);
  const own = balances.find((balance) => balance.account === card.cardAccount);
  const receivable = balances.find((balance) => balance.account === card.receivableAccount);
  const owedMinor = -(receivable?.postedMinor ?? 0n);
  const availableMinor = own?.availableMinor ?? 0n;
  const amountMinor = owedMinor < availableMinor ? owedMinor : availableMinor;
  if (amountMinor <= 0n) {
    return;
  }
  const now = context.clock.now();
  // Refused only where an authorisation took the money in between; the debt then stays.
  await context.ledger.post(tx, [
    {
      id: newId(now),
      customerId: card.customerId,
      kind: "repayment",
      cardId: card.cardId,
      parentId: parentId ?? (await findLatestMovement(tx, card.cardId)),
      status: "completed",
      currency: card.currency,
      amountMinor: -amountMinor,
      feeMinor: 0n,
      title: "",
      data: {},
      eventAt: now,
      clientKey: null,
      legs: [
        {
          type: "transfer",
          debit: card.cardAccount,
          credit: card.receivableAccount,
          amountMinor,
        },
      ],
      events: cardEvents(card.cardId),
    },
  ]);
}
