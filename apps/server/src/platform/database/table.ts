import type { ColumnType, SelectType } from "kysely";
import type { DB } from "../../db/schema.generated.ts";

/**
 * A database table or view for Kysely. `Narrowed` gives columns a narrower type than the database
 * knows, such as the shape of a JSON document.
 */
export type Table<
  Name extends keyof DB,
  Narrowed extends {
    [Column in keyof Narrowed]: Column extends keyof DB[Name]
      ? SelectType<DB[Name][Column]>
      : never;
  } = object,
> = {
  [Column in keyof DB[Name]]: Column extends keyof Narrowed
    ? Narrow<DB[Name][Column], Narrowed[Column]>
    : DB[Name][Column];
};

/** Narrows a column's type. A column with a default stays optional on insert. */
type Narrow<Column, Type> =
  Column extends ColumnType<unknown, infer Insert, unknown>
    ? ColumnType<Type, Type | Extract<Insert, undefined>, Type>
    : Type;
