import type { Sql } from "@tessera/database";

type Asked = Pick<Sql, "unsafe">;

/** Selects the numbers of all cells of the program, as this database's directory lists them. */
export async function selectCells(sql: Asked): Promise<number[]> {
  const rows = await sql.unsafe<{ id: number }[]>("select id from cell order by id");
  return rows.map(({ id }) => id);
}

/** Registers the database of a cell, unless one is registered. */
export async function insertRegistration(
  sql: Asked,
  cell: number,
  deploymentId: string,
): Promise<void> {
  await sql.unsafe(
    // A conflict target would not work if the directory is a foreign table.
    `insert into directory_cell (cell, deployment_id) values ($1, $2) on conflict do nothing`,
    [cell, deploymentId],
  );
}

/** Selects the registered database of each cell. */
export async function selectRegistrations(sql: Asked): Promise<ReadonlyMap<number, string>> {
  const rows = await sql.unsafe<{ cell: number; id: string }[]>(
    "select cell, deployment_id as id from directory_cell",
  );
  return new Map(rows.map(({ cell, id }) => [cell, id]));
}
