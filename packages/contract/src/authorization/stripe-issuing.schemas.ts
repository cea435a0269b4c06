import * as z from "zod/mini";
import { billingAddress } from "../cards/cards.schemas.ts";
import { line } from "../fields.ts";

export const numberKeyBody = z.strictObject({
  /** Made by Stripe.js for one card (`createEphemeralKeyNonce`), and good once. */
  nonce: line(255),
});

/** What a browser needs to have Stripe's own elements show a card's number. */
export const numberKey = z.object({
  publishableKey: z.string(),
  /** What Stripe calls the card. */
  issuerCardId: z.string(),
  /** Opens this card for the browser that made the nonce, for minutes. */
  ephemeralKey: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  billingAddress,
});

/** What a browser needs before it can make a nonce. */
export const numberElement = z.object({ publishableKey: z.string(), issuerCardId: z.string() });

export type NumberKey = z.infer<typeof numberKey>;
export type NumberElement = z.infer<typeof numberElement>;
