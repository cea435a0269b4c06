/** Returns whether a hold has reached its expiry. */
export function isReleaseDue(releaseBy: Date, now: Date): boolean {
  // The ledger also allows a hold to be released exactly at its expiry.
  return releaseBy <= now;
}

interface StepOfHold {
  /**
   * The amount on hold after the step; null if the step did not change the hold, such as a decline.
   */
  readonly heldAfterMinor: bigint | null;
}

/**
 * Adds the amount on hold after each step, in minor units. For a step that changes nothing, repeats
 * the previous amount.
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
