import type { AuditEntry, Source } from "@tessera/ledger";
import { dataCipher } from "../crypto/keys.ts";
import { findActor, type KeyOwner } from "../crypto/person-keys.repository.ts";
import { markUnder, type PersonKeys, PROGRAM, visitorsOf } from "../crypto/person-keys.ts";
import type { RequestOrigin } from "../http/request-origins.ts";
import {
  type AuditData,
  divideFields,
  isNameless,
  isPersonId,
  joinFields,
} from "./audit-fields.policy.ts";

/** Sealed fields in base64, keyed by the id of the person whose key opens them. */
type SealedParts = Readonly<Record<string, string>>;

interface Stamp {
  readonly entry: AuditEntry;
  readonly ref: string;
  readonly at: Date;
  readonly origin: RequestOrigin | undefined;
}

interface Sealing {
  readonly personKeys: PersonKeys;
  readonly source: Source;
}

function aadOf(ref: string, ownerId: string): string {
  return `audit|${ref}|${ownerId}`;
}

/** Returns the owner of the key that seals the origin of a request. */
function actorOwner({ entry, origin, at }: Stamp, actor: string): KeyOwner {
  if (entry.requestId === null && !isPersonId(actor)) {
    return PROGRAM;
  }
  if (origin?.role !== undefined && origin.role !== "customer" && origin.userId !== undefined) {
    return { id: origin.userId, kind: "operator" };
  }
  // Where a member was when they acted for a company is about the member, not the company.
  if (origin?.ownCustomerId !== undefined) {
    return { id: origin.ownCustomerId, kind: "customer" };
  }
  if (entry.customerId !== null) {
    return { id: entry.customerId, kind: "customer" };
  }
  return isPersonId(actor) ? { id: actor, kind: "operator" } : visitorsOf(at);
}

/** Returns the owner of the key that seals the fields about an event's subject. */
function subjectOwner(stamp: Stamp, actor: string): KeyOwner {
  const { customerId } = stamp.entry;
  return customerId === null ? actorOwner(stamp, actor) : { id: customerId, kind: "customer" };
}

async function actorOf(stamp: Stamp, source: Source): Promise<{ actor: string; named?: string }> {
  const { entry, origin } = stamp;
  const isCaller = entry.actor === origin?.username || entry.actor === origin?.userId;
  if (origin?.keyId !== undefined && isCaller) {
    return { actor: `key:${origin.keyId}` };
  }
  if (origin?.userId !== undefined && origin.username === entry.actor) {
    return { actor: origin.userId };
  }
  if (isNameless(entry.actor)) {
    return { actor: entry.actor };
  }
  const found = await findActor(source, entry.actor);
  return found === undefined ? { actor: "system", named: entry.actor } : { actor: found };
}

/**
 * Returns an audit event in stored form: personal fields are sealed under the keys of the people
 * they are about, and the actor's name is replaced with an id. Personal data about people whose
 * keys have been destroyed is dropped.
 */
export async function sealEntry(sealing: Sealing, stamp: Stamp): Promise<AuditEntry> {
  const { personKeys, source } = sealing;
  const { entry, ref, origin } = stamp;
  const { actor, named } = await actorOf(stamp, source);
  const { username: _, userId, ownCustomerId: __, ...place } = origin ?? {};
  // What a key did is recorded as done by the key, which leads to the person who created it.
  const byPerson = userId !== undefined && origin?.keyId === undefined && { userId };
  const data = {
    ...entry.data,
    ref,
    ...place,
    ...byPerson,
    ...(named !== undefined && { actorName: named }),
  };
  const { plain, aboutSubject, aboutActor } = divideFields(entry.action, data);
  const parts = new Map<string, { owner: KeyOwner; fields: AuditData }>();
  const add = (owner: KeyOwner, fields: AuditData) => {
    if (Object.keys(fields).length > 0) {
      parts.set(owner.id, { owner, fields: { ...parts.get(owner.id)?.fields, ...fields } });
    }
  };
  add(subjectOwner(stamp, actor), aboutSubject);
  add(actorOwner(stamp, actor), aboutActor);
  const sealed: Record<string, string> = {};
  let mark: string | undefined;
  for (const { owner, fields } of parts.values()) {
    const key = await personKeys.forSealing(source, owner);
    if (key === undefined) {
      continue;
    }
    const text = Buffer.from(JSON.stringify(fields));
    sealed[owner.id] = dataCipher.sealWith(key, text, aadOf(ref, owner.id)).toString("base64");
    if (entry.action === "signed_in" && typeof fields.device === "string") {
      mark = deviceMark(key, fields.device);
    }
  }
  return {
    ...entry,
    actor,
    data: {
      ...plain,
      ...(parts.size > 0 && { sealed }),
      ...(mark !== undefined && { deviceMark: mark }),
    },
  };
}

/**
 * Returns a keyed hash of a browser's name. Later sign-ins are compared with the hash to recognize
 * the browser.
 */
export function deviceMark(key: Buffer, device: string): string {
  return markUnder(key, "device", device);
}

interface Opened {
  readonly data: AuditData;
  /** Whether a sealed part can no longer be opened because its key was destroyed. */
  readonly isErased: boolean;
}

function partsOf(data: AuditData): SealedParts {
  const { sealed } = data;
  return typeof sealed === "object" && sealed !== null ? (sealed as SealedParts) : {};
}

/** Lists the people whose keys are needed to open the audit events. */
function ownersOf(records: readonly { readonly data: AuditData }[]): string[] {
  return records.flatMap(({ data }) => Object.keys(partsOf(data)));
}

/** Returns the fields of an audit event that the keys can open. The other fields were erased. */
function openFields(
  keys: ReadonlyMap<string, Buffer>,
  record: { readonly ref: string; readonly data: AuditData },
): Opened {
  const { sealed: _, deviceMark: __, ...plain } = record.data;
  const parts = Object.entries(partsOf(record.data));
  // An event recorded after the key was destroyed has no sealed part at all.
  let isErased = record.data.sealed !== undefined && parts.length === 0;
  let data: AuditData = plain;
  for (const [ownerId, part] of parts) {
    const key = keys.get(ownerId);
    if (key === undefined) {
      isErased = true;
      continue;
    }
    const text = dataCipher.openWith(key, Buffer.from(part, "base64"), aadOf(record.ref, ownerId));
    data = joinFields(data, JSON.parse(text.toString()) as AuditData);
  }
  return { data, isErased };
}

/** Opens the fields of audit events for which a key still exists. */
export async function openRecords<R extends { readonly ref: string; readonly data: AuditData }>(
  personKeys: PersonKeys,
  source: Source,
  records: readonly R[],
): Promise<(R & { readonly isErased: boolean })[]> {
  const found = await personKeys.forOpening(source, ownersOf(records));
  return records.map((record) => ({ ...record, ...openFields(found, record) }));
}
