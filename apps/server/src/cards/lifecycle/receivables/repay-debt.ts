import type { Movement, Result } from "@tessera/ledger";
import type { CardRow } from "../../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { findLatestMovement } from "../movements.repository.ts";
import { noteDebt } from "./card-debts.repository.ts";

/** A card's accounts, as far as a debt concerns them. */
export interface IndebtedCard {
  readonly cardId: string;
  readonly customerId: string;
  readonly currency: Movement["currency"];
  /** Where the debt is paid from. */
  readonly cardAccount: bigint;
  readonly receivableAccount: bigint;
}

/** A locked card's accounts: a closed card's debt is the account's to pay, as it was at closing. */
export function indebted(card: CardRow): IndebtedCard {
  return {
    cardId: card.id,
    customerId: card.customer_id,
    currency: card.currency,
    cardAccount: card.status === "closed" ? card.funding_account : card.card_account,
    receivableAccount: card.receivable_account,
  };
}

/**
 * Pays as much of a card's debt as there is available. The repayment is a step of its own beside
 * what brought the money, so that charging a quote stays the same movement however often it is
 * tried. The card's row must be locked: two repayments at once would pay a debt twice.
 *
 * What cannot be paid now is noted, and `collectDebts` comes back to it.
 *
 * @param parentId the movement that brought the money, or null where it is only found to be there
 * @returns what is still owed, in minor units
 */
export async function repayDebt(
  context: AppContext,
  tx: Tx,
  card: IndebtedCard,
  parentId: string | null,
): Promise<bigint> {
  const balances = await context.ledger.balances(tx, [card.cardAccount, card.receivableAccount]);
  const own = balances.find((balance) => balance.account === card.cardAccount);
  const receivable = balances.find((balance) => balance.account === card.receivableAccount);
  const owedMinor = -(receivable?.postedMinor ?? 0n);
  if (owedMinor <= 0n) {
    return 0n;
  }
  const availableMinor = own?.availableMinor ?? 0n;
  const amountMinor = owedMinor < availableMinor ? owedMinor : availableMinor;
  const isPaid = amountMinor > 0n && (await pay(context, tx, card, { parentId, amountMinor }));
  const leftMinor = isPaid ? owedMinor - amountMinor : owedMinor;
  if (leftMinor > 0n) {
    await noteDebt(tx, card.cardId);
  }
  return leftMinor;
}

interface Repayment {
  readonly parentId: string | null;
  readonly amountMinor: bigint;
}

async function pay(
  context: AppContext,
  tx: Tx,
  card: IndebtedCard,
  repayment: Repayment,
): Promise<boolean> {
  const parentId = repayment.parentId ?? (await findLatestMovement(tx, card.cardId));
  const movement = repaymentOf(context, card, { ...repayment, parentId });
  const [result] = await context.ledger.post(tx, [movement]);
  if (result?.outcome === "refused" || result === undefined) {
    reportRefusal(context, card, result);
    return false;
  }
  return true;
}

/** The debt stays either way; only what nobody foresaw is somebody's to look at. */
function reportRefusal(
  { log }: AppContext,
  { cardId }: IndebtedCard,
  result: Extract<Result, { outcome: "refused" }> | undefined,
): void {
  const reason = result?.reason ?? "no result";
  // An authorisation took the money in between, or a freeze or an operator holds it.
  if (reason === "insufficient" || reason === "blocked") {
    log.debug({ cardId, reason }, "a debt cannot be repaid yet");
  } else {
    log.error({ cardId, reason }, "a debt was not repaid and is tried again");
  }
}

function repaymentOf(context: AppContext, card: IndebtedCard, repayment: Repayment): Movement {
  const now = context.clock.now();
  const { parentId, amountMinor } = repayment;
  return {
    id: newId(now),
    customerId: card.customerId,
    kind: "repayment",
    cardId: card.cardId,
    parentId,
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
  };
}
