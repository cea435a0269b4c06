import { type AccountId, type Guard, houseAccount, type Movement } from "@tessera/ledger";
import { formatAmount, formatRate } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { QuoteRow } from "./exchanges.tables.ts";
import { turnoverGuard } from "./position-counters.ts";

/** The accounts of an exchange, and the ceilings of the program's open position. */
export interface ExchangePlaces {
  readonly fromAccount: AccountId;
  readonly toAccount: AccountId;
  /** Up to how much customers may have sold of the sold currency, in minor units. */
  readonly maxSoldMinor: bigint;
  /** Up to how much customers may have bought of the bought currency, in minor units. */
  readonly maxBoughtMinor: bigint;
  /** Count the sold amount toward the day of the API key that exchanges. */
  readonly keyGuards: readonly Guard[];
  readonly at: Date;
}

/** Returns what both movements say about their exchange, so that bills need no other table. */
function dataOf(quote: QuoteRow) {
  return {
    accountExchange: {
      id: wireId("exc", quote.id),
      sold: formatAmount(quote.sold_minor, quote.sold_currency),
      soldCurrency: quote.sold_currency,
      bought: formatAmount(quote.bought_minor, quote.bought_currency),
      boughtCurrency: quote.bought_currency,
      rate: formatRate(quote.rate_scaled),
      midRate: formatRate(quote.mid_scaled),
      spreadBasisPoints: quote.spread_basis_points,
      soldMovement: wireId("mov", quote.id),
      boughtMovement: wireId("mov", quote.bought_movement_id),
    },
  };
}

/**
 * Builds the two movements of an exchange: the sold amount to the program's position in its
 * currency, and the bought amount from the position in the other one. They must be posted in one
 * transaction, which has to be undone if either is refused.
 */
export function exchangeMovements(
  quote: QuoteRow,
  places: ExchangePlaces,
): readonly [Movement, Movement] {
  const shared = {
    customerId: quote.customer_id,
    kind: "exchange",
    cardId: null,
    parentId: null,
    status: "completed",
    feeMinor: 0n,
    title: "",
    data: dataOf(quote),
    eventAt: places.at,
    clientKey: null,
  } as const;
  const { sold_currency: soldCurrency, bought_currency: boughtCurrency } = quote;
  return [
    {
      ...shared,
      id: quote.id,
      currency: soldCurrency,
      amountMinor: -quote.sold_minor,
      legs: [
        {
          type: "transfer",
          debit: places.fromAccount,
          credit: houseAccount("fx_position", soldCurrency),
          amountMinor: quote.sold_minor,
        },
      ],
      guards: [
        turnoverGuard("sold", {
          currency: soldCurrency,
          amountMinor: quote.sold_minor,
          maxMinor: places.maxSoldMinor,
        }),
        ...places.keyGuards,
      ],
    },
    {
      ...shared,
      id: quote.bought_movement_id,
      currency: boughtCurrency,
      amountMinor: quote.bought_minor,
      legs: [
        {
          type: "transfer",
          debit: houseAccount("fx_position", boughtCurrency),
          credit: places.toAccount,
          amountMinor: quote.bought_minor,
        },
      ],
      guards: [
        turnoverGuard("bought", {
          currency: boughtCurrency,
          amountMinor: quote.bought_minor,
          maxMinor: places.maxBoughtMinor,
        }),
      ],
      events: [
        { topic: "wallet", body: {} },
        { topic: "bills", body: {} },
      ],
    },
  ];
}
