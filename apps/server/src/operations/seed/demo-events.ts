import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { ChainNetwork } from "../../adapters/chain/chain-provider.ts";
import type { NetworkMerchant } from "../../authorization/messages/index.ts";
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

/** A rule of the customer's own for one card, in force or tried from then on. */
export interface RuleEvent extends At {
  readonly type: "rule";
  readonly card: DemoCardName;
  readonly name: string;
  readonly when: StrategyRule["when"];
  readonly action: StrategyRule["action"];
  readonly status: "active" | "shadow";
}

export type DemoAddressName = "hardware" | "exchange";

/** An address that goes into the customer's book. */
export interface AddressEvent extends At {
  readonly type: "address";
  readonly name: DemoAddressName;
}

/** Money that leaves for an address of the book; it is paid out, or an operator looks first. */
export interface WithdrawalEvent extends At {
  readonly type: "withdrawal";
  readonly to: DemoAddressName;
  readonly amountMinor: bigint;
}

/** What somebody says in a conversation, the customer where nobody else is named. */
export interface DemoWord {
  /** Minutes after the conversation began. */
  readonly afterMinutes: number;
  readonly by: "customer" | "desk";
  readonly text: string;
}

/** A conversation with support from its first word to its last. */
export interface ConversationEvent extends At {
  readonly type: "conversation";
  readonly subject: string;
  readonly text: string;
  /** Whether it is about the withdrawal that was asked for last. */
  readonly aboutWithdrawal?: boolean;
  readonly words: readonly DemoWord[];
  /** Where it stands in the end: read by its customer and settled, or as the last word left it. */
  readonly ends?: "resolved";
}

/** An application for a card that operators look at first. */
export interface HeldApplicationEvent extends At {
  readonly type: "held_application";
  readonly segmentId: string;
  readonly nickname: string;
  /** Why operators look, for the record. */
  readonly reason: string;
}

/** A movement of the customer's account that an operator proposes. */
export interface ProposalEvent extends At {
  readonly type: "proposal";
  readonly amountMinor: bigint;
  readonly reason: string;
  readonly reference: string;
}

/** What happens between the customer and those who run the programme. */
export type DeskEvent =
  | AddressEvent
  | WithdrawalEvent
  | ConversationEvent
  | HeldApplicationEvent
  | ProposalEvent;

/** Something that happened to the demo customer. */
export type DemoEvent =
  | DepositEvent
  | IssueEvent
  | FundEvent
  | PaymentEvent
  | SettleEvent
  | UnaskedEvent
  | FreezeEvent
  | RuleEvent
  | DeskEvent;
