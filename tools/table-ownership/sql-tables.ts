/** A table named in an SQL text, and whether the text writes to it. */
export interface TableUse {
  readonly table: string;
  readonly isWrite: boolean;
}

/** Stands for an interpolated value in an SQL text. */
export const PLACEHOLDER = "$0";

type Access = "read" | "write" | undefined;

/**
 * The words before `update` in `for update`, `do update` and `for no key update`, which name no
 * table.
 */
const BEFORE_OTHER_UPDATE = new Set(["for", "do", "key", "on"]);

/**
 * Maps an SQL keyword to the type of access to the table named after it, based on the word before
 * the keyword.
 */
const STARTS: ReadonlyMap<string, (before: string) => Access> = new Map([
  ["from", accessAfterFrom],
  ["using", () => "read" as const],
  ["join", () => "read" as const],
  ["into", () => "write" as const],
  ["truncate", () => "write" as const],
  ["update", (before) => (BEFORE_OTHER_UPDATE.has(before) ? undefined : "write")],
]);
/** Keywords after which commas separate relations. */
const LISTS = new Set(["from", "using"]);
/** Keywords after which commas no longer separate relations. */
const CLAUSES = new Set([
  ...["where", "group", "order", "on", "limit", "union", "for", "set", "returning", "window"],
  ...["having", "select", "values", "offset", "except", "intersect", "when"],
]);
const BEFORE_RELATION = new Set(["only", "lateral", "table"]);

/**
 * Lists the relations that an SQL text names after FROM, JOIN, USING, INTO, UPDATE, DELETE FROM and
 * TRUNCATE, including names of common table expressions and functions. An interpolated relation is
 * listed as {@link PLACEHOLDER}.
 */
export function relationsIn(sql: string): TableUse[] {
  const uses: TableUse[] = [];
  /** For each open parenthesis, whether a comma in it is followed by a relation. */
  const lists = [false];
  let expected: Access;
  let before = "";
  for (const word of wordsOf(sql)) {
    const top = lists.length - 1;
    const access = STARTS.get(word);
    if (access !== undefined) {
      expected = access(before);
      lists[top] ||= LISTS.has(word) && expected !== undefined;
    } else if (word === "(") {
      lists.push(false);
      expected = undefined;
    } else if (word === ")") {
      lists.length = Math.max(top, 1);
    } else if (word === ",") {
      expected = lists[top] ? "read" : undefined;
    } else if (CLAUSES.has(word)) {
      lists[top] = false;
      expected = undefined;
    } else if (expected !== undefined && !BEFORE_RELATION.has(word)) {
      uses.push({ table: word.replace(/^public\./, ""), isWrite: expected === "write" });
      expected = undefined;
    }
    before = word;
  }
  return uses;
}

function accessAfterFrom(before: string): Access {
  if (before === "distinct") {
    return undefined;
  }
  return before === "delete" ? "write" : "read";
}

/** Returns the words, parentheses and commas of a text, without comments and string contents. */
function wordsOf(sql: string): string[] {
  const code = sql.replace(/--.*$/gm, "").replace(/'(?:[^']|'')*'/g, "");
  return code.toLowerCase().match(/\$\d|[a-z_]\w*(?:\.[a-z_]\w*)*|[(),;]/g) ?? [];
}
