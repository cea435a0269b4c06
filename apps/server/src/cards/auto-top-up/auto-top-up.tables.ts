import type { AutoTopUpRefusal } from "@tessera/contract/cards/auto-top-up.schemas";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type RunTable = Table<"auto_top_up_run", { reason: AutoTopUpRefusal | null }>;
type OrderTable = Table<"auto_top_up", { told_reason: AutoTopUpRefusal | null }>;

export type AutoTopUpTables = { auto_top_up: OrderTable; auto_top_up_run: RunTable };

export type OrderRow = Selectable<OrderTable>;
export type RunRow = Selectable<RunTable>;
