import type { Card } from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { currency } from "@tessera/contract/fields";
import type { Asset } from "@tessera/contract/wallet/wallet.schemas";
import { CURRENCIES, type CurrencyCode, convertForDisplay, formatAmount } from "@tessera/money";
import * as z from "zod/mini";
import type { AppContext } from "../../platform/context.ts";
import { listCards } from "../cards/index.ts";
import {
  accountName,
  cardName,
  colourOf,
  SNAPSHOT_LIFETIME_MS,
  typeLabel,
} from "./assets.policy.ts";
import { selectSnapshot, upsertSnapshot } from "./assets.repository.ts";
import { selectHoldings } from "./holdings.repository.ts";
import { crossRate } from "./rates.policy.ts";
import { ratesOf } from "./rates-book.ts";

const holding = z.object({
  id: z.string(),
  type: z.enum(["wallet", "card"]),
  /** A card's name; an account is named in the reader's language. */
  name: z.nullable(z.string()),
  currency,
  /** Minor units. */
  amountMinor: z.string().check(z.regex(/^-?[0-9]+$/)),
});
const snapshot = z.object({ holdings: z.array(holding), perEuro: z.record(currency, z.string()) });

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

/** A closed card stays listed while it owes, so that the list adds up to the wallet's total. */
function isOwing(card: Card): boolean {
  return card.balance.startsWith("-");
}

async function takeSnapshot(context: AppContext, customerId: string): Promise<Snapshot> {
  const takenAt = context.clock.now();
  const [accounts, cards, rates] = await Promise.all([
    selectHoldings(context.db.kysely, customerId),
    listCards(context, customerId),
    ratesOf(context).current(),
  ]);
  const wallets = CURRENCIES.map((code): SnapshotHolding => {
    const own = accounts.filter((one) => one.kind === "account" && one.currency === code);
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
  const { perEuro } = rates.sheet;
  const taken = {
    holdings: [...wallets, ...shown.map(holdingOfCard)],
    perEuro: Object.fromEntries(CURRENCIES.map((code) => [code, perEuro[code].toString()])),
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

/**
 * What a customer holds, account by account and card by card, as it was at `updateTime`: taken
 * anew when five minutes have passed, amounts and rates both of that moment.
 */
export async function listAssets(
  context: AppContext,
  input: { customerId: string; currency: CurrencyCode; locale: Locale },
): Promise<Asset[]> {
  const { holdings, perEuro, takenAt } = await freshSnapshot(context, input.customerId);
  const rates = {
    USD: BigInt(perEuro.USD),
    CNY: BigInt(perEuro.CNY),
    EUR: BigInt(perEuro.EUR),
  };
  return holdings.map((one, place) => {
    const rate = crossRate(rates, one.currency, input.currency);
    const amountMinor = BigInt(one.amountMinor);
    const converted = convertForDisplay(amountMinor, rate);
    return {
      id: one.id,
      name: one.name ?? accountName(one.currency, input.locale),
      code: one.currency,
      type: one.type,
      typeLabel: typeLabel(one.type, input.locale),
      amount: formatAmount(amountMinor, one.currency),
      converted: formatAmount(converted, input.currency),
      updateTime: takenAt.toISOString(),
      color: colourOf(place),
      icon: one.type === "wallet" ? "wallet" : "credit-card",
    };
  });
}
