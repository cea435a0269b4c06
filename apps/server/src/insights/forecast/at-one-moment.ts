import type { AppContext, Tx } from "../../platform/context.ts";

/** Runs several reads about a card on a single snapshot. */
export function atOneMoment<T>({ db }: AppContext, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.kysely
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(read);
}
