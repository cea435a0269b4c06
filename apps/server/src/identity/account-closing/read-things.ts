import type { ClosingKind } from "@tessera/contract/identity/account-closing.schemas";
import { CLOSING_ENTRIES_MAX } from "@tessera/contract/identity/closing-figures";
import type { CurrencyCode } from "@tessera/money";
import { findRecurringMerchants } from "../../insights/forecast/index.ts";
import { selectHoldings } from "../../money-movement/holdings/index.ts";
import { leastWithdrawal } from "../../money-movement/payouts/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type IdPrefix, wireId } from "../../platform/ids.ts";
import { isOnSecurityHold } from "../security-hold/index.ts";
import type { Amounts } from "./closing.policy.ts";
import {
  type CardThing,
  selectBlocked,
  selectCardPayments,
  selectCards,
  selectCases,
  selectConversations,
  selectDebts,
  selectDeposits,
  selectWithdrawals,
  type ThingRow,
  type Things,
} from "./closing-things.repository.ts";

/** An item with its wire id. */
export interface Thing extends Omit<ThingRow, "id"> {
  readonly id: string | null;
}

/** The number of items of one type, and the first few of them. */
export interface ThingGroup {
  readonly kind: ClosingKind;
  readonly count: number;
  readonly things: readonly Thing[];
}

const MAX = CLOSING_ENTRIES_MAX;
const NOTHING = { title: "", last4: null, amountMinor: null, currency: null, until: null };

function group(kind: ClosingKind, prefix: IdPrefix, { count, rows }: Things): ThingGroup {
  const things = rows.map(({ id, title, last4, amountMinor, currency, until }) => ({
    id: id === null ? null : wireId(prefix, id),
    ...{ title, last4, amountMinor, currency, until },
  }));
  return { kind, count, things };
}

function ofCards(kind: ClosingKind, cards: readonly CardThing[]): ThingGroup {
  return group(kind, "card", { count: cards.length, rows: cards.slice(0, MAX) });
}

/**
 * Reads the free balances of a customer's accounts and open cards: money not held by a payment,
 * withdrawal or card application. Omits currencies without money.
 */
export async function readRemaining(tx: Tx, customerId: string): Promise<Amounts> {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { kind, currency, postedMinor, heldMinor } of await selectHoldings(tx, customerId)) {
    const freeMinor = kind === "debt" ? 0n : postedMinor - heldMinor;
    if (freeMinor > 0n) {
      sums.set(currency, (sums.get(currency) ?? 0n) + freeMinor);
    }
  }
  return sums;
}

/** Reads everything that a closure waits for before it completes. Omits empty groups. */
export async function readObstacles(tx: Tx, customerId: string): Promise<ThingGroup[]> {
  const onHold = await isOnSecurityHold(tx, customerId);
  const cards = await selectCards(tx, customerId);
  const groups = [
    {
      kind: "security_hold" as const,
      count: onHold ? 1 : 0,
      things: onHold ? [{ id: null, ...NOTHING }] : [],
    },
    group("blocked_account", "card", await selectBlocked(tx, customerId, MAX)),
    group("debt", "card", await selectDebts(tx, customerId, MAX)),
    ofCards(
      "frozen_by_operator",
      cards.filter(({ isFrozenByOperator }) => isFrozenByOperator),
    ),
    group("card_payment", "mov", await selectCardPayments(tx, customerId, MAX)),
    group("withdrawal", "wdr", await selectWithdrawals(tx, customerId, MAX)),
    group("deposit", "dep", await selectDeposits(tx, customerId, MAX)),
    group(
      "application",
      "case",
      await selectCases(tx, customerId, { only: "applications", limit: MAX }),
    ),
    group("review", "case", await selectCases(tx, customerId, { only: "others", limit: MAX })),
    ofCards("card", cards),
    ofCards(
      "scheduled_card",
      cards.filter(({ isScheduled }) => isScheduled),
    ),
  ];
  return groups.filter(({ count }) => count > 0);
}

/** Reads what ends when the account is closed, except for the cards. Omits empty groups. */
export async function readLosses(
  context: AppContext,
  tx: Tx,
  customerId: string,
): Promise<ThingGroup[]> {
  const cards = new Map((await selectCards(tx, customerId)).map((card) => [card.id, card]));
  const merchants = await findRecurringMerchants(context, tx, customerId);
  // Charges to a closed card are already declined.
  const open = merchants.filter(({ cardId }) => cards.has(cardId));
  const things = open.slice(0, MAX).map((merchant) => ({
    id: wireId("card", merchant.cardId),
    title: merchant.title,
    last4: cards.get(merchant.cardId)?.last4 ?? null,
    amountMinor: merchant.amountMinor,
    currency: merchant.currency,
    until: new Date(`${merchant.expectedOn}T00:00:00Z`),
  }));
  return [
    { kind: "recurring_merchant" as const, count: open.length, things },
    group("conversation", "con", await selectConversations(tx, customerId, MAX)),
  ].filter(({ count }) => count > 0);
}

/** Refusals that no longer apply once a provider responds again. */
const PASSING: ReadonlySet<string> = new Set([
  "provider_unavailable",
  "rates_unavailable",
  "rates_not_current",
  "asset_depegged",
]);

/**
 * Reads the remaining amounts that could be withdrawn, because they cover at least the smallest
 * withdrawal plus its fees. If this cannot be determined for an amount right now, it counts as
 * withdrawable.
 */
export async function readWithdrawable(
  context: AppContext,
  tx: Tx,
  remaining: Amounts,
): Promise<ThingGroup> {
  const things: Thing[] = [];
  for (const [currency, amountMinor] of remaining) {
    const least = await leastWithdrawal(context, tx, currency).catch((error: unknown) => {
      if (error instanceof Refusal && PASSING.has(error.code)) {
        return 0n;
      }
      throw error;
    });
    if (least !== undefined && amountMinor >= least) {
      things.push({ id: null, ...NOTHING, amountMinor, currency });
    }
  }
  return { kind: "withdrawable", count: things.length, things };
}
