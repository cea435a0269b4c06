/** Returns whether a hold has expired. */
export function isReleaseDue(releaseBy: Date, now: Date): boolean {
  // The ledger too allows a hold to be released exactly at its expiry.
  return releaseBy <= now;
}

interface StepOfHold {
  /**
   * The held amount after the step; null for a step that did not change the hold, such as a
   * decline.
   */
  readonly heldAfterMinor: bigint | null;
}

/**
 * Adds the held amount after each step, in minor units; a step without a change keeps the previous
 * one.
 */
export function withHeld<S extends StepOfHold>(
  steps: readonly S[],
): (S & { readonly heldMinor: bigint })[] {
  let heldMinor = 0n;
  return steps.map((step) => {
    heldMinor = step.heldAfterMinor ?? heldMinor;
    return { ...step, heldMinor };
  });
}
