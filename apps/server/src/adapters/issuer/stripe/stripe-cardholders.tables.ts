import type { Selectable } from "kysely";
import type { Table } from "../../../platform/database/table.ts";

type StripeCardholderTable = Table<"stripe_cardholder">;

export type StripeCardholdersTables = { stripe_cardholder: StripeCardholderTable };
export type StripeCardholderRow = Selectable<StripeCardholderTable>;
