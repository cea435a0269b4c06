import type {
  CardNetwork,
  CardType,
  FreezeReason,
  ScheduleWindow,
} from "@tessera/contract/cards/cards.schemas";
import type { Selectable } from "kysely";
import type { StoredBillingAddress } from "../../adapters/issuer/holder-facts.ts";
import type { Table } from "../../platform/database/table.ts";

/**
 * The freeze layers that are set and lifted explicitly. The schedule layer is derived from the
 * clock.
 */
export type SetLayer = "customer" | "risk" | "verification" | "operator";

/** A freeze layer as returned by the view of cards. */
export interface StoredFreeze {
  readonly layer: SetLayer;
  readonly reason: FreezeReason;
  /** An RFC 3339 time. The database determines the offset. */
  readonly since: string;
}

export interface StoredSchedule {
  readonly windows: readonly ScheduleWindow[];
}

/** The merchants that a card's owner wants kept paid, with the ceiling for what they draw. */
interface StoredKeepAlive {
  readonly dailyMinor: string;
  readonly feeBasisPoints: number;
  readonly merchants: readonly string[];
}

/** What a card may draw on its customer's account, as returned by the view of cards. */
export interface StoredDraw {
  /** `0` if only the merchants to keep paid may be paid from the account. */
  readonly dailyMinor: string;
  readonly feeBasisPoints: number;
  readonly merchants: readonly string[] | null;
  readonly keepAlive: StoredKeepAlive | null;
  /** The load fee of the card's product; null if the published fee applies. */
  readonly productFeeBasisPoints: number | null;
  readonly availableMinor: string;
  /** Whether the account is stopped, on a security hold, or about to be closed. */
  readonly isStopped: boolean;
}

/** The terms of a card's purchase mandate, as returned by the view of cards. */
export interface StoredMandate {
  readonly id: string;
  readonly merchantKey: string;
  readonly ceilingMinor: string;
  /** An RFC 3339 time. The database determines the offset. */
  readonly until: string;
}

type CardTable = Table<
  "card",
  {
    network: CardNetwork;
    type: CardType;
    billing_address: StoredBillingAddress;
    schedule: StoredSchedule | null;
  }
>;

type Standing = Table<"card_standing">;

/**
 * Cards with the balances of their accounts. All columns are nullable, because PostgreSQL reports
 * all columns of a view as nullable.
 */
type CardStandingView = Pick<CardTable, Extract<keyof Standing, keyof CardTable>> & {
  [Column in Exclude<
    keyof Standing,
    keyof CardTable | "freezes" | "draw" | "mandate"
  >]: NonNullable<Standing[Column]>;
} & {
  freezes: StoredFreeze[] | null;
  draw: StoredDraw | null;
  mandate: StoredMandate | null;
};

type CardFreezeTable = Table<
  "card_freeze",
  { reason: FreezeReason; reason_detail: Readonly<Record<string, unknown>> }
>;

type CardFreezeAllTable = Table<"card_freeze_all">;

type CardClosingTable = Table<"card_closing">;

type CardReplacementTable = Table<"card_replacement">;

type CardQuoteTable = Table<"card_quote">;

export type CardsTables = {
  card: CardTable;
  card_standing: CardStandingView;
  card_quote: CardQuoteTable;
  card_debt: Table<"card_debt">;
  card_freeze: CardFreezeTable;
  card_freeze_all: CardFreezeAllTable;
  card_closing: CardClosingTable;
  card_replacement: CardReplacementTable;
  issuer_card: Pick<Table<"issuer_card">, "card_id" | "issuer">;
  card_segment: Pick<Table<"card_segment">, "id" | "deposit_basis_points">;
  "ledger.counter": Table<"ledger.counter">;
  "ledger.movement_state": Pick<
    Table<"ledger.movement_state">,
    "movement_id" | "customer_id" | "card_id" | "kind" | "status"
  >;
};

export type CardRow = Selectable<CardTable>;
export type CardStandingRow = Selectable<CardStandingView>;
export type CardQuoteRow = Selectable<CardQuoteTable>;
export type CardFreezeRow = Selectable<CardFreezeTable>;
export type CardFreezeAllRow = Selectable<CardFreezeAllTable>;
export type CardClosingRow = Selectable<CardClosingTable>;
export type CardReplacementRow = Selectable<CardReplacementTable>;
