import type { Generated, Selectable } from "kysely";

interface StripeCardholderTable {
  customer_id: string;
  stripe_cardholder_id: string | null;
  asked_revision: number | null;
  asked_at: Date | null;
  told_revision: Generated<number>;
  refused_revision: Generated<number>;
  leased_until: Date | null;
}

export type StripeCardholdersTables = { stripe_cardholder: StripeCardholderTable };
export type StripeCardholderRow = Selectable<StripeCardholderTable>;
