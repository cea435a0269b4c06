import type { VerifyCheck } from "@tessera/ledger";

/** Invariants for cards and their places in the directory. */
export const CARD_DIRECTORY_CHECKS: readonly VerifyCheck[] = [
  {
    // In a cluster, the directory's tables are distributed and cannot be joined with this cell's
    // tables, so each of them is first read into a CTE.
    name: "every card has its own place in the directory, and nobody else's",
    sql: `with mark as materialized (select coalesce((select cell from database_mark), 1) as cell),
      listed as materialized (
        select card_id, kind, key_hash from directory_card
        where cell in (select cell from mark)),
      present as (
        select card_id, 'number' as kind, pan_index as key_hash from card_secret
        union all
        select card_id, 'issuer_card',
          sha256(convert_to(issuer || e'\\n' || issuer_card_id, 'UTF8'))
        from issuer_card)
      select coalesce(p.card_id, l.card_id) as card, coalesce(p.kind, l.kind) as kind
      from present p full join listed l
        on l.card_id = p.card_id and l.kind = p.kind and l.key_hash = p.key_hash
      where p.card_id is null or l.card_id is null`,
  },
];
