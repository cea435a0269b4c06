import { ACTS, isActName, type LogCategory } from "@tessera/contract/back-office/audit-titles";
import type { LogActor } from "@tessera/contract/back-office/logs.schemas";

type Data = Readonly<Record<string, unknown>>;

/** The fields of an audit event that identify the actor and the action. */
interface Told {
  readonly action: string;
  readonly actor: string;
  readonly customer_id: string | null;
  readonly data: Data;
}

const VISITOR_ACTS = ["sign_in_failed", "sign_in_delayed"];
/** Names of the parts of Tessera that act automatically. */
const PARTS = /^(?:risk|system|reviews|(?:chain|payout):.*)$/;

/** Returns a text field from an event's data, or null if there is none. */
export function factOf({ data }: { readonly data: Data }, key: string): string | null {
  const value = data[key];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns whether an event is an operator's action on a customer's account. */
function isSupportAct(record: Told): boolean {
  const role = factOf(record, "role");
  const isOperator = role === null ? factOf(record, "layer") === "operator" : role !== "customer";
  return record.customer_id !== null && isOperator;
}

/** Returns the actor as shown to the customer. */
export function actorOf(record: Told): LogActor {
  if (isSupportAct(record)) {
    return "support";
  }
  if (VISITOR_ACTS.includes(record.action)) {
    return "visitor";
  }
  if (record.actor.startsWith("key:")) {
    return "api_key";
  }
  return PARTS.test(record.actor) ? "system" : "you";
}

/** Returns the category in which a reader finds an event. */
export function categoryOf(record: Told): LogCategory {
  if (isSupportAct(record)) {
    return "support";
  }
  return isActName(record.action) ? ACTS[record.action].category : "security";
}

const MS_DIGITS = 12;

/** Returns when an event happened by the product's clock. The time is encoded in the event's id. */
export function timeOf({ ref }: { readonly ref: string }): Date {
  return new Date(Number.parseInt(ref.replaceAll("-", "").slice(0, MS_DIGITS), 16));
}
