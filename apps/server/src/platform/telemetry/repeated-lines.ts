const QUIET_MS = 10_000;

interface Repeated {
  quietUntilMs: number;
  leftOut: number;
}

/** Lets each kind of line through once every ten seconds and counts the others. */
export class RepeatedLines {
  readonly #byName = new Map<string, Repeated>();

  /** Returns how many lines of that name were left out; undefined: leave this one out, too. */
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
