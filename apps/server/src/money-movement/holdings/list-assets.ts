import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { currency } from "@tessera/contract/fields";
import type { Asset } from "@tessera/contract/money-movement/wallet.schemas";
import { CURRENCIES, type CurrencyCode, convertForDisplay, formatAmount } from "@tessera/money";
import * as z from "zod/mini";
import { listEveryCard } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import {
  type Page,
  type PageQuery,
  type Place,
  readPageOf,
  sortableNumber,
} from "../../platform/paging/pages.ts";
import { crossRate, type PerEuro, ratesBook } from "../rates/index.ts";
import {
  accountName,
  cardName,
  colorOf,
  SNAPSHOT_LIFETIME_MS,
  typeLabel,
} from "./assets.policy.ts";
import { selectSnapshot, upsertSnapshot } from "./assets.repository.ts";
import { selectHoldings } from "./holdings.repository.ts";

const holding = z.object({
  id: z.string(),
  type: z.enum(["wallet", "card"]),
  /** A card's name; null for an account, which is named in the reader's language. */
  name: z.nullable(z.string()),
  currency,
  /** Minor units. */
  amountMinor: z.string().check(z.regex(/^-?[0-9]+$/)),
});
const snapshot = z.object({
  holdings: z.array(holding),
  /** Units of each currency per euro; null if there were no rates. */
  perEuro: z.nullable(z.record(currency, z.string())),
});

type SnapshotHolding = z.infer<typeof holding>;

interface Snapshot extends z.infer<typeof snapshot> {
  readonly takenAt: Date;
}

function holdingOfCard(card: Card): SnapshotHolding {
  return {
    id: card.id,
    type: "card",
    name: cardName(card),
    currency: card.currency,
    amountMinor: card.balance.replace(".", ""),
  };
}

/**
 * Returns whether a card has a debt. A closed card stays listed as long as it has one, so that the
 * list adds up to the wallet's total.
 */
function isOwing(card: Card): boolean {
  return card.balance.startsWith("-");
}

async function takeSnapshot(context: AppContext, customerId: string): Promise<Snapshot> {
  const takenAt = context.clock.now();
  const [accounts, cards, rates] = await Promise.all([
    selectHoldings(context.db.kysely, customerId),
    listEveryCard(context, customerId),
    context.use(ratesBook).known(),
  ]);
  const wallets = CURRENCIES.map((code): SnapshotHolding => {
    const own = accounts.filter(
      ({ kind, currency: of }) => of === code && (kind === "account" || kind === "account_debt"),
    );
    const posted = own.reduce((sum, one) => sum + one.postedMinor, 0n);
    return {
      id: `wallet_${code.toLowerCase()}`,
      type: "wallet",
      name: null,
      currency: code,
      amountMinor: posted.toString(),
    };
  });
  const shown = cards.filter((card) => card.status !== "closed" || isOwing(card));
  const perEuro = rates?.sheet.perEuro;
  const taken = {
    holdings: [...wallets, ...shown.map(holdingOfCard)],
    perEuro:
      perEuro === undefined
        ? null
        : Object.fromEntries(CURRENCIES.map((code) => [code, perEuro[code].toString()])),
  };
  await upsertSnapshot(context.db.kysely, { customerId, takenAt, holdings: taken });
  return { ...snapshot.parse(taken), takenAt };
}

async function freshSnapshot(context: AppContext, customerId: string): Promise<Snapshot> {
  const kept = await selectSnapshot(context.db.kysely, customerId);
  const ageMs = context.clock.now().getTime() - (kept?.taken_at.getTime() ?? 0);
  const parsed = snapshot.safeParse(kept?.holdings);
  if (kept === undefined || !parsed.success || ageMs < 0 || ageMs >= SNAPSHOT_LIFETIME_MS) {
    return takeSnapshot(context, customerId);
  }
  return { ...parsed.data, takenAt: kept.taken_at };
}

/** Converts an amount, or returns undefined if rates are needed and there are none. */
function convert(
  amountMinor: bigint,
  from: CurrencyCode,
  to: CurrencyCode,
  rates: PerEuro | null,
): bigint | undefined {
  if (from === to) {
    return amountMinor;
  }
  return rates === null ? undefined : convertForDisplay(amountMinor, crossRate(rates, from, to));
}

/**
 * Returns the sort position: accounts come first, by currency, followed by cards, newest first. The
 * order never changes.
 */
function placeOf({ id, type, currency: code }: SnapshotHolding): Place {
  return [sortableNumber(type === "wallet" ? CURRENCIES.length - CURRENCIES.indexOf(code) : 0), id];
}

/**
 * Lists a customer's assets, account by account and card by card, as of `updateTime`. The snapshot
 * is refreshed after five minutes. Its amounts and rates are from the same point in time.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listAssets(
  context: AppContext,
  input: { customerId: string; currency: CurrencyCode; locale: Locale; query: PageQuery },
): Promise<Page<Asset>> {
  const { customerId, query } = input;
  const { holdings, perEuro, takenAt } = await freshSnapshot(context, customerId);
  const { rows, nextCursor } = await readPageOf(context, {
    scope: `assets:${customerId}`,
    query,
    rows: holdings.map((one, color) => ({ ...one, color })),
    direction: "desc",
    placeOf,
  });
  const rates = perEuro && {
    USD: BigInt(perEuro.USD),
    CNY: BigInt(perEuro.CNY),
    EUR: BigInt(perEuro.EUR),
  };
  const data = rows.map((one): Asset => {
    const amountMinor = BigInt(one.amountMinor);
    const converted = convert(amountMinor, one.currency, input.currency, rates);
    return {
      id: one.id,
      name: one.name ?? accountName(one.currency, input.locale),
      code: one.currency,
      type: one.type,
      typeLabel: typeLabel(one.type, input.locale),
      amount: formatAmount(amountMinor, one.currency),
      converted: converted === undefined ? null : formatAmount(converted, input.currency),
      updateTime: takenAt.toISOString(),
      color: colorOf(one.color),
      icon: one.type === "wallet" ? "wallet" : "credit-card",
    };
  });
  return { data, nextCursor };
}
