import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** A person whose names are not all in the directory. */
export interface UnlistedPerson {
  readonly id: string;
  readonly username: string;
  /** Undefined for a removed operator, whose email belongs to nobody. */
  readonly email: string | undefined;
}

/**
 * Selects the next `limit` people, by id, who lack a name in the directory, since a version without
 * a directory opened or renamed them. Omits erased people, who have no names.
 */
export async function selectUnlisted(
  tx: Tx,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<UnlistedPerson[]> {
  const { rows } = await sql<{ id: string; username: string; email: string | null }>`
    select id, username, case when email not like '%@removed.invalid' then email end as email
    from person p
    where id > ${after} and email not like '%@erased.invalid'
      and (select count(*) from directory_name n where n.person_id = p.id)
        < case when email like '%@removed.invalid' then 1 else 2 end
    order by id limit ${limit}`.execute(tx);
  return rows.map(({ email, ...rest }) => ({ ...rest, email: email ?? undefined }));
}
