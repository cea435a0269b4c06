import type { Balance, Leg, Movement } from "@tessera/ledger";
import type { CardRow } from "../../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { everyRow } from "../../../platform/paging/every-row.ts";
import { lockAnyCard, updateCardStatus } from "../cards.repository.ts";
import { deleteFreezes, listLayers } from "../freezes/card-freezes.repository.ts";
import { noteDebt } from "../receivables/card-debts.repository.ts";
import { findClosing, findSettledClosings, lockSuccessor } from "./card-closings.repository.ts";
import { reachCard } from "./successor-movements.ts";

const INTERVAL_MS = 5_000;
const PAGE_SIZE = 200;

/**
 * Closes a locked card whose owner requested the closure, once the card has no holds. Runs in the
 * transaction that ended the last hold, or in a job if that was not possible. The remaining balance
 * returns to the account or moves to the replacement card. The account pays any debt. If it cannot
 * pay all of the debt, it pays the rest once it has money.
 *
 * @returns whether the card is now closed
 */
export async function finishClosing(
  context: AppContext,
  tx: Tx,
  card: Pick<CardRow, "id" | "status">,
): Promise<boolean> {
  if (card.status !== "closing") {
    return false;
  }
  const locked = await lockAnyCard(tx, card.id);
  const closing = await findClosing(tx, card.id);
  if (locked?.status !== "closing" || closing === undefined) {
    return false;
  }
  const sums = await sumsOf(context, tx, locked);
  const isHeldBack = (await listLayers(tx, card.id)).includes("operator");
  if (sums === undefined || isHeldBack) {
    return false;
  }
  const movement = closingMovement(context, locked, {
    ...sums,
    clientKey: null,
    actor: closing.actor,
    requestId: closing.request_id,
  });
  const [result] = await context.ledger.post(tx, [movement]);
  if (result?.outcome !== "posted") {
    const reason = result?.outcome === "refused" ? result.reason : "no result";
    // The account was debited concurrently, or an operator has blocked it. The job will retry.
    context.log.info({ cardId: card.id, reason }, "card closing still waits");
    return false;
  }
  if (sums.repaidMinor < sums.owedMinor) {
    await noteDebt(tx, card.id);
  }
  await endCard(context, tx, locked);
  await passOn(context, tx, locked, sums.postedMinor - sums.owedMinor);
  return true;
}

/** Marks a card as closed once its account is empty. */
export async function endCard(context: AppContext, tx: Tx, card: CardRow): Promise<void> {
  await context.ledger.setAccountStatus(tx, card.card_account, "closed");
  await deleteFreezes(tx, card.id, ["customer", "risk", "verification", "operator"]);
  await updateCardStatus(tx, card.id, "closed", context.clock.now());
}

/**
 * Moves money that is no longer on hold for payments, and so is available again, to the replacement
 * card.
 */
async function passOn(
  context: AppContext,
  tx: Tx,
  card: CardRow,
  amountMinor: bigint,
): Promise<void> {
  if (amountMinor <= 0n) {
    return;
  }
  const successor = await lockSuccessor(tx, card.id);
  const lives = successor?.status === "active" || successor?.status === "frozen";
  if (successor === undefined || !lives) {
    return;
  }
  const [result] = await context.ledger.post(tx, [reachCard(context, successor, { amountMinor })]);
  if (result?.outcome !== "posted") {
    // The money stays in the account, as it does for any closed card.
    context.log.info({ cardId: card.id }, "released money of a replaced card stays in the account");
  }
}

interface ClosingSums {
  /**
   * The amount that returns to the account, the amount that the card owes, and the part of the debt
   * that is paid now.
   */
  readonly postedMinor: bigint;
  readonly owedMinor: bigint;
  readonly repaidMinor: bigint;
}

/**
 * Computes the amounts for a closure.
 *
 * @returns undefined if money is on hold, or if an operator has blocked an account
 */
async function sumsOf(
  { ledger }: AppContext,
  tx: Tx,
  card: CardRow,
): Promise<ClosingSums | undefined> {
  const { card_account: own, receivable_account: owed, funding_account: funding } = card;
  const balances = await ledger.balances(tx, [own, owed, funding]);
  const of = (account: bigint): Balance => {
    const found = balances.find((balance) => balance.account === account);
    if (found === undefined) {
      throw new Error(`card ${card.id} has no balance`);
    }
    return found;
  };
  if (of(own).heldMinor > 0n || of(own).status === "blocked") {
    return undefined;
  }
  const postedMinor = of(own).postedMinor;
  const owedMinor = -of(owed).postedMinor;
  const there = of(funding).availableMinor + postedMinor;
  const payable = of(funding).status === "open" ? there : 0n;
  return { postedMinor, owedMinor, repaidMinor: payable < owedMinor ? payable : owedMinor };
}

export interface ClosingMovement extends Omit<ClosingSums, "owedMinor"> {
  readonly clientKey: string | null;
  readonly actor: string;
  readonly requestId: string;
}

/** Returns the movement that empties a card and pays its debt. */
export function closingMovement(
  context: AppContext,
  card: CardRow,
  { postedMinor, repaidMinor, clientKey, actor, requestId }: ClosingMovement,
): Movement {
  const now = context.clock.now();
  const sweep: Leg = { type: "sweep", debit: card.card_account, credit: card.funding_account };
  const repayment: Leg = {
    type: "transfer",
    debit: card.funding_account,
    credit: card.receivable_account,
    amountMinor: repaidMinor,
  };
  return {
    id: newId(now),
    customerId: card.customer_id,
    kind: "card_close",
    cardId: card.id,
    parentId: null,
    status: "completed",
    currency: card.currency,
    // The change in the card's balance: negative if money returns to the account, positive if the
    // account repays what the card owes.
    amountMinor: repaidMinor - postedMinor,
    feeMinor: 0n,
    title: "",
    data: { last4: card.last4 },
    eventAt: now,
    clientKey,
    legs: repaidMinor > 0n ? [sweep, repayment] : [sweep],
    audit: [
      {
        action: "card.close",
        actor,
        customerId: card.customer_id,
        object: card.id,
        outcome: "ok",
        requestId,
        data: {},
      },
    ],
  };
}

/** Closes every card that no longer has to wait. Returns how many were closed. */
export async function finishClosings(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<number> {
  const settled = everyRow<Pick<CardRow, "id">>(pageSize, (after) =>
    findSettledClosings(context.db.kysely, pageSize, after),
  );
  let closed = 0;
  for await (const { id } of settled) {
    try {
      const isClosed = await inTransaction(context.db, (tx) =>
        finishClosing(context, tx, { id, status: "closing" }),
      );
      closed += isClosed ? 1 : 0;
    } catch (error) {
      // The next run retries this card. A failure must not delay the remaining cards.
      context.log.error({ err: error, cardId: id }, "card closing failed, to be retried");
    }
  }
  return closed;
}

/** Starts the job that completes closures. */
export function startClosings(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "card-closings", async () => {
    await finishClosings(context);
  });
}
