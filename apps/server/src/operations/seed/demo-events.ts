import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { ChainNetwork } from "../../adapters/chain/chain-provider.ts";
import type { NetworkMerchant } from "../../authorization/messages/index.ts";
import type { DemoCardName } from "./demo-cards.ts";

interface At {
  readonly at: Date;
}

/** A deposit, from its creation to its outcome. */
export interface DepositEvent extends At {
  readonly type: "deposit";
  readonly network: ChainNetwork;
  readonly currency: CurrencyCode;
  /** The amount in hundredths of a USDT. */
  readonly amountMinor: bigint;
  /** The amount that was sent; null if nothing was sent and the deposit expired or was canceled. */
  readonly paidMinor: bigint | null;
  readonly ends: "paid" | "late" | "expired" | "cancelled";
}

export interface IssueEvent extends At {
  readonly type: "issue";
  readonly card: DemoCardName;
}

/** A transfer of money between the account and a card. */
export interface FundEvent extends At {
  readonly type: "fund";
  readonly card: DemoCardName;
  readonly operation: "deposit" | "withdraw";
  readonly amountMinor: bigint;
}

export interface PaymentEvent extends At {
  readonly type: "payment";
  /** The reference that later events use to identify the payment. */
  readonly ref: number;
  readonly card: DemoCardName;
  readonly merchant: NetworkMerchant;
  readonly amountMinor: bigint;
  /** The merchant's mistake that causes the decline. */
  readonly mistake?: "cvv" | "expiry";
}

/** The outcome of an approved payment. */
export interface SettleEvent extends At {
  readonly type: "settle";
  readonly ref: number;
  readonly card: DemoCardName;
  readonly how: "clear" | "reverse" | "expire" | "increment";
  /** The amount in minor units. If undefined, it is the full amount. */
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

/**
 * A customer's rule for one card. From this time on, the rule is either active or in shadow mode.
 */
export interface RuleEvent extends At {
  readonly type: "rule";
  readonly card: DemoCardName;
  readonly name: string;
  readonly when: StrategyRule["when"];
  readonly action: StrategyRule["action"];
  readonly status: "active" | "shadow";
}

export type DemoAddressName = "hardware" | "exchange";

/** An address that is added to the customer's address book. */
export interface AddressEvent extends At {
  readonly type: "address";
  readonly name: DemoAddressName;
}

/**
 * A withdrawal to an address in the address book. It is paid out unless an operator reviews it
 * first.
 */
export interface WithdrawalEvent extends At {
  readonly type: "withdrawal";
  readonly to: DemoAddressName;
  readonly amountMinor: bigint;
}

/** A message in a conversation. It is from the customer unless another author is named. */
export interface DemoWord {
  /** Minutes since the conversation began. */
  readonly afterMinutes: number;
  readonly by: "customer" | "desk";
  readonly text: string;
}

/** A conversation with support, from its first message to its last. */
export interface ConversationEvent extends At {
  readonly type: "conversation";
  readonly subject: string;
  readonly text: string;
  /** Whether the conversation is about the latest withdrawal. */
  readonly aboutWithdrawal?: boolean;
  readonly words: readonly DemoWord[];
  /**
   * The final status. `resolved` means that the customer has read the reply and the conversation is
   * resolved. If undefined, the last message determines the status.
   */
  readonly ends?: "resolved";
}

/** A card application that operators review before a card is issued. */
export interface HeldApplicationEvent extends At {
  readonly type: "held_application";
  readonly segmentId: string;
  readonly nickname: string;
  /** The reason for the review, for the audit log. */
  readonly reason: string;
}

/** A proposal by an operator to adjust the customer's account. */
export interface ProposalEvent extends At {
  readonly type: "proposal";
  readonly amountMinor: bigint;
  readonly reason: string;
  readonly reference: string;
}

/** An event that involves the customer and the program's operators. */
export type DeskEvent =
  | AddressEvent
  | WithdrawalEvent
  | ConversationEvent
  | HeldApplicationEvent
  | ProposalEvent;

/** Any event that involves the demo customer. */
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
