import type {
  PayoutNetwork,
  ReviewReason,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";
import type { WithdrawalState } from "./withdrawal-states.policy.ts";

type PayoutAddressTable = Table<"payout_address">;

type WithdrawalQuoteTable = Table<"withdrawal_quote">;

type WithdrawalTable = Table<"withdrawal", { review_reasons: ReviewReason[] }>;

type PayoutInstructionTable = Table<"payout_instruction", { network: PayoutNetwork }>;

export type WithdrawalsTables = {
  payout_address: PayoutAddressTable;
  withdrawal_quote: WithdrawalQuoteTable;
  withdrawal: WithdrawalTable;
  withdrawal_appeal: Table<"withdrawal_appeal">;
  withdrawal_step: Table<"withdrawal_step", { state: WithdrawalState }>;
  payout_instruction: PayoutInstructionTable;
  payout_event: Table<"payout_event">;
  withdrawal_alarm: Table<"withdrawal_alarm">;
  /** Read-only: when the customer joined. */
  customer: Pick<Table<"customer">, "id" | "created_at">;
  /** Read-only: the ledger's daily counters per customer. */
  "ledger.counter": Table<"ledger.counter">;
};

export type AddressRow = Selectable<PayoutAddressTable>;
export type QuoteRow = Selectable<WithdrawalQuoteTable>;
export type StepRow = Selectable<WithdrawalsTables["withdrawal_step"]>;

/** A withdrawal with its quote. */
export type WithdrawalRow = Selectable<WithdrawalTable> &
  Omit<QuoteRow, "id" | "customer_id" | "created_at" | "expires_at"> & {
    readonly label: string;
    /** The id of the hold on its money: the withdrawal's id, or the id that an appeal created. */
    readonly hold_id: string;
  };
