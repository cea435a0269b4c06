import type { Locale } from "@tessera/contract/errors/locales";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** A registration whose link has not been followed yet. */
export interface Registration {
  readonly tokenHash: Buffer;
  readonly email: string;
  readonly passwordHash: string;
  readonly locale: Locale;
  readonly expiresAt: Date;
  /** When and from where the legal texts were accepted; null in old rows that did not record it. */
  readonly requestedAt: Date | null;
  readonly network: string | null;
  readonly device: string | null;
}

/** Stores a registration and invalidates earlier ones for the same address. */
export async function insertRegistration(tx: Tx, registration: Registration): Promise<void> {
  await deleteRegistrationsOf(tx, registration.email);
  await tables(tx)
    .insertInto("registration")
    .values({
      token_hash: registration.tokenHash,
      email: registration.email,
      password_hash: registration.passwordHash,
      locale: registration.locale,
      expires_at: registration.expiresAt,
      used_at: null,
      requested_at: registration.requestedAt,
      network: registration.network,
      device: registration.device,
    })
    .execute();
}

/** Consumes a link. Returns undefined if the link is invalid, already used or expired. */
export function takeRegistration(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<Omit<Registration, "tokenHash"> | undefined> {
  return tables(tx)
    .updateTable("registration")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning([
      "email",
      "password_hash as passwordHash",
      "locale",
      "expires_at as expiresAt",
      "requested_at as requestedAt",
      "network",
      "device",
    ])
    .executeTakeFirst();
}

/** Deletes the pending registrations of an address that now has an account. */
export async function deleteRegistrationsOf(tx: Tx, email: string): Promise<void> {
  await tables(tx).deleteFrom("registration").where("email", "=", email).execute();
}

export async function forgetRegistrations(tx: Tx, before: Date): Promise<void> {
  await tables(tx).deleteFrom("registration").where("expires_at", "<", before).execute();
}
