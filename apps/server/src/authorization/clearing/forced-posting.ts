import { houseAccount, type Leg } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import { indebted } from "../../cards/lifecycle/index.ts";
import type { CardRow } from "../../db/tables/cards.tables.ts";

/** An amount that the network has settled, with the markup in it. In minor units. */
interface Settled {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
}

function forced(card: CardRow, credit: bigint, amountMinor: bigint): Leg[] {
  const { cardAccount: debit } = indebted(card);
  const shortfallFrom = card.receivable_account;
  return amountMinor === 0n ? [] : [{ type: "forced", debit, credit, amountMinor, shortfallFrom }];
}

/** Returns the leg that takes the markup of a purchase, whatever the card has. */
export function markupLegs(card: CardRow, currency: CurrencyCode, feeMinor: bigint): Leg[] {
  return forced(card, houseAccount("fees", currency), feeMinor);
}

/**
 * Returns the legs that take what the network has settled, whatever the card has: the markup goes
 * to the program's fees, the rest to the network.
 */
export function forcedPosting(
  card: CardRow,
  currency: CurrencyCode,
  { amountMinor, feeMinor }: Settled,
): Leg[] {
  const network = houseAccount("network_settlement", currency);
  return [
    ...forced(card, network, amountMinor - feeMinor),
    ...markupLegs(card, currency, feeMinor),
  ];
}
