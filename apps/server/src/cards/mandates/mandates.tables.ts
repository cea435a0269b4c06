import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type MandateTable = Table<"purchase_mandate">;

export type MandatesTables = {
  purchase_mandate: MandateTable;
  card: Pick<Table<"card">, "id" | "last4" | "status" | "card_account">;
  "ledger.counter": Table<"ledger.counter">;
};

export type MandateRow = Selectable<MandateTable>;
