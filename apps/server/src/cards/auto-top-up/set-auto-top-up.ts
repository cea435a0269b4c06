import { isDeepStrictEqual } from "node:util";
import type {
  AutoTopUp,
  AutoTopUpBody,
  AutoTopUpOrder,
} from "@tessera/contract/cards/auto-top-up.schemas";
import { WEEKDAYS } from "@tessera/contract/cards/cards.schemas";
import type { FieldCode } from "@tessera/contract/fields";
import type { CurrencyCode } from "@tessera/money";
import { periodIn } from "../../authorization/decision/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { requireAmount } from "../../platform/http/amount-input.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardCommand, lockCard, requireLiving } from "../lifecycle/index.ts";
import { presentTerms } from "./auto-top-up.presenter.ts";
import type { OrderRow } from "./auto-top-up.tables.ts";
import { recordCauses } from "./find-causes.ts";
import { nextSlot } from "./order-times.ts";
import { findOrder, insertOrder, type NewOrder, updateOrder } from "./orders.repository.ts";
import { readAutoTopUp } from "./read-auto-top-up.ts";

/** A command on a card, and the person who gives it. */
type Command = CardCommand & { readonly personId: string };

/**
 * Sets when a card is topped up by itself, and by how much, or turns that off. The owner agrees to
 * the fee that was shown. If the balance is below the threshold already, the card is topped up at
 * once. Setting the same again changes nothing, so the call can be retried.
 *
 * @throws Refusal `not_found`, `card_changed` if the card's order is not the one that was edited,
 * `card_closed`, `card_closing`, `card_of_mandate`, `price_changed` if the fee shown is not the one
 * in force, `invalid_input`
 */
export async function setAutoTopUp(
  context: AppContext,
  { customerId, cardId, ...by }: Command,
  { replaces, order: wanted }: AutoTopUpBody,
): Promise<AutoTopUp> {
  const { result, changed } = await inTransaction(context.db, async (tx) => {
    const card = cardId === undefined ? undefined : await lockCard(tx, customerId, cardId);
    if (card === undefined) {
      throw new Refusal("not_found");
    }
    requireLiving(card);
    const own = { customerId, cardId: card.id };
    const before = await findOrder(tx, card.id);
    if (isSame(card, before, wanted)) {
      return { result: await readAutoTopUp(context, own, tx), changed: false };
    }
    requireReplaced(before, replaces);
    if (wanted !== null) {
      if (card.mandate_id !== null) {
        throw new Refusal("card_of_mandate");
      }
      const { feeBasisPoints } = await readAutoTopUp(context, own, tx);
      if (feeBasisPoints !== wanted.feeBasisPoints) {
        throw new Refusal("price_changed");
      }
    }
    await change(context, tx, { card, before, by }, wanted);
    return { result: await readAutoTopUp(context, own, tx), changed: true };
  });
  if (changed && cardId !== undefined) {
    await context.events.publish(customerId, "card", { cardId: `card_${cardId}` });
  }
  return result;
}

function isSame(
  card: CardRow,
  before: OrderRow | undefined,
  wanted: AutoTopUpBody["order"],
): boolean {
  if (wanted === null || before === undefined) {
    return wanted === null && before === undefined;
  }
  return !before.paused_by_fee && isDeepStrictEqual(presentTerms(before, card.currency), wanted);
}

function requireReplaced(before: OrderRow | undefined, replaces: string | null | undefined): void {
  const id = replaces == null ? replaces : parseId("atu", replaces);
  if (replaces !== undefined && id !== (before?.id ?? null)) {
    throw new Refusal("card_changed");
  }
}

interface Change {
  readonly card: CardRow;
  readonly before: OrderRow | undefined;
  readonly by: Pick<Command, "actor" | "requestId" | "personId">;
}

async function change(
  context: AppContext,
  tx: Tx,
  { card, before, by: { actor, requestId, personId } }: Change,
  wanted: AutoTopUpBody["order"],
): Promise<void> {
  const now = context.clock.now();
  if (before !== undefined) {
    await updateOrder(tx, before.id, { ended_at: now });
  }
  if (wanted !== null) {
    await add(context, tx, card, newOrder(context, card, wanted, personId));
  }
  const { id: object, customer_id: customerId, currency } = card;
  const told = before === undefined ? null : presentTerms(before, currency);
  await context.ledger.appendAudit(tx, [
    {
      ...{ action: "card.auto_top_up", actor, customerId, object, outcome: "ok", requestId },
      data: { before: recordOf(told, currency), after: recordOf(wanted, currency) },
    },
  ]);
}

