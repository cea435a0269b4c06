/** What makes a profile complete, in the order it is usually done. */
export const PROFILE_STEPS = ["email", "deposit", "card", "funded", "factor"] as const;
export type ProfileStep = (typeof PROFILE_STEPS)[number];

export interface Completeness {
  /** 0..1 */
  readonly share: number;
  /** Whole percent, for words. */
  readonly percent: number;
  /** What is left, in order. */
  readonly missing: readonly ProfileStep[];
}

/** How complete a profile is, by what has really been done. */
export function completenessOf(done: Readonly<Record<ProfileStep, boolean>>): Completeness {
  const missing = PROFILE_STEPS.filter((step) => !done[step]);
  const share = (PROFILE_STEPS.length - missing.length) / PROFILE_STEPS.length;
  return { share, percent: Math.round(share * 100), missing };
}
