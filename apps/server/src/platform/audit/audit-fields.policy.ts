/** The fields of an audit event in addition to its columns. */
export type AuditData = Readonly<Record<string, unknown>>;

/** An audit event's fields, grouped by the person they identify. */
interface DividedFields {
  /** Fields that identify nobody, and fields that queries need: ids, amounts, states, codes. */
  readonly plain: AuditData;
  /** Fields about the event's customer, or written by or to the customer. */
  readonly aboutSubject: AuditData;
  /** The origin of the request, and the operating system account that ran a command. */
  readonly aboutActor: AuditData;
}

const ACTOR_FIELDS: ReadonlySet<string> = new Set(["ip", "device", "systemUser"]);

/**
 * Actions on the program itself: card products, fees, limits, announcements, saved replies. Their
 * fields are either public or settings, so only the origin of the request is sealed.
 */
const PROGRAM_ACTS = /^(?:segment|fees|settings|announcement|keys|backup|support\.answer)[._]/;

/** Names of fields that contain other fields, each of which is divided individually. */
const CONTAINERS: ReadonlySet<string> = new Set(["before", "after"]);

/**
 * Fields whose values are ids, amounts, codes or states. All other fields are sealed, so that a new
 * action reveals nothing until its fields are listed here.
 */
const PLAIN_FIELDS: ReadonlySet<string> = new Set([
  ...["ref", "role", "userId", "keyId", "layer", "deviceMark", "newDevice"],
  ...["kind", "status", "state", "version", "revision", "was", "factor", "step"],
  ...["flagged", "suspended", "onHold", "sessionsEnded", "ended", "replaced", "givenRole"],
  ...["totp", "passkeys", "recoveryCodes", "facts", "texts"],
  ...["segmentId", "newCardId", "cardId", "grantId", "movementId", "authorisationId"],
  ...["documentId", "correctionId", "case", "message", "strategyId", "withdrawalId"],
  ...["amount", "amountMinor", "currency", "direction", "network", "networkReference"],
  ...["declineCode", "until", "transactionHash", "logIndex", "account", "check"],
  ...["fromDay", "toDay", "timeZone", "accounts", "cards", "kinds", "format", "language"],
  ...["freezeAll", "tries", "minutes", "perTransaction", "daily", "monthly"],
  ...["priority", "snoozedUntil", "customers", "rows", "erased", "mode"],
]);

/** Matches a code, an id, a decimal number or a date, but not free text. */
const CODE = /^[\w:.+/-]{0,80}$/;
/** Matches names of legal texts with their versions. */
const TEXTS = /^[a-z]+ [0-9]+(?:, [a-z]+ [0-9]+)*$/;

function isCode(field: string, value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return CODE.test(value) || (field === "texts" && TEXTS.test(value));
    case "number":
    case "boolean":
      return true;
    default:
      return (
        value === null ||
        value === undefined ||
        (Array.isArray(value) && value.every((one) => isCode(field, one)))
      );
  }
}

function isObject(value: unknown): value is AuditData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPlain(field: string, value: unknown): boolean {
  return PLAIN_FIELDS.has(field) && isCode(field, value);
}

/** Divides the fields inside a container, such as an earlier state. */
function divideWithin(data: AuditData): { plain: AuditData; sealed: AuditData } {
  const entries = Object.entries(data);
  const isIn = ([field, value]: [string, unknown]) => isPlain(field, value);
  return {
    plain: Object.fromEntries(entries.filter(isIn)),
    sealed: Object.fromEntries(entries.filter((entry) => !isIn(entry))),
  };
}

/** Divides an audit event's fields into plain fields and the fields to seal under each key. */
export function divideFields(action: string, data: AuditData): DividedFields {
  const isProgram = PROGRAM_ACTS.test(action);
  const plain: Record<string, unknown> = {};
  const aboutSubject: Record<string, unknown> = {};
  const aboutActor: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(data)) {
    if (ACTOR_FIELDS.has(field)) {
      aboutActor[field] = value;
    } else if (isProgram || isPlain(field, value)) {
      plain[field] = value;
    } else if (CONTAINERS.has(field) && isObject(value)) {
      const parts = divideWithin(value);
      plain[field] = parts.plain;
      if (Object.keys(parts.sealed).length > 0) {
        aboutSubject[field] = parts.sealed;
      }
    } else {
      aboutSubject[field] = value;
    }
  }
  return { plain, aboutSubject, aboutActor };
}

/** Merges opened fields back into the plain ones. */
export function joinFields(plain: AuditData, opened: AuditData): AuditData {
  const joined: Record<string, unknown> = { ...plain };
  for (const [field, value] of Object.entries(opened)) {
    const there = joined[field];
    joined[field] =
      CONTAINERS.has(field) && isObject(there) && isObject(value) ? { ...there, ...value } : value;
  }
  return joined;
}

/** Actors that are not people: parts of Tessera, and visitors who are not signed in. */
const ACTING_PARTS: ReadonlySet<string> = new Set([
  ...["visitor", "mailed link", "tessera", "command-line", "risk", "system"],
  ...["reviews", "practice", "retention", "account closing"],
]);
const PROVIDER = /^(?:bank|chain|payout|key):[\w.-]{1,60}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns whether an actor can be stored unchanged. Otherwise, the actor is a name that must be
 * replaced with an id.
 */
export function isNameless(actor: string): boolean {
  return actor === "" || ACTING_PARTS.has(actor) || PROVIDER.test(actor) || UUID.test(actor);
}

/** Returns whether an actor is a person's id. */
export function isPersonId(actor: string): boolean {
  return UUID.test(actor);
}
