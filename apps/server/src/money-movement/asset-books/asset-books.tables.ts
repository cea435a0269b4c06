import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type AssetBookingTable = Table<
  "asset_booking",
  { kind: "deposit" | "reversal" | "payout" | "opening"; currency: CurrencyCode }
>;

export type AssetBooksTables = {
  asset_booking: AssetBookingTable;
  asset_dust: Table<"asset_dust">;
};

export type BookingRow = Selectable<AssetBookingTable>;
