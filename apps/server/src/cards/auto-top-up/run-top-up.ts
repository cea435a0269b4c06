import type { AutoTopUpRefusal } from "@tessera/contract/cards/auto-top-up.schemas";
import type { ErrorCode } from "@tessera/contract/errors/catalog";
import type { Guard } from "@tessera/ledger";
import { periodIn } from "../../authorization/decision/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import type { createAcceptanceGate } from "../../identity/legal/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { fundLockedCard } from "../funding/index.ts";
import { lockCard } from "../lifecycle/index.ts";
import type { OrderRow, RunRow } from "./auto-top-up.tables.ts";
import { tellOfRefusal } from "./auto-top-up-mails.ts";
import { readStanding, updateOrder } from "./orders.repository.ts";
import { endRun, findRun, findWaitingRuns, type RunOutcome } from "./runs.repository.ts";
import { topUpAmount } from "./top-up-amount.policy.ts";

const DAY_MS = 86_400_000;

/** Refusals that the owner is not told of: the owner has ended the order or the card. */
const UNTOLD: ReadonlySet<AutoTopUpRefusal> = new Set(["turned_off", "card_closed"]);

const REFUSALS: Readonly<Partial<Record<ErrorCode | "limit_exceeded", AutoTopUpRefusal>>> = {
  insufficient_funds: "insufficient_funds",
  limit_exceeded: "cap_reached",
  price_changed: "fee_rose",
  card_frozen: "card_frozen",
  card_frozen_risk: "card_frozen",
  card_frozen_operator: "card_frozen",
  card_frozen_verification: "card_frozen",
  card_closing: "card_closed",
  card_closed: "card_closed",
  card_expired: "card_expired",
  // Such a card accepts no order, so one that it has is over.
  card_of_mandate: "turned_off",
  card_used: "card_used",
  account_suspended: "account_stopped",
};

/** Returns the name of the counter of what left the account for automatic top-ups in a month. */
export function topUpWindow({ month }: { readonly month: string }): string {
  return `top-up:${month}`;
}

type Gate = Pick<ReturnType<typeof createAcceptanceGate>, "refusal">;

/**
 * Acts on a cause. The money moves and the outcome is recorded in one transaction, so a run that is
 * repeated after a crash, or by another server, finds the outcome. The card's lock keeps two causes
 * from reading the same balance. A refusal is an outcome and is not repeated.
 */
export async function runTopUp(context: AppContext, gate: Gate, runId: string): Promise<void> {
  const before = await findRun(context.db.kysely, runId);
  if (before?.run.outcome !== "waiting") {
    return;
  }
  const { run, order } = before;
  // Asked before the transaction, which must not wait for a second connection.
  const caller = { userId: order.person_id, customerId: order.customer_id };
  const isAccepted = (await gate.refusal(caller)) === undefined;
  const acted = await inTransaction(context.db, async (tx) => {
    const card = await lockCard(tx, run.customer_id, run.card_id);
    const found = card && (await findRun(tx, runId));
    if (card === undefined || found?.run.outcome !== "waiting") {
      return undefined;
    }
    const outcome = await attempt(context, tx, { ...found, isAccepted }, card);
    await record(context, tx, { ...found, card }, outcome);
    return card;
  });
  if (acted !== undefined) {
    const cardId = wireId("card", acted.id);
    await context.events.publish(acted.customer_id, "card", { cardId });
  }
}

/**
 * Ends the runs that no server could act on within a day, even if the queue has given up on them.
 * Their owners get an email.
 */
export async function endMissedRuns(context: AppContext, gate: Gate): Promise<void> {
  const before = new Date(context.clock.now().getTime() - DAY_MS);
  for (const runId of await findWaitingRuns(context.db.kysely, before)) {
    try {
      await runTopUp(context, gate, runId);
    } catch (error) {
      // One failure must not delay the remaining runs.
      context.log.error({ err: error, runId }, "a missed automatic top-up could not be ended");
    }
  }
}

interface Found {
  readonly run: RunRow;
  readonly order: OrderRow;
}

function refused(reason: AutoTopUpRefusal): RunOutcome {
  return { outcome: "refused", reason };
}

/**
 * @param found with `isAccepted`: whether the person who gave the order accepted all legal texts
 */
async function attempt(
  context: AppContext,
  tx: Tx,
  { run, order, isAccepted }: Found & { readonly isAccepted: boolean },
  card: CardRow,
): Promise<RunOutcome> {
  const over = refusalOfOrder(context, run, order);
  if (over !== undefined) {
    return refused(over);
  }
  if (card.status === "closed" || card.status === "closing") {
    return refused("card_closed");
  }
  const { availableMinor, isStopped } = await readStanding(tx, card);
  const amountMinor = topUpAmount(order, { availableMinor, chargeMinor: run.charge_minor });
  if (amountMinor === 0n) {
    return { outcome: "not_needed" };
  }
  if (isStopped) {
    return refused("account_stopped");
  }
  if (!isAccepted) {
    return refused("acceptance_required");
  }
  const funded = await fundLockedCard(context, tx, card, {
    amountMinor,
    maxFeeBasisPoints: order.fee_basis_points,
    idempotencyKey: `auto-top-up:${run.id}`,
    guardOf: (totalMinor) => capGuard(context, order, totalMinor),
  });
  if ("refusal" in funded) {
    const reason = REFUSALS[funded.refusal];
    if (reason === undefined) {
      throw new Error(`an automatic top-up was refused: ${funded.refusal}`);
    }
    return refused(reason);
  }
  const { movementId: movement_id, feeMinor: fee_minor } = funded;
  return { outcome: "funded", movement_id, amount_minor: amountMinor, fee_minor };
}

/** Returns why an order does nothing any more, whatever the card has. */
function refusalOfOrder(
  { clock, config }: AppContext,
  run: RunRow,
  order: OrderRow,
): AutoTopUpRefusal | undefined {
  const now = clock.now();
  const isOver = order.ends_on !== null && order.ends_on < periodIn(config.timeZone, now).day;
  if (order.ended_at !== null || isOver) {
    return "turned_off";
  }
  if (now.getTime() - run.created_at.getTime() > DAY_MS) {
    return "too_late";
  }
  return order.paused_by_fee ? "fee_rose" : undefined;
}

/** The cap is the card's, so that a changed order does not begin again at zero. */
function capGuard({ clock, config }: AppContext, order: OrderRow, totalMinor: bigint): Guard {
  return {
    subject: order.card_id,
    window: topUpWindow(periodIn(config.timeZone, clock.now())),
    count: 1,
    amountMinor: totalMinor,
    maxAmountMinor: order.monthly_cap_minor,
  };
}

async function record(
  context: AppContext,
  tx: Tx,
  { run, order, card }: Found & { readonly card: CardRow },
  outcome: RunOutcome,
): Promise<void> {
  const now = context.clock.now();
  await endRun(tx, run.id, outcome, now);
  if (outcome.outcome === "funded") {
    await updateOrder(tx, order.id, { told_reason: null });
  }
  const reason = outcome.reason ?? undefined;
  if (reason === undefined) {
    return;
  }
  if (UNTOLD.has(reason)) {
    await updateOrder(tx, order.id, { ended_at: order.ended_at ?? now });
    return;
  }
  const state = {
    told_reason: reason,
    paused_by_fee: order.paused_by_fee || reason === "fee_rose",
  };
  await updateOrder(tx, order.id, state);
  if (order.told_reason !== reason) {
    await tellOfRefusal(context, tx, card, reason);
  }
}
