import type { Role } from "@tessera/contract/accounts/accounts.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { Generated, Kysely } from "kysely";
import type { Tx } from "../../platform/context.ts";

export type AccountsTables = {
  customer: { id: string; suspended_at: Date | null; created_at: Date };
  person: {
    id: string;
    customer_id: string | null;
    username: string;
    email: string;
    role: Role;
    password_hash: string;
    locale: Locale;
    created_at: Date;
  };
  customer_account: {
    customer_id: string;
    kind: "account" | "receivable";
    currency: string;
    account_id: bigint;
  };
  session: {
    id: string;
    token_hash: Buffer;
    person_id: string;
    idle_seconds: number;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    ip: string;
    device: string;
  };
  session_proof: { token_hash: Buffer; session_id: string; expires_at: Date };
  captcha: { id: string; answer_hash: Buffer; expires_at: Date };
  mailed_code: {
    purpose: MailedCodePurpose;
    address_hash: Buffer;
    id: string;
    code_hash: Buffer;
    tries: Generated<number>;
    expires_at: Date;
    used_at: Date | null;
  };
  registration: {
    token_hash: Buffer;
    email: string;
    password_hash: string;
    locale: Locale;
    expires_at: Date;
    used_at: Date | null;
  };
  sign_in_failure: { name_hash: Buffer; failures: number; last_at: Date };
  sign_in_network: {
    name_hash: Buffer;
    network_hash: Buffer;
    failures: number;
    last_at: Date;
    succeeded_at: Date | null;
  };
};

export type MailedCodePurpose = "register" | "reset";

/** The transaction with this module's tables. */
export function tables(tx: Tx): Kysely<AccountsTables> {
  return tx.withTables<AccountsTables>();
}
