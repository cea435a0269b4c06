/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  /** The position of the next page; null on the last one. */
  nextCursor: string | null;
}

/**
 * A list that is read page by page. It requests nothing until it is iterated:
 *
 * ```ts
 * for await (const card of tessera.cards.list()) { … }
 * ```
 *
 * Each iteration begins at the first page. Items that are added during an iteration may be missing.
 */
export class List<Item, P extends Page<Item> = Page<Item>> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<P>;

  constructor(read: (cursor: string | undefined) => Promise<P>) {
    this.#read = read;
  }

  /** Requests the first page only, or the one at a cursor that was kept from an earlier page. */
  page(cursor?: string): Promise<P> {
    return this.#read(cursor);
  }

  /**
   * Requests one page after another.
   *
   * @throws Error if the server repeats a position, with which the list would never end
   */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let cursor: string | undefined;
    for (;;) {
      const page = await this.#read(cursor);
      yield page;
      if (page.nextCursor === null) {
        return;
      }
      if (page.nextCursor === cursor) {
        throw new Error("The server gave the same position in the list twice.");
      }
      cursor = page.nextCursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) {
      yield* data;
    }
  }
}
