import type {
  CardNetwork,
  CardType,
  CardUsage,
  FreezeReason,
  ReplacementReason,
  ScheduleWindow,
} from "@tessera/contract/cards/cards.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Generated, Selectable } from "kysely";
import type { StoredBillingAddress } from "../../adapters/issuer/holder-facts.ts";

/** The layers that somebody sets and lifts; a schedule follows from the clock. */
export type SetLayer = "customer" | "risk" | "verification" | "operator";

/** A layer as the view of cards has it. */
export interface StoredFreeze {
  readonly layer: SetLayer;
  readonly reason: FreezeReason;
  /** RFC 3339, with what offset the database likes. */
  readonly since: string;
}

export interface StoredSchedule {
  readonly windows: readonly ScheduleWindow[];
}

interface CardColumns {
  id: string;
  customer_id: string;
  segment_id: string;
  card_account: bigint;
  funding_account: bigint;
  receivable_account: bigint;
  nickname: string | null;
  network: CardNetwork;
  type: CardType;
  currency: CurrencyCode;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  status: "active" | "frozen" | "closing" | "closed";
  per_transaction_limit_minor: bigint;
  daily_limit_minor: bigint;
  monthly_limit_minor: bigint;
  billing_address: StoredBillingAddress;
  created_at: Date;
  usage: CardUsage;
  locked_merchant_key: string | null;
  locked_merchant_name: string | null;
  schedule: StoredSchedule | null;
  /** The cards before this one, newest first. */
  predecessors: string[];
  /** Counts changes of the owner's settings. */
  revision: Generated<number>;
  tags: Generated<string[]>;
  /** The tags as they are compared, in the same order. */
  tag_keys: Generated<string[]>;
  /** The owner's limits; null for none. The card's own hold beside them. */
  own_per_transaction_limit_minor: Generated<bigint | null>;
  own_daily_limit_minor: Generated<bigint | null>;
  own_monthly_limit_minor: Generated<bigint | null>;
}

interface CardTable extends CardColumns {
  frozen_at: Date | null;
  closed_at: Date | null;
}

/** The card with what its accounts hold (a view). */
interface CardStandingView extends CardColumns {
  posted_minor: bigint;
  held_minor: bigint;
  account_status: number;
  suspended: boolean;
  funding_posted_minor: bigint;
  funding_available_minor: bigint;
  owed_minor: bigint;
  risk_revision: bigint;
  freezes: StoredFreeze[] | null;
}

interface CardFreezeTable {
  card_id: string;
  layer: SetLayer;
  reason: FreezeReason;
  reason_detail: Readonly<Record<string, unknown>>;
  starts_at: Date;
  actor: string;
  /** The call that froze all cards, where it set this layer. */
  freeze_all_id: string | null;
}

interface CardFreezeAllTable {
  id: string;
  customer_id: string;
  client_key: string;
  /** The cards that it froze, in order. */
  card_ids: string[];
  frozen_at: Date;
  undone_at: Generated<Date | null>;
  unfrozen_cards: Generated<number | null>;
  dismissed_at: Generated<Date | null>;
}

interface CardClosingTable {
  card_id: string;
  customer_id: string;
  client_key: string | null;
  actor: string;
  request_id: string;
  asked_at: Date;
  /** The body of the call; null without a key, and for calls from before this was stored. */
  when_settled: boolean | null;
}

interface CardReplacementTable {
  id: string;
  customer_id: string;
  replaced_card_id: string;
  card_id: string;
  reason: ReplacementReason;
  carried_day_minor: bigint;
  carried_month_minor: bigint;
  client_key: string;
  created_at: Date;
}

interface CardQuoteTable {
  id: string;
  customer_id: string;
  card_id: string;
  operation: "deposit" | "withdraw";
  amount_minor: bigint;
  fee_minor: bigint;
  fee_basis_points: number;
  fee_schedule_version: number;
  currency: CurrencyCode;
  created_at: Date;
  expires_at: Date;
}

export type CardsTables = {
  card: CardTable;
  card_standing: CardStandingView;
  card_quote: CardQuoteTable;
  card_debt: { card_id: string };
  card_freeze: CardFreezeTable;
  card_freeze_all: CardFreezeAllTable;
  card_closing: CardClosingTable;
  card_replacement: CardReplacementTable;
  issuer_card: { card_id: string; issuer: "stripe" };
  card_segment: { id: string; deposit_basis_points: number | null };
  "ledger.counter": { subject: string; time_window: string; amount: bigint; count: bigint };
  "ledger.movement_state": {
    movement_id: string;
    customer_id: string;
    card_id: string | null;
    kind: string;
    status: string;
  };
};

export type CardRow = Selectable<CardTable>;
export type CardStandingRow = Selectable<CardStandingView>;
export type CardQuoteRow = Selectable<CardQuoteTable>;
export type CardFreezeRow = Selectable<CardFreezeTable>;
export type CardFreezeAllRow = Selectable<CardFreezeAllTable>;
export type CardClosingRow = Selectable<CardClosingTable>;
export type CardReplacementRow = Selectable<CardReplacementTable>;
