import type { VerifyCheck } from "@tessera/ledger";

/** Invariants of companies and their members. */
export const COMPANY_CHECKS: readonly VerifyCheck[] = [
  {
    name: "every company that was not erased has one owner",
    sql: `select c.customer_id, count(m.id) as owners
      from company c left join membership m on m.customer_id = c.customer_id and m.role = 'owner'
      where not exists (select from erasure e where e.customer_id = c.customer_id)
      group by c.customer_id having count(m.id) <> 1`,
  },
  {
    name: "no company is a person's own account",
    sql: `select c.customer_id from company c join person p on p.customer_id = c.customer_id`,
  },
];
