import type { BillingAddressInput } from "@tessera/contract/cards/cards.schemas";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type CardSegmentTable = Table<"card_segment">;

/**
 * The address requested in a pending application, wrapped in an object so that it is a JSON
 * document.
 */
export interface StoredAddress {
  readonly wanted: "auto" | BillingAddressInput;
}

type CardApplicationTable = Table<"card_application", { billing_address: StoredAddress | null }>;

type CardSecretTable = Table<"card_secret">;

type IssuerCardTable = Table<"issuer_card">;

type CardHolderTable = Table<"card_holder">;

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
