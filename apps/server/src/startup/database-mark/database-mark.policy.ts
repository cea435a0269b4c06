/** What a database is for: sandbox money, real money, or the simulator. */
export type DatabaseKind = "sandbox" | "live" | "practice";

/** The facts that decide whether a database can be used. */
export interface DatabaseFacts {
  /** The purpose in the database's mark; undefined if the database has no mark. */
  readonly marked: DatabaseKind | undefined;
  /** The name of a table with rows that only a sandbox writes, such as `demo_seed`. */
  readonly sandboxTable: string | undefined;
  /** The name of a table whose rows prove that the database was used, such as `ledger.movement`. */
  readonly usedTable: string | undefined;
  /** Whether the database was set up for the simulator by a version that did not write marks. */
  readonly isPractice: boolean;
}

/** Whether to use the database, mark it first, or reject it with the error message. */
export type MarkVerdict =
  | { readonly verdict: "use" | "mark" }
  | { readonly verdict: "refuse"; readonly because: string };

const ELSEWHERE: Readonly<Record<DatabaseKind, string>> = {
  sandbox:
    "Set TESSERA_MODE=sandbox to keep using it, or name another database in DATABASE_URL: live " +
    "begins with an empty one",
  live: "Set TESSERA_MODE=live to keep using it, or name another database in DATABASE_URL",
  practice: "Name another database in DATABASE_URL",
};

const NAMES: Readonly<Record<DatabaseKind, string>> = {
  sandbox: "a sandbox database",
  live: "a live database",
  practice: "a practice database",
};

/**
 * Decides whether a database can be used as `wanted`. An unmarked database can become a sandbox;
 * live mode accepts an unmarked database only if it was never used.
 */
export function judgeMark(facts: DatabaseFacts, wanted: DatabaseKind): MarkVerdict {
  const { marked, sandboxTable, usedTable, isPractice } = facts;
  if (marked !== undefined) {
    return marked === wanted ? { verdict: "use" } : refusal(marked, wanted, "its mark says so");
  }
  if (isPractice !== (wanted === "practice") && (isPractice || usedTable !== undefined)) {
    return isPractice
      ? refusal("practice", wanted, "it was set up for practice")
      : { verdict: "refuse", because: "It holds other books, so practice is not set up in it." };
  }
  if (wanted !== "live") {
    return { verdict: "mark" };
  }
  if (sandboxTable !== undefined) {
    return refusal("sandbox", wanted, `${sandboxTable} has rows that only a sandbox writes`);
  }
  if (usedTable === undefined) {
    return { verdict: "mark" };
  }
  return {
    verdict: "refuse",
    because:
      `This database has no mark and is in use (there are rows in ${usedTable}), ` +
      "so it may contain a sandbox's play money. Live begins with an empty database: name " +
      "another one in DATABASE_URL and run prepare-database and migrate.",
  };
}

function refusal(is: DatabaseKind, wanted: DatabaseKind, why: string): MarkVerdict {
  return {
    verdict: "refuse",
    because:
      `This database is ${NAMES[is]} (${why}) and is not used as ${NAMES[wanted]}. ` +
      `${ELSEWHERE[is]}.`,
  };
}
