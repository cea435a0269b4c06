interface StripeOrderTable {
  order_key: string;
  stripe_card_id: string | null;
  created_at: Date;
}

export type StripeOrdersTables = { stripe_order: StripeOrderTable };
