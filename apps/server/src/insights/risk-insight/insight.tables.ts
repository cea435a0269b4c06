import type { Table } from "../../platform/database/table.ts";

type InsightReaderTable = Table<"insight_reader">;

export type InsightTables = { insight_reader: InsightReaderTable };
