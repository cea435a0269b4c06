import type { Sql } from "@tessera/database";

type Asked = Pick<Sql, "unsafe">;

/** A cell as the directory lists it. */
export interface ListedCell {
  readonly cell: number;
  readonly isOpen: boolean;
  readonly isRegistered: boolean;
  readonly people: number;
  readonly cards: number;
  /** The newest seal that the cell recorded; null if there is none yet. */
  readonly head: string | null;
}

/** Selects every cell with what the directory knows of it. */
export async function selectListedCells(sql: Asked): Promise<ListedCell[]> {
  // Each table is read on its own, since a distributed one cannot be joined with every other.
  const cells = await sql.unsafe<{ id: number; is_open: boolean }[]>(
    "select id, is_open from cell order by id",
  );
  const registered = await sql.unsafe<{ cell: number }[]>("select cell from directory_cell");
  const people = await sql.unsafe<{ cell: number; count: number }[]>(
    `select cell, count(*)::int as count from directory_name where kind = 'username' group by cell`,
  );
  const cards = await sql.unsafe<{ cell: number; count: number }[]>(
    "select cell, count(*)::int as count from directory_card group by cell",
  );
  const heads = await sql.unsafe<{ cell: number; n: string }[]>(
    "select cell, n::text as n from directory_head",
  );
  const of = <T extends { cell: number }>(rows: readonly T[], cell: number) =>
    rows.find((row) => row.cell === cell);
  return cells.map(({ id, is_open: isOpen }) => ({
    ...{ cell: id, isOpen },
    isRegistered: of(registered, id) !== undefined,
    people: of(people, id)?.count ?? 0,
    cards: of(cards, id)?.count ?? 0,
    head: of(heads, id)?.n ?? null,
  }));
}

/** Opens or closes a cell for new customers. Returns false if there is no such cell. */
export async function setOpen(sql: Asked, cell: number, isOpen: boolean): Promise<boolean> {
  const rows = await sql.unsafe("update cell set is_open = $2 where id = $1 returning id", [
    cell,
    isOpen,
  ]);
  return rows.length > 0;
}

/** The parts of a cell that must agree with the other cells. */
export interface CellVersion {
  readonly cell: number;
  /** The checksums of the migrations that ran, by their ids. */
  readonly schema: ReadonlyMap<string, string>;
  /** Identifies the fees in force and those announced. */
  readonly fees: string;
  /** Identifies the root key; null if no server of the cell has started yet. */
  readonly rootKey: string | null;
}

/** Reads what must be the same in every cell. */
export async function readCellVersion(sql: Asked, cell: number): Promise<CellVersion> {
  const schema = await sql.unsafe<{ id: string; checksum: string }[]>(
    `select id, checksum from tessera_migration order by id collate "C"`,
  );
  const [row] = await sql.unsafe<Pick<CellVersion, "fees" | "rootKey">[]>(
    `select
       (select md5(string_agg(concat_ws(' ', version, card_opening_fee_minor,
           card_opening_fee_currency, card_deposit_basis_points, withdrawal_basis_points,
           card_opening_fee_cny_minor, card_opening_fee_eur_minor,
           to_jsonb(fee_schedule) ->> 'foreign_markup_basis_points',
           to_jsonb(fee_schedule) ->> 'foreign_hold_buffer_basis_points'), ',' order by version))
         from fee_schedule
         where version not in (select version from fee_schedule_cancellation)) as fees,
       (select check_value from root_key) as "rootKey"`,
  );
  if (row === undefined) {
    throw new Error("a query without a table returned no row");
  }
  return { cell, schema: new Map(schema.map(({ id, checksum }) => [id, checksum])), ...row };
}

/** The software of a cell. */
export interface CellSoftware {
  /** The number of the cell that the database says it is. */
  readonly cell: number | null;
  /** The newest numbered migration that ran, such as `0018_cells`. */
  readonly schema: string | null;
  /** The releases of the servers that run, without repetition; `unknown` for older ones. */
  readonly releases: readonly string[];
}

/** Reads the release and the schema of a cell, also if they are older than this command. */
export async function readSoftware(sql: Asked): Promise<CellSoftware> {
  const [row] = await sql.unsafe<CellSoftware[]>(
    `select (select cell from database_mark) as cell,
       (select substr(max(id collate "C"), 8) from tessera_migration where id like 'server-0%')
         as schema,
       array(select distinct coalesce(to_jsonb(p) ->> 'release', 'unknown')
         from server_process p where heartbeat_at > now() - interval '30 seconds' order by 1)
         as releases`,
  );
  if (row === undefined) {
    throw new Error("a query without a table returned no row");
  }
  return row;
}

/** Returns the sum of all balances by currency, the program's own accounts included. */
export async function sumBalances(sql: Asked): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql.unsafe<{ currency: string; sum: string }[]>(
    `select currency, sum(posted)::text as sum from (
       select currency, posted from ledger.balance
       union all
       select currency, ledger.house_balance(id) from ledger.account where id < 1000
     ) x group by currency`,
  );
  return new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)]));
}

/** Returns the hash of a cell's block, or undefined if the chain has no such block. */
export async function findBlockHash(sql: Asked, n: bigint): Promise<string | undefined> {
  const [row] = await sql.unsafe<{ hash: string }[]>(
    "select encode(hash, 'hex') as hash from ledger.seal where n = $1",
    [String(n)],
  );
  return row?.hash;
}

/** Returns a table of the directory with a row of a cell that is not in the list, and that cell. */
export async function findRowOfNoCell(
  sql: Asked,
  cells: readonly number[],
): Promise<{ readonly table: string; readonly cell: number } | undefined> {
  for (const table of ["directory_name", "directory_card", "directory_range"]) {
    const [row] = await sql.unsafe<{ cell: number }[]>(
      // Citus plans no such statement with a parameter.
      `select cell from ${table} where cell not in (${cells.map(Number).join(", ")}) limit 1`,
    );
    if (row !== undefined) {
      return { table, cell: row.cell };
    }
  }
  return undefined;
}
