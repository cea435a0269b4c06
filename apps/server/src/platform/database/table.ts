import type { ColumnType, SelectType } from "kysely";
import type { DB } from "../../db/schema.generated.ts";

/**
 * A table or view of the database for Kysely. `Narrowed` gives columns a type that the database
 * does not know, such as the shape of a document; it must be part of the column's own type.
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

/** A column of a narrower type. One with a default stays optional when a row is inserted. */
type Narrow<Column, Type> =
  Column extends ColumnType<unknown, infer Insert, unknown>
    ? ColumnType<Type, Type | Extract<Insert, undefined>, Type>
    : Type;
