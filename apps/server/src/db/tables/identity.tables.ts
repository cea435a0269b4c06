import type { Locale } from "@tessera/contract/errors/locales";
import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import type { Kysely } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { Table } from "../../platform/database/table.ts";

export type AccountsTables = {
  customer: Table<"customer">;
  person: Table<"person">;
  security_hold: Table<"security_hold">;
  account_closing: Pick<
    Table<"account_closing">,
    "id" | "customer_id" | "cancelled_at" | "closed_at"
  >;
  company: Table<"company">;
  customer_account: Table<"customer_account">;
  membership: Table<"membership", { role: MemberRole }>;
  session: Table<"session">;
  session_proof: Table<"session_proof">;
  captcha: Table<"captcha">;
  mailed_code: Table<"mailed_code">;
  registration: Table<"registration", { locale: Locale }>;
  sign_in_failure: Table<"sign_in_failure">;
  sign_in_network: Table<"sign_in_network">;
  totp_factor: Table<"totp_factor">;
  totp_enrolment: Table<"totp_enrolment">;
  recovery_code: Table<"recovery_code">;
  passkey: Table<"passkey">;
  passkey_challenge: Table<"passkey_challenge">;
  sign_in_challenge: Table<"sign_in_challenge">;
  factor_failure: Table<"factor_failure">;
};

/** The purpose for which a passkey signs a challenge during a session. */
export type PasskeyPurpose = "enrol" | "proof";

/** The factor that a person used to authenticate for a step-up token. */
export type ProofFactor = "password" | "totp" | "recovery" | "passkey";

export type MailedCodePurpose = "register" | "reset" | "email_change";

/** Returns the transaction typed with this module's tables. */
export function tables(tx: Tx): Kysely<AccountsTables> {
  return tx.withTables<AccountsTables>();
}
