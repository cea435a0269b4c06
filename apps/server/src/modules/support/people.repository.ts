import type { Tx } from "../../platform/context.ts";
import { tables } from "./support.tables.ts";

/** Somebody who conversations can be given to. */
export interface DeskPerson {
  readonly id: string;
  readonly username: string;
}

const ACTING = ["support", "administrator"] as const;

/** Everybody who answers customers, by name. */
export function listDeskPeople(tx: Tx): Promise<DeskPerson[]> {
  return tables(tx)
    .selectFrom("person")
    .select(["id", "username"])
    .where("role", "in", ACTING)
    .orderBy("username")
    .execute();
}

export function findDeskPerson(tx: Tx, id: string): Promise<DeskPerson | undefined> {
  return tables(tx)
    .selectFrom("person")
    .select(["id", "username"])
    .where("id", "=", id)
    .where("role", "in", ACTING)
    .executeTakeFirst();
}
