import type {
  PayoutNetwork,
  ReviewReason,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Generated, Selectable } from "kysely";
import type { WithdrawalState } from "./withdrawal-states.policy.ts";

interface PayoutAddressTable {
  id: string;
  customer_id: string;
  client_key: string;
  label: string;
  network: PayoutNetwork;
  address: string;
  created_at: Date;
  usable_at: Date;
  removed_at: Date | null;
}

interface WithdrawalQuoteTable {
  id: string;
  customer_id: string;
  address_id: string;
  asset: "USDT";
  network: PayoutNetwork;
  address: string;
  currency: CurrencyCode;
  amount_minor: bigint;
  fee_minor: bigint;
  fee_basis_points: number;
  fee_schedule_version: number;
  network_fee_minor: bigint;
  confirmations_required: number;
  total_minor: bigint;
  rate_scaled: bigint;
  rated_at: Date;
  rate_source: string | null;
  spread_basis_points: number;
  receive_minor: bigint;
  created_at: Date;
  expires_at: Date;
}

interface WithdrawalTable {
  id: string;
  customer_id: string;
  client_key: string;
  state: WithdrawalState;
  review_reasons: ReviewReason[];
  needs_two: boolean;
  limit_day: string;
  limit_minor: bigint;
  factor: "password" | "totp" | "recovery" | "passkey";
  cancel_until: Date;
  created_at: Date;
  state_at: Date;
  confirmations: Generated<number>;
  transaction_hash: string | null;
  unknown_status: string | null;
  return_movement_id: string | null;
  payout_movement_id: string | null;
  ended_at: Date | null;
}

interface PayoutInstructionTable {
  withdrawal_id: string;
  network: PayoutNetwork;
  address: string;
  amount_minor: bigint;
  state: "ready" | "sent" | "settled";
  sends: Generated<number>;
  sent_at: Date | null;
  asked_at: Date | null;
  leased_until: Date | null;
  created_at: Date;
  /**
   * The account that received the order; null before it was sent, and in rows from before this was
   * stored.
   */
  payout_account: string | null;
}

export type WithdrawalsTables = {
  payout_address: PayoutAddressTable;
  withdrawal_quote: WithdrawalQuoteTable;
  withdrawal: WithdrawalTable;
  withdrawal_appeal: {
    withdrawal_id: string;
    hold_id: string;
    former_return_id: string;
    appealed_at: Date;
  };
  withdrawal_step: { withdrawal_id: string; n: number; state: WithdrawalState; at: Date };
  payout_instruction: PayoutInstructionTable;
  payout_event: {
    id: string;
    payout_id: string;
    body_hash: Buffer;
    received_at: Date;
    settled_at: Date | null;
  };
  withdrawal_alarm: {
    token_hash: Buffer;
    customer_id: string;
    about_id: string;
    expires_at: Date;
    used_at: Date | null;
  };
  /** Read only: since when somebody is a customer. */
  customer: { id: string; created_at: Date };
  /** Read only: the ledger's counters of each customer's day. */
  "ledger.counter": { subject: string; time_window: string; amount: bigint; count: bigint };
};

export type AddressRow = Selectable<PayoutAddressTable>;
export type QuoteRow = Selectable<WithdrawalQuoteTable>;
export type StepRow = Selectable<WithdrawalsTables["withdrawal_step"]>;

/** A withdrawal with its quote. */
export type WithdrawalRow = Selectable<WithdrawalTable> &
  Omit<QuoteRow, "id" | "customer_id" | "created_at" | "expires_at"> & {
    readonly label: string;
    /** The hold of its money: its own id, until an appeal created another one. */
    readonly hold_id: string;
  };
