import { contentHash } from "./content-hash.ts";
import { InvalidMovementError } from "./ledger-errors.ts";
import type { AssetMovement, AuditEntry, Leg, Movement } from "./types.ts";

/** A movement that has been validated and encoded, ready for any batch. */
export interface PreparedMovement {
  readonly movement: Movement;
  /** {@link contentHash}, 64 hex digits. */
  readonly hash: string;
  /** `data` as JSON; empty if there is none. */
  readonly data: string;
  /** Outbox events as JSON objects without the closing brace, so that the index can be appended. */
  readonly events: readonly string[];
  readonly audit: readonly string[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const WINDOW = /^[\x21-\x7e]{1,40}$/;
const MAX_TITLE_LENGTH = 500;
const MAX_KEY_LENGTH = 255;
const NOTHING: readonly string[] = [];

/**
 * Validates everything that does not depend on the database, and does all work that needs no lock.
 *
 * @throws InvalidMovementError
 */
export function prepareMovement(given: Movement | AssetMovement): PreparedMovement {
  // A movement of an asset touches no customer's account, so no balance is read in its currency.
  const movement = given as Movement;
  checkIdentity(movement);
  for (const leg of movement.legs) {
    checkLeg(leg);
  }
  for (const guard of movement.guards ?? []) {
    require(UUID.test(guard.subject), "a guard's subject is not a UUID");
    require(WINDOW.test(guard.window), "a guard's window is not 1 to 40 printable ASCII");
    require(Number.isSafeInteger(guard.count), "a guard's count is not a whole number");
  }
  checkStatusChanges(movement);
  return {
    movement,
    hash: contentHash(movement),
    data: dataForm(movement.data),
    events:
      movement.events?.map((event) => open({ topic: event.topic, body: event.body })) ?? NOTHING,
    audit: movement.audit?.map((entry) => open(auditForm(entry))) ?? NOTHING,
  };
}

/**
 * Returns an audit event as the columns of an audit row, in the form that the database functions
 * expect.
 */
export function auditForm(entry: AuditEntry): Record<string, unknown> {
  return {
    action: entry.action,
    actor: entry.actor,
    customer: entry.customerId,
    object: entry.object,
    outcome: entry.outcome,
    request: entry.requestId,
    data: entry.data,
  };
}

function dataForm(data: Readonly<Record<string, unknown>>): string {
  for (const _key in data) {
    return JSON.stringify(data);
  }
  return "";
}

function open(value: Record<string, unknown>): string {
  return JSON.stringify(value).slice(0, -1);
}

function require(holds: boolean, reason: string): void {
  if (!holds) {
    throw new InvalidMovementError(reason);
  }
}

function checkIdentity(movement: Movement): void {
  require(UUID.test(movement.id), "its id is not a lower-case UUID");
  require(UUID.test(movement.customerId), "its customer is not a UUID");
  require(movement.cardId === null || UUID.test(movement.cardId), "its card is not a UUID");
  require(movement.parentId === null || UUID.test(movement.parentId), "its parent is not a UUID");
  require(movement.parentId !== movement.id, "it is its own parent");
  require(movement.kind.length > 0 && movement.kind.length <= 40, "its kind is empty or too long");
  require(movement.title.length <= MAX_TITLE_LENGTH, "its title is too long");
  const key = movement.clientKey;
  require(key === null || (key.length > 0 && key.length <= MAX_KEY_LENGTH), "its key is too long");
}

function checkLeg(leg: Leg): void {
  if (leg.type === "hold" || leg.type === "increase" || leg.type === "capture") {
    require(UUID.test(leg.holdId), "a hold's id is not a UUID");
  } else if (leg.type === "release") {
    require(UUID.test(leg.holdId), "a hold's id is not a UUID");
    require(leg.amountMinor !== 0n, "a release of nothing; say all to release what remains");
  }
  if (leg.type === "hold") {
    require(Number.isFinite(leg.expiresAt.getTime()), "a hold's expiry is not a time");
  }
}

function checkStatusChanges(movement: Movement): void {
  const changes = movement.statusChanges;
  if (changes === undefined || changes.length === 0) {
    return;
  }
  const targets = new Set(changes.map((change) => change.movementId));
  require(targets.size === changes.length, "it changes the status of one movement twice");
  require(!targets.has(movement.id), "it changes its own status");
  for (const target of targets) {
    require(UUID.test(target), "the movement whose status it changes is not a UUID");
  }
}
