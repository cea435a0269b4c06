import * as z from "zod/mini";
import { amountInput, currency } from "../fields.ts";

/**
 * The amounts that remain when an account closes, exactly as shown, at most one per currency; empty
 * if nothing remains.
 */
export const remainingInput = z
  .array(z.strictObject({ currency, amount: amountInput }), "wrong_type")
  .check(z.maxLength(3, "too_long"));
