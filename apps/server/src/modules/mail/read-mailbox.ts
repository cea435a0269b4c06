import type { AppContext } from "../../platform/context.ts";
import { findMail, listMail, type StoredMail } from "./mailbox.repository.ts";

/** What Tessera sent, newest first. */
export function readMailbox({ db }: AppContext): Promise<StoredMail[]> {
  return listMail(db.kysely);
}

export function findStoredMail({ db }: AppContext, id: string): Promise<StoredMail | undefined> {
  return findMail(db.kysely, id);
}
