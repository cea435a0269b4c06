import type { Table } from "../../platform/database/table.ts";

type CustodianTransferTable = Table<"custodian_transfer">;

export type CustodianTables = {
  custodian_transfer: CustodianTransferTable;
  custodian_feed: Table<"custodian_feed">;
};
