import type { Environment } from "./config-schema.ts";

/** Settings for cards. */
export interface CardConfig {
  readonly cards: {
    /** Whether cards draw on their customers' accounts if the owners have set it. */
    readonly drawOnAccount: boolean;
  };
  /** Which card applications are reviewed, in addition to those from flagged customers. */
  readonly cardReview: {
    /**
     * Number of applications per customer in 24 hours above which further applications are
     * reviewed.
     */
    readonly cardsADay: number;
    readonly premium: boolean;
  };
}

/**
 * Returns the settings for cards. In live mode, drawing is off until it is turned on, because every
 * server of the program has to know it by then.
 */
export function cardConfigOf(env: Environment): CardConfig {
  const drawDefault = env.TESSERA_MODE === "live" ? "off" : "on";
  return {
    cards: { drawOnAccount: (env.CARDS_DRAW_ON_ACCOUNT ?? drawDefault) === "on" },
    cardReview: {
      cardsADay: Number(env.REVIEW_CARDS_A_DAY),
      premium: env.REVIEW_PREMIUM_CARDS === "on",
    },
  };
}
