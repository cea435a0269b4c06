/**
 * Runs tasks with the same key one after another in this process, so that tasks waiting for the
 * same locked row do not each hold a database connection. Tasks with different keys run
 * concurrently.
 */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs a task after all earlier tasks with the same key have settled. Returns its result. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = before.then(task);
    const settled = result.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === settled) {
        this.#last.delete(key);
      }
    }
  }
}
