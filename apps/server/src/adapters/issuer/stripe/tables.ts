import { declareTables } from "../../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["stripe_cardholder", "stripe_order"],
  reads: ["card_holder"],
});
