/**
 * Remembers that the database was full or refused writes, until a probe shows that it accepts them
 * again.
 */
export class StorageTrouble {
  #isNoted = false;

  get isNoted(): boolean {
    return this.#isNoted;
  }

  /** Records that a call failed because of it. */
  note(): void {
    this.#isNoted = true;
  }

  /** Records that a write of some size succeeded. */
  forget(): void {
    this.#isNoted = false;
  }
}
