import type { Insight } from "@tessera/contract/authorization/risk-insight.schemas";
import { merchant } from "@tessera/contract/insights/bills.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { merchantKey } from "../../authorization/decision/index.ts";
import { convertedSum, type RateOf, separateUnconverted } from "../spending/index.ts";
import { declineReason } from "./decline-reason.policy.ts";
import type { CountRow, CountSection } from "./payment-counts.repository.ts";

const CATEGORIES = merchant.shape.category.options;
type Category = (typeof CATEGORIES)[number];

const MAX_TOLD = 8;

function categoryOf(key: string): Category {
  return CATEGORIES.find((category) => category === key) ?? "other";
}

function rowsOf(rows: readonly CountRow[], section: CountSection): CountRow[] {
  return rows.filter((row) => row.section === section);
}

function sameKey(key: string): string {
  return key;
}

/** Groups a section's rows by the name derived from their key. Rows without a key are omitted. */
function grouped<K extends string>(
  rows: readonly CountRow[],
  section: CountSection,
  nameOf: (key: string) => K,
): [K, CountRow[]][] {
  const named = rowsOf(rows, section).flatMap((row) =>
    row.key === null ? [] : [{ name: nameOf(row.key), row }],
  );
  return [...Map.groupBy(named, ({ name }) => name)].map(([name, some]) => [
    name,
    some.map(({ row }) => row),
  ]);
}

interface Summed<K> {
  readonly key: K;
  /** The name in its original spelling. */
  readonly name: string;
  readonly amountMinor: bigint;
}

/** The display currency, and the exchange rates for converting amounts to it. */
interface Display {
  readonly currency: CurrencyCode;
  readonly rateOf: RateOf;
  /** Whether exchange rates are available. If not, `rateOf` is called only for `currency`. */
  readonly hasRates: boolean;
}

/** Sums spending by day and by category in one display currency. */
export function spendingFigures(
  counted: readonly CountRow[],
  days: readonly string[],
  { currency, rateOf, hasRates }: Display,
): Insight["spending"] {
  const { included: rows, unconverted } = separateUnconverted(
    counted.filter(({ section }) => section.startsWith("spent_")),
    currency,
    hasRates,
  );
  const sumOf = (some: readonly CountRow[]): bigint =>
    convertedSum(
      some.map((row) => ({ currency: row.currency ?? currency, spent: row.amount ?? 0n })),
      rateOf,
    );
  const sums = <K extends string>(section: CountSection, nameOf: (key: string) => K): Summed<K>[] =>
    grouped(rows, section, nameOf)
      .map(([key, some]) => ({ key, name: some[0]?.key ?? key, amountMinor: sumOf(some) }))
      .toSorted((a, b) => (a.amountMinor < b.amountMinor ? 1 : -1));
  const told = (amountMinor: bigint): string => formatAmount(amountMinor, currency);
  const byDay = new Map(sums("spent_day", sameKey).map((one) => [one.key, one.amountMinor]));
  const spent = rowsOf(rows, "spent_day");
  return {
    currency,
    converted: spent.some((row) => row.currency !== currency),
    unconverted,
    total: told(sumOf(spent)),
    byCategory: sums("spent_category", categoryOf).map(({ key, amountMinor }) => ({
      category: key,
      amount: told(amountMinor),
    })),
    byMerchant: sums("spent_merchant", merchantKey)
      .slice(0, MAX_TOLD)
      .map(({ name, amountMinor }) => ({ name, amount: told(amountMinor) })),
    byCountry: sums("spent_country", sameKey)
      .slice(0, MAX_TOLD)
      .map(({ key, amountMinor }) => ({ country: key, amount: told(amountMinor) })),
    byDay: days.map((day) => ({ day, amount: told(byDay.get(day) ?? 0n) })),
  };
}

function counts<K extends string>(
  rows: readonly CountRow[],
  section: CountSection,
  nameOf: (key: string) => K,
): { readonly key: K; readonly name: string; readonly count: number }[] {
  return grouped(rows, section, nameOf)
    .map(([key, some]) => ({
      key,
      name: some[0]?.key ?? key,
      count: some.reduce((sum, row) => sum + Number(row.count), 0),
    }))
    .toSorted((a, b) => b.count - a.count);
}

/**
 * Groups declines by reason, by category and by day. `of` is the number of authorization requests.
 */
export function declineFigures(
  rows: readonly CountRow[],
  days: readonly string[],
  { total, of }: { readonly total: number; readonly of: number },
): Insight["declines"] {
  const byDay = new Map(counts(rows, "declined_day", sameKey).map((one) => [one.key, one.count]));
  return {
    total,
    of,
    byReason: counts(rows, "declined_code", declineReason).map(({ key, count }) => ({
      reason: key,
      count,
    })),
    byCategory: counts(rows, "declined_category", categoryOf).map(({ key, count }) => ({
      category: key,
      count,
    })),
    byMerchant: counts(rows, "declined_merchant", merchantKey)
      .slice(0, MAX_TOLD)
      .map(({ name, count }) => ({ name, count })),
    byCountry: counts(rows, "declined_country", sameKey)
      .slice(0, MAX_TOLD)
      .map(({ key, count }) => ({ country: key, count })),
    byDay: days.map((day) => ({ day, count: byDay.get(day) ?? 0 })),
  };
}
