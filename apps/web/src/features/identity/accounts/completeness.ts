/** The steps that complete a profile, in their usual order. */
export const PROFILE_STEPS = ["email", "deposit", "card", "funded", "factor"] as const;
export type ProfileStep = (typeof PROFILE_STEPS)[number];

export interface Completeness {
  /** Share of the steps that are done, from 0 to 1. */
  readonly share: number;
  /** The share as a whole percentage, for display. */
  readonly percent: number;
  /** The remaining steps, in their usual order. */
  readonly missing: readonly ProfileStep[];
}

/** Computes how complete a profile is from the steps done so far. */
export function completenessOf(done: Readonly<Record<ProfileStep, boolean>>): Completeness {
  const missing = PROFILE_STEPS.filter((step) => !done[step]);
  const share = (PROFILE_STEPS.length - missing.length) / PROFILE_STEPS.length;
  return { share, percent: Math.round(share * 100), missing };
}
