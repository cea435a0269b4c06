import type { CurrencyCode } from "@tessera/money";
import type { NetworkMerchant } from "../modules/network/index.ts";
import type { ChainNetwork } from "../providers/chain/chain-provider.ts";
import type { DemoCardName } from "./demo-cards.ts";

interface At {
  readonly at: Date;
}

/** A deposit from its creation to where it ended. */
export interface DepositEvent extends At {
  readonly type: "deposit";
  readonly network: ChainNetwork;
  readonly currency: CurrencyCode;
  /** Hundredths of a USDT. */
  readonly amountMinor: bigint;
  /** What was sent; null where nothing was and it expired or was cancelled. */
  readonly paidMinor: bigint | null;
  readonly ends: "paid" | "late" | "expired" | "cancelled";
}

export interface IssueEvent extends At {
  readonly type: "issue";
  readonly card: DemoCardName;
}

/** Money between the account and a card. */
export interface FundEvent extends At {
  readonly type: "fund";
  readonly card: DemoCardName;
  readonly operation: "deposit" | "withdraw";
  readonly amountMinor: bigint;
}

export interface PaymentEvent extends At {
  readonly type: "payment";
  /** Names it for the steps that follow. */
  readonly ref: number;
  readonly card: DemoCardName;
  readonly merchant: NetworkMerchant;
  readonly amountMinor: bigint;
  /** A mistake that a merchant makes, so that it is declined. */
  readonly mistake?: "cvv" | "expiry";
}

/** What becomes of an approved payment. */
export interface SettleEvent extends At {
  readonly type: "settle";
  readonly ref: number;
  readonly card: DemoCardName;
  readonly how: "clear" | "reverse" | "expire" | "increment";
  /** Absent for all of it. */
  readonly amountMinor?: bigint;
}

export interface UnaskedEvent extends At {
  readonly type: "refund" | "force_post";
  readonly card: DemoCardName;
  readonly merchant: NetworkMerchant;
  readonly amountMinor: bigint;
}

export interface FreezeEvent extends At {
  readonly type: "freeze" | "unfreeze";
  readonly card: DemoCardName;
}

/** Something that happened to the demo customer. */
export type DemoEvent =
  | DepositEvent
  | IssueEvent
  | FundEvent
  | PaymentEvent
  | SettleEvent
  | UnaskedEvent
  | FreezeEvent;
