import type { Sql } from "@tessera/database";

type Asked = Pick<Sql, "unsafe">;

/** Returns the number of the cell that this database is. */
export async function findCell(sql: Asked): Promise<number | undefined> {
  const [mark] = await sql.unsafe<{ cell: number }[]>("select cell from database_mark");
  return mark?.cell;
}

/** Changes the number of the cell that this database is. */
export async function setCell(sql: Asked, cell: number): Promise<void> {
  await sql.unsafe("update database_mark set cell = $1", [cell]);
}

/** Returns whether the program's directory lists a cell. */
export async function isListedCell(sql: Asked, cell: number): Promise<boolean> {
  return (await sql.unsafe("select from cell where id = $1", [cell])).length > 0;
}
