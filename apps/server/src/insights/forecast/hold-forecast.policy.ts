/** Returns whether a hold has reached its expiry. */
export function isReleaseDue(releaseBy: Date, now: Date): boolean {
  // The ledger also allows a hold to be released exactly at its expiry.
  return releaseBy <= now;
}

interface StepOfHold {
  /** What each hold that the step changed has left, as text; null for none, as for a decline. */
  readonly left: Readonly<Record<string, string>> | null;
}

/** Adds the amount on hold after each step, in minor units: what all holds of the payment have. */
export function withHeld<S extends StepOfHold>(
  steps: readonly S[],
): (S & { readonly heldMinor: bigint })[] {
  const leftMinor = new Map<string, bigint>();
  return steps.map((step) => {
    for (const [hold, minor] of Object.entries(step.left ?? {})) {
      leftMinor.set(hold, BigInt(minor));
    }
    const heldMinor = [...leftMinor.values()].reduce((sum, minor) => sum + minor, 0n);
    return { ...step, heldMinor };
  });
}
