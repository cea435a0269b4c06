const QUIET_MS = 10_000;

interface Repeated {
  quietUntilMs: number;
  leftOut: number;
}

/** Admits one line per name every ten seconds, and counts the rest. */
export class RepeatedLines {
  readonly #byName = new Map<string, Repeated>();

  /**
   * Returns how many lines with this name were omitted before this one, or undefined if this line
   * should be omitted too.
   */
  admit(name: string, nowMs: number): number | undefined {
    const known = this.#byName.get(name);
    if (known !== undefined && nowMs < known.quietUntilMs) {
      known.leftOut += 1;
      return undefined;
    }
    this.#byName.set(name, { quietUntilMs: nowMs + QUIET_MS, leftOut: 0 });
    return known?.leftOut ?? 0;
  }
}
