import { type Merchant, merchant } from "@tessera/contract/insights/bills.schemas";
import { type CurrencyCode, isCurrency } from "@tessera/money";

/** What both movements of an exchange say about it. Amounts are decimal strings. */
export interface ExchangeData {
  readonly id: string;
  readonly sold: string;
  readonly soldCurrency: CurrencyCode;
  readonly bought: string;
  readonly boughtCurrency: CurrencyCode;
  readonly rate: string;
  readonly midRate: string;
  readonly spreadBasisPoints: number;
  readonly soldMovement: string;
  readonly boughtMovement: string;
}

/** The parts of a movement's data that readers can see. All other parts are hidden. */
export interface MovementData {
  readonly merchant: Merchant | undefined;
  readonly declineCode: string | undefined;
  readonly notes: readonly string[] | undefined;
  readonly stage: string | undefined;
  readonly labels: readonly string[] | undefined;
  readonly withdrawalId: string | undefined;
  /** The purchase mandate of the card that paid. */
  readonly mandateId: string | undefined;
  readonly accountExchange: ExchangeData | undefined;
  /** Where a deposit came from, if not from a chain. */
  readonly source: string | undefined;
  /** What was deposited. */
  readonly asset: string | undefined;
}

const CATEGORIES: ReadonlySet<unknown> = new Set(merchant.shape.category.options);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isCategory(value: unknown): value is Merchant["category"] {
  return CATEGORIES.has(value);
}

function merchantOf(value: unknown): Merchant | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const [name, mcc, country] = [textOf(value.name), textOf(value.mcc), textOf(value.country)];
  const { category } = value;
  return name === undefined || mcc === undefined || country === undefined || !isCategory(category)
    ? undefined
    : { name, mcc, country, category };
}

function currencyOf(value: unknown): CurrencyCode | undefined {
  return typeof value === "string" && isCurrency(value) ? value : undefined;
}

function exchangeOf(value: unknown): ExchangeData | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const { spreadBasisPoints } = value;
  const [id, sold, bought] = [textOf(value.id), textOf(value.sold), textOf(value.bought)];
  const [rate, midRate] = [textOf(value.rate), textOf(value.midRate)];
  const soldCurrency = currencyOf(value.soldCurrency);
  const boughtCurrency = currencyOf(value.boughtCurrency);
  const soldMovement = textOf(value.soldMovement);
  const boughtMovement = textOf(value.boughtMovement);
  return id === undefined ||
    sold === undefined ||
    soldCurrency === undefined ||
    bought === undefined ||
    boughtCurrency === undefined ||
    rate === undefined ||
    midRate === undefined ||
    typeof spreadBasisPoints !== "number" ||
    soldMovement === undefined ||
    boughtMovement === undefined
    ? undefined
    : {
        ...{ id, sold, soldCurrency, bought, boughtCurrency, rate, midRate, spreadBasisPoints },
        ...{ soldMovement, boughtMovement },
      };
}

/**
 * Reads the notes in the data of a movement or step. Returns undefined if the value is not a list
 * of strings.
 */
export function readNotes(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((note) => typeof note === "string")
    ? value
    : undefined;
}

/**
 * Reads a movement's data. Parses it by hand for speed, since a list reads twenty at a time. Treats
 * invalid parts as missing.
 */
export function readMovementData(data: unknown): MovementData {
  const given = isObject(data) ? data : {};
  return {
    merchant: merchantOf(given.merchant),
    declineCode: textOf(given.declineCode),
    notes: readNotes(given.notes),
    stage: textOf(given.stage),
    labels: readNotes(given.labels),
    withdrawalId: textOf(given.withdrawalId),
    mandateId: textOf(given.mandateId),
    accountExchange: exchangeOf(given.accountExchange),
    source: textOf(given.source),
    asset: textOf(given.asset),
  };
}
