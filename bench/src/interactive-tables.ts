import type { Sql } from "postgres";

/** Creates the baseline's tables, with the same columns, indexes and balances as the ledger's. */
export async function createInteractiveTables(owner: Sql): Promise<void> {
  await owner.unsafe(`
    create schema bench;
    create table bench.balance (like ledger.balance including all) with (fillfactor = 50);
    create table bench.movement (like ledger.movement including all);
    create table bench.transfer (like ledger.transfer including all);
    insert into bench.balance select * from ledger.balance;
    grant usage on schema bench to tessera_app;
    grant select, insert, update on all tables in schema bench to tessera_app;
    analyze bench.balance;
  `);
}
