import type {
  AutoTopUp,
  AutoTopUpOrder,
  AutoTopUpRun,
  TopUpAmount,
  TopUpTrigger,
} from "@tessera/contract/cards/auto-top-up.schemas";
import { type Card, WEEKDAYS } from "@tessera/contract/cards/cards.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import type { ProgramPeriod } from "../../authorization/decision/index.ts";
import { wireId } from "../../platform/ids.ts";
import type { OrderRow } from "./auto-top-up.tables.ts";
import type { ListedRun } from "./runs.repository.ts";

function triggerOf(order: OrderRow, currency: CurrencyCode): TopUpTrigger {
  const { trigger_kind: kind, below_minor, hours_before } = order;
  const day = order.day ?? 1;
  const hour = order.hour ?? 0;
  switch (kind) {
    case "balance":
      return { kind, below: formatAmount(below_minor ?? 0n, currency) };
    case "week":
      return { kind, day: WEEKDAYS[day - 1] ?? "mon", hour };
    case "month":
      return { kind, day, hour };
    case "charge":
      return { kind, hoursBefore: hours_before ?? 1 };
  }
}

function amountOf(
  { amount_kind: kind, amount_minor: amountMinor }: OrderRow,
  currency: CurrencyCode,
): TopUpAmount {
  const amount = formatAmount(amountMinor ?? 0n, currency);
  switch (kind) {
    case "fixed":
      return { kind, amount };
    case "target":
      return { kind, balance: amount };
    case "charge":
      return { kind };
  }
}

/** Presents what an order says, as its owner would send it again. */
export function presentTerms(order: OrderRow, currency: CurrencyCode): AutoTopUpOrder {
  return {
    trigger: triggerOf(order, currency),
    amount: amountOf(order, currency),
    monthlyCap: formatAmount(order.monthly_cap_minor, currency),
    endsOn: order.ends_on,
    feeBasisPoints: order.fee_basis_points,
  };
}

interface Presented {
  readonly card: Pick<Card, "currency" | "depositFeeBasisPoints">;
  readonly order: OrderRow | undefined;
  readonly usedMinor: bigint;
  readonly nextAt: Date | null;
  readonly period: ProgramPeriod;
  readonly timeZone: string;
}

export function presentAutoTopUp({ card, order, ...rest }: Presented): AutoTopUp {
  const { currency, depositFeeBasisPoints: feeBasisPoints } = card;
  return {
    order:
      order === undefined
        ? null
        : {
            id: wireId("atu", order.id),
            ...presentTerms(order, currency),
            usedThisMonth: formatAmount(rest.usedMinor, currency),
            pausedByFee: order.paused_by_fee || feeBasisPoints > order.fee_basis_points,
            nextAt: rest.nextAt?.toISOString() ?? null,
            createdAt: order.created_at.toISOString(),
          },
    currency,
    feeBasisPoints,
    timeZone: rest.timeZone,
    monthResetsAt: rest.period.monthResetsAt.toISOString(),
  };
}

export function presentRun(run: ListedRun, currency: CurrencyCode): AutoTopUpRun {
  const { amount_minor: amountMinor, fee_minor: feeMinor, movement_id: movementId } = run;
  return {
    id: wireId("atr", run.id),
    at: run.created_at.toISOString(),
    trigger: run.trigger_kind,
    merchant: run.merchant,
    outcome: run.outcome,
    reason: run.reason,
    amount: amountMinor === null ? null : formatAmount(amountMinor, currency),
    fee: feeMinor === null ? null : formatAmount(feeMinor, currency),
    movementId: movementId === null ? null : wireId("mov", movementId),
    currency,
  };
}
