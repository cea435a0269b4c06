/** When a hold ends by itself, and whether that is now. */
export function isReleaseDue(releaseBy: Date, now: Date): boolean {
  // As the ledger has it: a hold may be released at the very moment of its expiry.
  return releaseBy <= now;
}

interface StepOfHold {
  /** What was held after it; null for a step that did not touch the hold, such as a decline. */
  readonly heldAfterMinor: bigint | null;
}

/** Each step with what was held after it, in minor units: untouched means as before. */
export function withHeld<S extends StepOfHold>(
  steps: readonly S[],
): (S & { readonly heldMinor: bigint })[] {
  let heldMinor = 0n;
  return steps.map((step) => {
    heldMinor = step.heldAfterMinor ?? heldMinor;
    return { ...step, heldMinor };
  });
}
