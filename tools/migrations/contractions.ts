/** A statement that may break servers of the previous release. */
export interface Contraction {
  readonly statement: string;
  readonly reason: string;
}

/**
 * Comment that permits the next statement. It names the release that stopped using the object:
 * `-- contract: unused since 1.4.0`.
 */
const MARKER = /--\s*contract: unused since \d+\.\d+\.\d+/;

/** Comment that permits the next statement, which replaces a constraint with a wider one. */
const WIDENING = /--\s*expand: permits every row that the former constraint permits/;
const REFUSES_ROWS = "refuses rows that former servers may write";

const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /^drop (?:table|view|materialized|function|procedure|type|domain|schema|sequence|trigger)\b/,
    "drops an object",
  ],
  [/^alter [\s\S]*\brename\b/, "renames an object"],
  [/^alter [\s\S]*\bset schema\b/, "moves an object"],
  [
    /^alter table [\s\S]*\bdrop (?!(?:constraint|not null|expression|identity)\b)/,
    "drops a column or its default",
  ],
  [/^alter table [\s\S]*\balter (?:column )?\S+ (?:set data )?type\b/, "changes a column's type"],
  [/^alter table [\s\S]*\bset not null\b/, "requires a value that former servers may not give"],
  [
    /^alter table [\s\S]*\badd (?:constraint|check|unique|foreign key|primary key|exclude)\b/,
    REFUSES_ROWS,
  ],
  [
    /^alter table [\s\S]*\badd [^,;]*\bnot null\b(?![^,;]*\bdefault\b)(?<!\bdefault\b[^,;]*)/,
    "adds a column that former servers give no value",
  ],
  [/^create unique index\b/, REFUSES_ROWS],
  // `if not exists` means that the index was created beforehand with `concurrently`.
  [/^create index (?!if not exists\b)/, "blocks writes while the index is made"],
  [/^revoke\b/, "takes a right that former servers use"],
];

/**
 * Returns the statements of a versioned migration that may break servers of the previous release
 * and that no marker permits. Objects that the migration itself creates are not in use yet.
 */
export function contractionsOf(sql: string): readonly Contraction[] {
  const own = new Set(
    [...sql.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?([\w.]+)/gi)].map(
      ([, name = ""]) => name.toLowerCase(),
    ),
  );
  return statementsOf(sql).flatMap((text) => {
    const statement = text.replaceAll(/--.*$/gm, "").replaceAll(/\s+/g, " ").trim().toLowerCase();
    const [, reason] = RULES.find(([rule]) => rule.test(statement)) ?? [];
    const isOwn = own.has(targetOf(statement));
    const isWider = reason === REFUSES_ROWS && WIDENING.test(text);
    return reason === undefined || isOwn || isWider || MARKER.test(text)
      ? []
      : [{ statement, reason }];
  });
}

/** Splits a migration into statements with the comments before them, without function bodies. */
function statementsOf(sql: string): readonly string[] {
  return sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").split(/;[ \t]*(?:--.*)?$/m);
}

/** Returns the table that a statement alters or indexes. */
function targetOf(statement: string): string {
  const [, table = ""] =
    /^alter table (?:if exists )?(?:only )?([\w.]+)/.exec(statement) ??
    /^create (?:unique )?index [\s\S]*?\bon (?:only )?([\w.]+)/.exec(statement) ??
    /^revoke [\s\S]*?\bon (?:table )?([\w.]+)/.exec(statement) ??
    [];
  return table;
}
