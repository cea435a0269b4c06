/**
 * Remembers that the database was full or refused writes, until a probe shows that it accepts them
 * again.
 */
export class StorageTrouble {
  #isNoted = false;

  get isNoted(): boolean {
    return this.#isNoted;
  }

  /** Called for each call that failed because of it. */
  note(): void {
    this.#isNoted = true;
  }

  /** Called once a write of some size succeeded. */
  forget(): void {
    this.#isNoted = false;
  }
}
