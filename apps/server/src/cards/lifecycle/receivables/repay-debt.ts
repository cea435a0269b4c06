import type { Movement, Result } from "@tessera/ledger";
import type { CardRow } from "../../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { findLatestMovement } from "../movements.repository.ts";
import { noteDebt } from "./card-debts.repository.ts";

/** The accounts of a card with a debt. */
export interface IndebtedCard {
  readonly cardId: string;
  readonly customerId: string;
  readonly currency: Movement["currency"];
  /** The account that pays the debt. */
  readonly cardAccount: bigint;
  readonly receivableAccount: bigint;
}

/** Returns a locked card's accounts. A closed card's debt is paid by the account that funded it. */
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
 * Repays as much of a card's debt as the available money allows. The repayment is a separate step
 * of the movement that brought in the money, so that redeeming a quote posts the same movement on
 * every retry. The card's row must be locked, since two concurrent repayments would pay a debt
 * twice.
 *
 * The remainder is recorded for `collectDebts`.
 *
 * @param parentId the movement that brought in the money, or null if the money was found later
 * @returns the remaining debt, in minor units
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

/**
 * Logs a refused repayment, as a warning only if the refusal was unexpected. The debt remains in
 * either case.
 */
function reportRefusal(
  { log }: AppContext,
  { cardId }: IndebtedCard,
  result: Extract<Result, { outcome: "refused" }> | undefined,
): void {
  const reason = result?.reason ?? "no result";
  // A concurrent authorization took the money, or the account is blocked by a freeze or an
  // operator.
  if (reason === "insufficient" || reason === "blocked") {
    log.debug({ cardId, reason }, "a debt cannot be repaid yet");
  } else {
    log.error({ cardId, reason }, "a debt was not repaid, to be retried");
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
