import type { Sql } from "postgres";
import type { PreparedRequest } from "./http-load.ts";

/** Makes the comparison's two small tables: as many accounts and cards as the ledger has. */
export async function createInteractiveTables(owner: Sql, customers: number): Promise<void> {
  await owner.unsafe(`
    create schema bench;
    create table bench.balance (id bigint primary key, posted bigint not null check (posted >= 0))
      with (fillfactor = 50);
    create table bench.transfer (
      id bigint generated always as identity primary key, debit bigint not null,
      credit bigint not null, amount bigint not null, fee bigint not null,
      created_at timestamptz not null default now());
    create index on bench.transfer (debit, id);
    create index on bench.transfer (credit, id);
    insert into bench.balance select g, 100000000 from generate_series(1, ${customers * 2}) g;
    grant usage on schema bench to tessera_app;
    grant select, insert, update on all tables in schema bench to tessera_app;
    analyze bench.balance;
  `);
}

/** The same top-up for the comparison: from account 2n - 1 to card 2n. */
export function prepareInteractive(customers: number, count: number): PreparedRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const customer = (index * 7_919) % customers;
    const topUp = { account: customer * 2 + 1, card: customer * 2 + 2, amount: 100 };
    return {
      path: "/top-up",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(topUp),
    };
  });
}
