import { ACTS, isActName, type LogCategory } from "@tessera/contract/back-office/audit-titles";
import type { LogActor } from "@tessera/contract/back-office/logs.schemas";

type Data = Readonly<Record<string, unknown>>;

/** What of a record tells who did what. */
interface Told {
  readonly action: string;
  readonly actor: string;
  readonly customer_id: string | null;
  readonly data: Data;
}

const VISITOR_ACTS = ["sign_in_failed", "sign_in_delayed"];
/** Parts of Tessera that act by themselves. */
const PARTS = /^(?:risk|system|reviews|(?:chain|payout):.*)$/;

/** Text of a record's data, where there is some. */
export function factOf({ data }: { readonly data: Data }, key: string): string | null {
  const value = data[key];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Whether an operator did it on a customer's account. */
function isSupportAct(record: Told): boolean {
  const role = factOf(record, "role");
  const isOperator = role === null ? factOf(record, "layer") === "operator" : role !== "customer";
  return record.customer_id !== null && isOperator;
}

/** Who did it, as the customer reads it. */
export function actorOf(record: Told): LogActor {
  if (isSupportAct(record)) {
    return "support";
  }
  if (VISITOR_ACTS.includes(record.action)) {
    return "visitor";
  }
  return PARTS.test(record.actor) ? "system" : "you";
}

/** What a reader finds it under. */
export function categoryOf(record: Told): LogCategory {
  if (isSupportAct(record)) {
    return "support";
  }
  return isActName(record.action) ? ACTS[record.action].category : "security";
}

const MS_DIGITS = 12;

/** When it happened, by the product's clock: what the record's name was made of. */
export function timeOf({ ref }: { readonly ref: string }): Date {
  return new Date(Number.parseInt(ref.replaceAll("-", "").slice(0, MS_DIGITS), 16));
}
