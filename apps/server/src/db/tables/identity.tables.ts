import type { Locale } from "@tessera/contract/errors/locales";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
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
    security_changed_at: Date | null;
    password_reset_at: Date | null;
    /** Of an operator; a customer is suspended in `customer`. */
    suspended_at: Generated<Date | null>;
    removed_at: Generated<Date | null>;
    /** The administrator whose invitation an operator accepted. */
    invited_by_id: string | null;
  };
  security_hold: {
    id: string;
    customer_id: string;
    about_id: string;
    began_at: Date;
    lifted_at: Date | null;
    lifted_by: string | null;
    lift_reason: string | null;
  };
  account_closing: {
    id: string;
    customer_id: string;
    cancelled_at: Date | null;
    closed_at: Date | null;
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
  session_proof: {
    token_hash: Buffer;
    session_id: string;
    expires_at: Date;
    factor: ProofFactor;
    subject_hash: Buffer | null;
  };
  captcha: {
    id: string;
    /** Of a picture; null for a proof of work, which has the three columns below it. */
    answer_hash: Buffer | null;
    proof_parts: number | null;
    proof_bits: number | null;
    proof_rounds: number | null;
    expires_at: Date;
  };
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
    requested_at: Date | null;
    network: string | null;
    device: string | null;
  };
  sign_in_failure: { name_hash: Buffer; failures: number; last_at: Date };
  sign_in_network: {
    name_hash: Buffer;
    network_hash: Buffer;
    failures: number;
    last_at: Date;
    succeeded_at: Date | null;
  };
  totp_factor: {
    person_id: string;
    sealed_secret: Buffer;
    last_step: bigint;
    is_demo: boolean;
    created_at: Date;
    last_used_at: Date | null;
  };
  totp_enrolment: { session_id: string; sealed_secret: Buffer; expires_at: Date };
  recovery_code: { person_id: string; code_hash: Buffer; used_at: Date | null };
  passkey: {
    id: string;
    person_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: bigint;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  passkey_challenge: {
    challenge_hash: Buffer;
    session_id: string;
    purpose: PasskeyPurpose;
    expires_at: Date;
  };
  sign_in_challenge: {
    challenge_hash: Buffer;
    person_id: string;
    tried_name_hash: Buffer;
    remember: boolean;
    expires_at: Date;
  };
  factor_failure: { person_id: string; failures: number; last_at: Date };
};

/** What a passkey is asked to sign for in a session. */
export type PasskeyPurpose = "enrol" | "proof";

/** What somebody proved with that it is them. */
export type ProofFactor = "password" | "totp" | "recovery" | "passkey";

export type MailedCodePurpose = "register" | "reset" | "email_change";

/** The transaction with this module's tables. */
export function tables(tx: Tx): Kysely<AccountsTables> {
  return tx.withTables<AccountsTables>();
}
