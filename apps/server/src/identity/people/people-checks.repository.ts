import type { VerifyCheck } from "@tessera/ledger";

/** Invariants for people and their names in the directory. */
export const PEOPLE_CHECKS: readonly VerifyCheck[] = [
  {
    // In a cluster, the directory's tables are distributed and cannot be joined with this cell's
    // tables, so each of them is first read into a CTE.
    name: "every person has their own names in the directory, and nobody else's",
    sql: `with mark as materialized (select coalesce((select cell from database_mark), 1) as cell),
      own as materialized (
        select person_id, kind from directory_name where cell in (select cell from mark)),
      listed as (
        select person_id, count(*) filter (where kind = 'username') as usernames,
          count(*) filter (where kind = 'email') as emails
        from own group by person_id)
      select coalesce(p.id, l.person_id) as person, l.usernames, l.emails
      from (select * from person where home_cell is null) p
        full join listed l on l.person_id = p.id
      where p.id is null
        or coalesce(l.usernames, 0) <> case when p.email like '%@erased.invalid' then 0 else 1 end
        or coalesce(l.emails, 0) <> case
          when p.email like '%@erased.invalid' or p.email like '%@removed.invalid' then 0
          else 1 end`,
  },
];
