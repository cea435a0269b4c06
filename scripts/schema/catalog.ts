import type { Sql } from "@tessera/database";

export interface Column {
  readonly name: string;
  /** The type as written by PostgreSQL, such as `timestamp with time zone`. */
  readonly type: string;
  /** The type's name in pg_type, such as `timestamptz`; an array's name starts with `_`. */
  readonly typeName: string;
  readonly isNullable: boolean;
  /** The default expression, or how the column is generated. */
  readonly default: string | null;
  /** Whether only the database writes this column. */
  readonly isGenerated: boolean;
  readonly comment: string | null;
  /**
   * The values listed by the column's enum or by a CHECK that covers only this column; null if
   * there is no such list.
   */
  readonly values: readonly string[] | null;
}

export interface Relation {
  /** The name, qualified with the schema unless that is `public`. */
  readonly name: string;
  readonly isView: boolean;
  readonly comment: string | null;
  readonly columns: readonly Column[];
  /** Keys, checks and foreign keys, identified by their letter in pg_constraint. */
  readonly constraints: readonly { readonly type: string; readonly definition: string }[];
  /** Definitions of the indexes that do not belong to a constraint. */
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
}

/** Matches a value in a CHECK, as written by PostgreSQL. */
const VALUE = "'([^']*)'::text";
const LIST_OF_VALUES =
  "^CHECK \\(\\(COLUMN = (ANY \\(ARRAY\\[)?('[^']*'::text(, )?)+(\\]\\))?\\)\\)$";

/** Reads all tables and views of a database, sorted by name. Partitions are part of their table. */
export async function readCatalog(sql: Sql): Promise<readonly Relation[]> {
  return sql<Relation[]>`
    select
      case nspname when 'public' then relname else nspname || '.' || relname end as name,
      relkind = 'v' as "isView",
      obj_description(c.oid, 'pg_class') as comment,
      (select jsonb_agg(jsonb_build_object(
          'name', attname,
          'type', format_type(atttypid, atttypmod),
          'typeName', typname,
          'isNullable', not attnotnull,
          'default', case
            when attidentity <> '' then 'identity'
            else pg_get_expr(adbin, adrelid) end,
          'isGenerated', attidentity = 'a' or attgenerated <> '',
          'comment', col_description(attrelid, attnum),
          'values', coalesce(
            (select jsonb_agg(enumlabel order by enumsortorder) from pg_enum
              where enumtypid = atttypid),
            (select jsonb_agg(found[1] order by nth)
              from pg_constraint k, pg_get_constraintdef(k.oid) definition,
                regexp_matches(definition, ${VALUE}, 'g') with ordinality m(found, nth)
              where k.conrelid = attrelid and k.contype = 'c' and k.conkey = array[attnum]
                and definition ~ replace(${LIST_OF_VALUES}, 'COLUMN', attname))
          )
        ) order by attnum)
        from pg_attribute
        join pg_type t on t.oid = atttypid
        left join pg_attrdef d on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'type', contype::text, 'definition', definition
        ) order by definition collate "C"), '[]')
        from pg_constraint k, pg_get_constraintdef(k.oid, true) definition
        where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')
      ) as constraints,
      (select coalesce(jsonb_agg(definition order by definition collate "C"), '[]')
        from pg_index i, pg_get_indexdef(indexrelid) definition
        where indrelid = c.oid
          and not exists (select from pg_constraint where conindid = indexrelid)) as indexes,
      (select coalesce(jsonb_agg(pg_get_triggerdef(g.oid, true) order by tgname), '[]')
        from pg_trigger g where tgrelid = c.oid and not tgisinternal) as triggers
    from pg_class c
    join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p', 'v') and not relispartition
      and nspname not in ('pg_catalog', 'information_schema')
    order by nspname <> 'public', nspname, relname`;
}