async function add(context: AppContext, tx: Tx, card: CardRow, order: NewOrder): Promise<void> {
  const availableMinor = await insertOrder(tx, order, card);
  if (order.below_minor !== null && availableMinor < order.below_minor) {
    const { id: auto_top_up_id, customer_id, card_id } = order;
    await recordCauses(context, tx, [{ auto_top_up_id, customer_id, card_id, cause: "start" }]);
  }
}

function newOrder(
  { clock, config }: AppContext,
  { id: card_id, customer_id, currency }: CardRow,
  { trigger, amount, ...wanted }: AutoTopUpOrder,
  person_id: string,
): NewOrder {
  const now = clock.now();
  const money = (text: string, path: string) => requireAmount(text, currency, path);
  const when = {
    below_minor: trigger.kind === "balance" ? money(trigger.below, "order.trigger.below") : null,
    day:
      trigger.kind === "week"
        ? WEEKDAYS.indexOf(trigger.day) + 1
        : trigger.kind === "month"
          ? trigger.day
          : null,
    hour: trigger.kind === "week" || trigger.kind === "month" ? trigger.hour : null,
    hours_before: trigger.kind === "charge" ? trigger.hoursBefore : null,
  };
  const order = {
    id: newId(now),
    ...{ customer_id, card_id, person_id, trigger_kind: trigger.kind, ...when },
    amount_kind: amount.kind,
    amount_minor:
      amount.kind === "fixed"
        ? money(amount.amount, "order.amount.amount")
        : amount.kind === "target"
          ? money(amount.balance, "order.amount.balance")
          : null,
    monthly_cap_minor: money(wanted.monthlyCap, "order.monthlyCap"),
    fee_basis_points: wanted.feeBasisPoints,
    ends_on: wanted.endsOn,
    next_at: null,
    created_at: now,
  };
  requirePossible(order, periodIn(config.timeZone, now).day);
  switch (trigger.kind) {
    case "balance":
      return order;
    case "charge":
      return { ...order, next_at: now };
    default:
      return { ...order, next_at: nextSlot(order, now, config.timeZone).at };
  }
}

/** Refuses an order that could never do anything, or that would do something every time. */
function requirePossible(order: NewOrder, today: string): void {
  const { below_minor: belowMinor, amount_kind: kind, amount_minor: amountMinor } = order;
  if (order.ends_on !== null && order.ends_on < today) {
    throw refused("order.endsOn", "ends_before_start");
  }
  if (kind === "charge" && order.trigger_kind !== "charge") {
    throw refused("order.amount.kind", "contradiction");
  }
  if (kind === "target" && belowMinor !== null && (amountMinor ?? 0n) < belowMinor) {
    throw refused("order.amount.balance", "contradiction");
  }
  if (kind === "fixed" && (amountMinor ?? 0n) > order.monthly_cap_minor) {
    throw refused("order.monthlyCap", "contradiction");
  }
}

function refused(path: string, code: FieldCode): Refusal {
  return new Refusal("invalid_input", { fields: [{ path, code }] });
}

/**
 * Formats an order for the audit log, in signs that need no language. A card without an order has
 * nulls.
 */
function recordOf(order: AutoTopUpOrder | null, currency: CurrencyCode) {
  if (order === null) {
    return { autoTopUp: null, autoTopUpAmount: null, autoTopUpCap: null };
  }
  const { amount } = order;
  return {
    autoTopUp: whenOf(order.trigger, currency),
    autoTopUpAmount:
      amount.kind === "charge"
        ? null
        : amount.kind === "fixed"
          ? `+${amount.amount} ${currency}`
          : `= ${amount.balance} ${currency}`,
    autoTopUpCap: `${order.monthlyCap} ${currency}`,
    autoTopUpFeeBasisPoints: order.feeBasisPoints,
    autoTopUpEnds: order.endsOn,
  };
}

function whenOf(trigger: AutoTopUpOrder["trigger"], currency: CurrencyCode): string {
  switch (trigger.kind) {
    case "balance":
      return `< ${trigger.below} ${currency}`;
    case "charge":
      return `-${trigger.hoursBefore} h`;
    default:
      return `${trigger.day}, ${String(trigger.hour).padStart(2, "0")}:00`;
  }
}
