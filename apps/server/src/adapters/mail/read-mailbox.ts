import type { AppContext } from "../../platform/context.ts";
import { findMail, listMail, type StoredMail } from "./mailbox.repository.ts";

/** Lists sent emails, newest first: all of them, or only those to one address. */
export function readMailbox({ db }: AppContext, to?: string): Promise<StoredMail[]> {
  return listMail(db.kysely, to);
}

export function findStoredMail({ db }: AppContext, id: string): Promise<StoredMail | undefined> {
  return findMail(db.kysely, id);
}
