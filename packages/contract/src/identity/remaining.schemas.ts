import * as z from "zod/mini";
import { amountInput, currency } from "../fields.ts";

/**
 * The amounts that stay when an account closes, exactly as they were shown, one of each currency at
 * the most; empty where nothing remains.
 */
export const remainingInput = z
  .array(z.strictObject({ currency, amount: amountInput }), "wrong_type")
  .check(z.maxLength(3, "too_long"));
