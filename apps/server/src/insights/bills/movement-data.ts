import { type Merchant, merchant } from "@tessera/contract/insights/bills.schemas";

/** The parts of a movement's data that readers can see. All other parts are hidden. */
export interface MovementData {
  readonly merchant: Merchant | undefined;
  readonly declineCode: string | undefined;
  readonly notes: readonly string[] | undefined;
  readonly stage: string | undefined;
  readonly labels: readonly string[] | undefined;
  readonly withdrawalId: string | undefined;
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
  };
}
