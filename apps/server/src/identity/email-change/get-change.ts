import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findPerson, type Person } from "../people/index.ts";
import type { EmailChangeRow } from "./email-change.tables.ts";
import { findOpenChange } from "./email-changes.repository.ts";

/**
 * Returns whether a request can still proceed, either because it is under review or because its
 * code is still valid.
 */
export function isLive(row: EmailChangeRow, now: Date): boolean {
  return row.status === "reviewing" || (row.status === "code_sent" && row.expires_at > now);
}

/** Finds the person who owns a session. */
export async function requirePerson(tx: Tx, session: Session): Promise<Person> {
  const person = await findPerson(tx, session.userId);
  if (person === undefined) {
    throw new Refusal("unauthenticated");
  }
  return person;
}

/** Reads a customer's current email and open request. */
export async function getChange(
  { db, clock }: AppContext,
  session: Session,
): Promise<{ readonly email: string; readonly open: EmailChangeRow | undefined }> {
  const { email } = await requirePerson(db.kysely, session);
  const open = await findOpenChange(db.kysely, session.customerId);
  return { email, open: open !== undefined && isLive(open, clock.now()) ? open : undefined };
}
