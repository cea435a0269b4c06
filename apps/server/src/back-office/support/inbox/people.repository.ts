import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import { keyset } from "../../../platform/paging/keyset.ts";
import type { Seek } from "../../../platform/paging/pages.ts";
import { tables } from "../support.tables.ts";

/** A person whom conversations can be assigned to. */
export interface DeskPerson {
  readonly id: string;
  readonly username: string;
}

const ACTING = ["support", "administrator"] as const;

const BY_NAME = [{ by: sql`username`, type: "text" }] as const;

/** Lists the active operators who answer customers, by name. */
export function listDeskPeople(tx: Tx, seek: Seek): Promise<DeskPerson[]> {
  const people = tables(tx)
    .selectFrom("person")
    .select(["id", "username"])
    .where("role", "in", ACTING)
    .where("suspended_at", "is", null)
    .where("removed_at", "is", null);
  return keyset(people, BY_NAME, "asc", seek).execute();
}

export function findDeskPerson(tx: Tx, id: string): Promise<DeskPerson | undefined> {
  return tables(tx)
    .selectFrom("person")
    .select(["id", "username"])
    .where("id", "=", id)
    .where("role", "in", ACTING)
    .where("suspended_at", "is", null)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}
