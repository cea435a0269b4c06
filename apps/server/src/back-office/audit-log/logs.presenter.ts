import type {
  AuditDetail,
  AuditRecord,
  LogDetail,
  LogEntry,
} from "@tessera/contract/back-office/logs.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Movement, MovementDetail } from "@tessera/contract/insights/bills.schemas";
import { deviceName } from "../../platform/http/device-name.policy.ts";
import { wireId } from "../../platform/ids.ts";
import type { KnownPerson } from "./audit-records.repository.ts";
import { actTitle } from "./audit-titles.policy.ts";
import { changesOf, untoldOf } from "./change-texts.policy.ts";
import type { OpenedRecord } from "./logs.tables.ts";
import { actorOf, categoryOf, factOf, timeOf } from "./record-facts.policy.ts";

const NOWHERE = { browser: null, system: null, ip: null, newDevice: false } as const;
const REFUSED = ["declined", "failed", "rejected"];

function isNewDevice(record: OpenedRecord): boolean {
  return record.data.newDevice === true;
}

/**
 * Returns where an action took place. Returns nothing for an operator's action, since customers
 * must not see an operator's location.
 */
function placeOf(record: OpenedRecord) {
  return {
    ...deviceName(factOf(record, "device") ?? ""),
    ip: factOf(record, "ip"),
  };
}

/** The usernames of a company's members by their person id; absent for a person's own account. */
type MemberNames = ReadonlyMap<string, string> | undefined;

/** Presents an audit event to the customer it is about. */
export function presentRecord(
  record: OpenedRecord,
  locale: Locale,
  members?: MemberNames,
): LogEntry {
  const { action, object, movement_id: movementId } = record;
  const actor = actorOf(record);
  const member = actor === "you" ? members?.get(record.actor) : undefined;
  const isCards = action.startsWith("card.") && object !== null;
  return {
    id: wireId("log", record.ref),
    category: categoryOf(record),
    act: action,
    title: actTitle(action, isNewDevice(record), locale),
    outcome: record.outcome,
    actor,
    ...(member !== undefined && { member }),
    at: timeOf(record).toISOString(),
    ...(isCards && { cardId: wireId("card", object) }),
    ...(movementId !== null && { movementId: wireId("mov", movementId) }),
    ...NOWHERE,
    ...(actor !== "support" && actor !== "system" && placeOf(record)),
    newDevice: isNewDevice(record),
  };
}

export function presentRecordDetail(
  record: OpenedRecord,
  locale: Locale,
  members?: MemberNames,
): LogDetail {
  const changes = changesOf(record.action, record.data, locale);
  return {
    ...presentRecord(record, locale, members),
    requestId: record.request_id === "" ? null : record.request_id,
    // Rules are shown on a separate page. Their stored form is not readable.
    changes: changes.filter(({ field }) => field !== "rule"),
    reason: null,
  };
}

/** Presents a movement in the log as in bills, but without a second description. */
export function presentMoney(movement: Movement): LogEntry {
  const { id, kind, title, status, amount, currency, cardId, eventAt } = movement;
  const isSystem = kind === "deposit" || kind === "refund" || kind === "correction";
  return {
    id,
    category: "money",
    act: kind,
    title,
    outcome: REFUSED.includes(status) ? "refused" : "ok",
    actor: isSystem ? "system" : "you",
    at: eventAt,
    ...(cardId !== undefined && { cardId }),
    movementId: id,
    amount,
    currency,
    status,
    ...NOWHERE,
  };
}

export function presentMoneyDetail(movement: MovementDetail): LogDetail {
  return {
    ...presentMoney(movement),
    requestId: null,
    changes: [],
    reason: movement.declineMessage ?? null,
  };
}

/** Presents an audit event to operators. */
export function presentAudit(
  record: OpenedRecord,
  people: readonly KnownPerson[],
  locale: Locale,
): AuditRecord {
  const { actor, customer_id: customerId, movement_id: movementId } = record;
  const id = factOf(record, "userId");
  const known = people.find((one) => one.id === (id ?? actor) || one.username === actor);
  const customer = people.find((one) => customerId !== null && one.customer_id === customerId);
  return {
    id: wireId("log", record.ref),
    category: categoryOf(record),
    act: record.action,
    title: actTitle(record.action, isNewDevice(record), locale),
    outcome: record.outcome,
    actor: known?.username ?? factOf(record, "actorName") ?? actor,
    actorRole: factOf(record, "role") ?? known?.role ?? null,
    actorName: known?.username ?? factOf(record, "actorName"),
    customerId: customerId === null ? null : wireId("cus", customerId),
    customerName: customer?.username ?? null,
    object: record.object,
    requestId: record.request_id === "" ? null : record.request_id,
    movementId: movementId === null ? null : wireId("mov", movementId),
    at: timeOf(record).toISOString(),
    writtenAt: record.created_at.toISOString(),
    ...placeOf(record),
  };
}

/** Fields that are shown elsewhere or are of no use to a reader. */
const TOLD = ["ref", "ip", "device", "role", "userId", "actorName", "before", "after"];

export function presentAuditDetail(
  record: OpenedRecord,
  people: readonly KnownPerson[],
  block: bigint | undefined,
  locale: Locale,
): AuditDetail {
  const facts = Object.entries(record.data).filter(([key]) => !TOLD.includes(key));
  return {
    ...presentAudit(record, people, locale),
    sealedInBlock: block === undefined ? null : Number(block),
    changes: changesOf(record.action, record.data, locale),
    facts: {
      ...Object.fromEntries(facts),
      ...untoldOf(record.data),
      ...(record.isErased && { erased: true }),
    },
  };
}
