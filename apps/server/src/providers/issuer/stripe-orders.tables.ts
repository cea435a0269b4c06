import type { BillingAddress } from "@tessera/contract/cards/cards.schemas";

interface StripeOrderTable {
  order_key: string;
  billing_address: BillingAddress;
  stripe_card_id: string | null;
  created_at: Date;
}

export type StripeOrdersTables = { stripe_order: StripeOrderTable };
