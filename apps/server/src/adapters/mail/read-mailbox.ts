import type { AppContext } from "../../platform/context.ts";
import { findMail, listMail, type StoredMail } from "./mailbox.repository.ts";

/** Lists sent mails, newest first: all mails, or only those to one address. */
export function readMailbox({ db }: AppContext, to?: string): Promise<StoredMail[]> {
  return listMail(db.kysely, to);
}

export function findStoredMail({ db }: AppContext, id: string): Promise<StoredMail | undefined> {
  return findMail(db.kysely, id);
}
