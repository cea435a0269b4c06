import * as z from "zod/mini";
import { amountInput, line, timestamp } from "../fields.ts";
import { cardTag, editedRevision, MAX_NICKNAME_LENGTH, MAX_TAGS } from "./cards.schemas.ts";

/** A card's labels: its nickname (null for no nickname) and all of its tags. */
export const labelBody = z.strictObject({
  revision: editedRevision,
  nickname: z.nullable(line(MAX_NICKNAME_LENGTH)),
  tags: z.array(cardTag, "wrong_type").check(z.maxLength(MAX_TAGS, "too_long")),
});

/**
 * The owner's spending limits for a card, in the card's currency; null for no limit. None may
 * exceed the card's limit of the same type.
 */
export const ownLimitsBody = z.strictObject({
  revision: editedRevision,
  perTransaction: z.nullable(amountInput),
  daily: z.nullable(amountInput),
  monthly: z.nullable(amountInput),
  /** Whether the card pays in other currencies; unchanged if absent. */
  foreignPayments: z.optional(z.enum(["allowed", "blocked"], "not_allowed")),
});

export const MAX_DRAW_MERCHANTS = 20;

const drawMerchants = z
  .array(line(80), "wrong_type")
  .check(z.minLength(1, "required"), z.maxLength(MAX_DRAW_MERCHANTS, "too_long"));
/** The fee that was shown, in basis points of what is drawn. */
const shownFee = z
  .int("wrong_type")
  .check(z.minimum(0, "out_of_range"), z.maximum(10_000, "out_of_range"));

/** What the card draws on its customer's account; `draw` is null to draw nothing. */
export const drawBody = z.strictObject({
  revision: editedRevision,
  draw: z.nullable(
    z.strictObject({
      /** The most in a day in the card's currency, fees included. */
      daily: amountInput,
      feeBasisPoints: shownFee,
      /**
       * The only merchants to pay from the account, by name: `Adobe` also matches `ADOBE *CLOUD`.
       * Null for every merchant.
       */
      merchants: z.nullable(drawMerchants),
    }),
  ),
  /**
   * The merchants to keep paid: they draw up to a ceiling of their own, even if `draw` is null or
   * used up. Null for none; unchanged if absent.
   */
  keepAlive: z.optional(
    z.nullable(
      z.strictObject({
        /** The most that they draw together in a day in the card's currency, fees included. */
        daily: amountInput,
        feeBasisPoints: shownFee,
        /** By name, as in `draw`. */
        merchants: drawMerchants,
      }),
    ),
  ),
});

/**
 * One of the customer's tags, as spelled on one of the cards, and the number of cards that have it.
 */
export const usedTag = z.object({ tag: z.string(), cards: z.int() });

/** A call that froze all cards, with the number of cards that it still keeps frozen. */
export const freezeAll = z.object({
  id: z.string(),
  frozenAt: timestamp,
  frozenCards: z.int(),
  stillFrozenCards: z.int(),
  undoneAt: z.nullable(timestamp),
});
export const freezeAllResult = z.extend(freezeAll, {
  /** The cards that this call froze. */
  cardIds: z.array(z.string()),
});
/**
 * The most recent call that froze all cards and has been neither undone nor dismissed; null if
 * there is none.
 */
export const currentFreezeAll = z.object({ current: z.nullable(freezeAll) });
/**
 * `unfrozenCards`: the number of cards that were unfrozen; their other freeze layers remain in
 * place.
 */
export const freezeAllUndo = z.extend(freezeAll, { unfrozenCards: z.int() });

export type LabelBody = z.infer<typeof labelBody>;
export type OwnLimitsBody = z.infer<typeof ownLimitsBody>;
export type DrawBody = z.infer<typeof drawBody>;
export type UsedTag = z.infer<typeof usedTag>;
export type FreezeAll = z.infer<typeof freezeAll>;
export type FreezeAllResult = z.infer<typeof freezeAllResult>;
export type FreezeAllUndo = z.infer<typeof freezeAllUndo>;
