import type {
  BillingAddressInput,
  CardApplication,
  CardNetwork,
  CardType,
  CardUsage,
} from "@tessera/contract/cards/cards.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Generated, Selectable } from "kysely";

interface CardSegmentTable {
  id: string;
  position: number;
  network: CardNetwork;
  bin: string;
  type: CardType;
  currency: CurrencyCode;
  per_transaction_limit_minor: bigint;
  daily_limit_minor: bigint;
  monthly_limit_minor: bigint;
  stock: number;
  description_en: string;
  description_zh_cn: string;
  description_zh_tw: string;
  active: boolean;
  opening_fee_minor: bigint | null;
  deposit_basis_points: number | null;
}

/** What a customer asked for, of an application that waits; wrapped, for JSON of a mere text. */
export interface StoredAddress {
  readonly wanted: "auto" | BillingAddressInput;
}

interface CardApplicationTable {
  id: string;
  customer_id: string;
  segment_id: string;
  nickname: string | null;
  opening_fee_minor: bigint;
  fee_schedule_version: number;
  status: CardApplication["status"];
  card_id: string | null;
  client_key: string;
  usage: CardUsage;
  billing_address: StoredAddress | null;
  hold_id: string | null;
  created_at: Date;
}

interface CardSecretTable {
  card_id: string;
  customer_id: string;
  key_id: string;
  wrapped_key: Buffer;
  pan_sealed: Buffer;
  pan_index: Buffer;
}

interface IssuerCardTable {
  card_id: string;
  customer_id: string;
  issuer: "stripe";
  issuer_card_id: string;
  status_version: Generated<number>;
  status_due: Generated<boolean>;
  leased_until: Date | null;
}

interface CardHolderTable {
  customer_id: string;
  key_id: string;
  wrapped_key: Buffer;
  facts_sealed: Buffer;
  revision: number;
  changed_at: Date;
}

export type IssuingTables = {
  card_segment: CardSegmentTable;
  card_application: CardApplicationTable;
  card_secret: CardSecretTable;
  issuer_card: IssuerCardTable;
  card_holder: CardHolderTable;
};

export type CardSegmentRow = Selectable<CardSegmentTable>;
export type CardHolderRow = Selectable<CardHolderTable>;
export type CardApplicationRow = Selectable<CardApplicationTable>;
