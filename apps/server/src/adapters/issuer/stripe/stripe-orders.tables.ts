import type { Table } from "../../../platform/database/table.ts";

type StripeOrderTable = Table<"stripe_order">;

export type StripeOrdersTables = { stripe_order: StripeOrderTable };
