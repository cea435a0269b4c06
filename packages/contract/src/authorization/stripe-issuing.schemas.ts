import * as z from "zod/mini";
import { billingAddress } from "../cards/cards.schemas.ts";
import { line } from "../fields.ts";

export const numberKeyBody = z.strictObject({
  /** Created by Stripe.js for one card (`createEphemeralKeyNonce`); can be used only once. */
  nonce: line(255),
});

/** What a browser needs for Stripe's elements to show a card number. */
export const numberKey = z.object({
  publishableKey: z.string(),
  /** The card's id at Stripe. */
  issuerCardId: z.string(),
  /** Gives the browser that created the nonce access to this card for a few minutes. */
  ephemeralKey: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  billingAddress,
});

/** What a browser needs before it can create a nonce. */
export const numberElement = z.object({ publishableKey: z.string(), issuerCardId: z.string() });

export type NumberKey = z.infer<typeof numberKey>;
export type NumberElement = z.infer<typeof numberElement>;
