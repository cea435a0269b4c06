import type { VerifyCheck } from "@tessera/ledger";

/** Invariants of people and their names in the directory. */
export const PEOPLE_CHECKS: readonly VerifyCheck[] = [
  {
    name: "every person has their own names in the directory, and nobody else's",
    sql: `select p.id as person, w.kind, n.names, n.cells
      from person p
      cross join (values ('username'), ('email')) as w (kind)
      left join lateral (select count(*) as names, array_agg(distinct cell) as cells
        from directory_name where person_id = p.id and kind = w.kind) n on true
      where n.names <> case
          when p.email like '%@erased.invalid' then 0
          when w.kind = 'email' and p.email like '%@removed.invalid' then 0 else 1 end
        or (n.names = 1 and n.cells <> array[(select cell from database_mark)])
      union all
      select n.person_id, n.kind, 0, array[n.cell] from directory_name n
      where n.cell = (select cell from database_mark)
        and not exists (select from person where id = n.person_id)`,
  },
];
