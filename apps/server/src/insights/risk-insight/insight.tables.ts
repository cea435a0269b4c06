interface InsightReaderTable {
  customer_id: string;
  seen_at: Date;
}

export type InsightTables = { insight_reader: InsightReaderTable };
