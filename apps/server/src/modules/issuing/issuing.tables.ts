import type { CardNetwork, CardType } from "@tessera/contract/cards/cards.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";

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
}

interface CardApplicationTable {
  id: string;
  customer_id: string;
  segment_id: string;
  nickname: string | null;
  opening_fee_minor: bigint;
  fee_schedule_version: number;
  status: "processing" | "reviewing" | "completed" | "failed" | "rejected";
  card_id: string | null;
  client_key: string;
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

export type IssuingTables = {
  card_segment: CardSegmentTable;
  card_application: CardApplicationTable;
  card_secret: CardSecretTable;
};

export type CardSegmentRow = Selectable<CardSegmentTable>;
export type CardApplicationRow = Selectable<CardApplicationTable>;
