/**
 * Remembers that the database was full or rejected writes, until a probe shows that it accepts
 * writes again.
 */
export class StorageTrouble {
  #isNoted = false;

  get isNoted(): boolean {
    return this.#isNoted;
  }

  /** Records that a call failed because the database was full or rejected writes. */
  note(): void {
    this.#isNoted = true;
  }

  /** Records that a write succeeded. */
  forget(): void {
    this.#isNoted = false;
  }
}
