import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import { programSettings } from "../../back-office/program/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { crossRate, type PerEuro, ratesBook } from "../rates/index.ts";
import { selectTurnover } from "./exchanges.repository.ts";
import {
  mostBought,
  mostSold,
  type PositionLimit,
  positionDollars,
} from "./open-position.policy.ts";

/** The amounts of an exchange in their currencies, in minor units. */
interface Exchanged {
  readonly soldCurrency: CurrencyCode;
  readonly soldMinor: bigint;
  readonly boughtCurrency: CurrencyCode;
  readonly boughtMinor: bigint;
}

/** Up to how much customers may have sold and bought, for the ledger to check. */
export interface PositionCeilings {
  readonly maxSoldMinor: bigint;
  readonly maxBoughtMinor: bigint;
}

function limitIn(currency: CurrencyCode, dollarsMinor: bigint, perEuro: PerEuro): PositionLimit {
  return { dollarsMinor, perDollarScaled: crossRate(perEuro, "USD", currency) };
}

/**
 * Returns the ceilings for an exchange, computed from what was sold and bought so far.
 *
 * @throws Refusal `exchange_paused` if the exchange would exceed one of them already
 */
export async function positionCeilings(
  context: AppContext,
  tx: Tx,
  { soldCurrency, soldMinor, boughtCurrency, boughtMinor }: Exchanged,
  perEuro: PerEuro,
): Promise<PositionCeilings> {
  const [{ exchange }, sold, bought] = await Promise.all([
    programSettings(context, tx),
    selectTurnover(tx, soldCurrency),
    selectTurnover(tx, boughtCurrency),
  ]);
  const { positionLimitMinor } = exchange;
  const maxSoldMinor = mostSold(sold, limitIn(soldCurrency, positionLimitMinor, perEuro));
  const maxBoughtMinor = mostBought(bought, limitIn(boughtCurrency, positionLimitMinor, perEuro));
  if (
    sold.soldMinor + soldMinor > maxSoldMinor ||
    bought.boughtMinor + boughtMinor > maxBoughtMinor
  ) {
    throw new Refusal("exchange_paused", { internal: `${soldCurrency} to ${boughtCurrency}` });
  }
  return { maxSoldMinor, maxBoughtMinor };
}

/**
 * Requires that a deposit or a withdrawal of dollar tokens in another currency than the dollar
 * stays within the limit of the open position. A token counts as dollars. Nothing is reserved: what
 * arrives later is always credited.
 *
 * @throws Refusal `exchange_paused`, `not_offered`, `rates_unavailable`
 */
export async function requireRoomFor(
  context: AppContext,
  tx: Tx,
  exchanged: Exchanged,
): Promise<void> {
  if (exchanged.soldCurrency !== exchanged.boughtCurrency) {
    const { sheet } = await context.use(ratesBook).current(tx);
    await positionCeilings(context, tx, exchanged, sheet.perEuro);
  }
}

/** The program's open position in a currency, in minor units. */
export interface OpenPosition {
  readonly currency: CurrencyCode;
  readonly positionMinor: bigint;
  /** Its value without its sign, in US cents; undefined if there are no rates. */
  readonly dollarsMinor: bigint | undefined;
}

/** The open positions, as the ledger counts them, and their limit in US cents. */
export interface OpenPositions {
  readonly limitMinor: bigint;
  readonly spreadBasisPoints: number;
  readonly positions: readonly OpenPosition[];
}

/**
 * Reads the program's open positions, as they count toward the limit. That in dollars includes the
 * dollar tokens that customers exchanged for other currencies, but not those that they deposited
 * into accounts in dollars: they are held for what is owed in dollars. Values them at the rates
 * that the wallet shows, even if they are old, since nothing is priced with them here.
 */
export async function openPositions(context: AppContext): Promise<OpenPositions> {
  const { db } = context;
  const [{ exchange }, rates] = await Promise.all([
    programSettings(context, db.kysely),
    context.use(ratesBook).known(),
  ]);
  const perEuro = rates?.sheet.perEuro;
  const positions: OpenPosition[] = [];
  for (const currency of CURRENCIES) {
    const { soldMinor, boughtMinor } = await selectTurnover(db.kysely, currency);
    const positionMinor = soldMinor - boughtMinor;
    const dollarsMinor =
      perEuro && positionDollars(positionMinor, crossRate(perEuro, "USD", currency));
    positions.push({ currency, positionMinor, dollarsMinor });
  }
  const { positionLimitMinor: limitMinor, spreadBasisPoints } = exchange;
  return { limitMinor, spreadBasisPoints, positions };
}
