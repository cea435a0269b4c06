import type { ProgramCell } from "./start-program.ts";

/** A person of a cell, with both names. */
interface PersonNames {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/**
 * Compares everybody in all cells with the directory, with plain SQL and the keyed hashes alone:
 * each name must have one row for its person and cell, and each row must have its name.
 *
 * @returns one sentence per fault
 */
export async function checkNames(cells: readonly ProgramCell[]): Promise<string[]> {
  const faults: string[] = [];
  const [first] = cells;
  const rows = await (first as ProgramCell).owner<DirectoryRow[]>`
    select kind, encode(key_hash, 'hex') as hash, cell, person_id as "personId"
    from directory_name`;
  const unmatched = new Map(rows.map((row) => [`${row.kind} ${row.hash}`, row]));
  const owners = new Map<string, number>();
  for (const { cell, owner, hashOf } of cells) {
    const people = await owner<PersonNames[]>`select id, username, email from person`;
    for (const { id, username, email } of people) {
      for (const [kind, name] of [["username", username] as const, ["email", email] as const]) {
        const key = `${kind} ${hashOf(kind, name)}`;
        const row = unmatched.get(key);
        unmatched.delete(key);
        const former = owners.get(key);
        owners.set(key, cell);
        if (former !== undefined) {
          faults.push(`the ${kind} of person ${id} exists in cell ${former} and cell ${cell}`);
        } else if (row === undefined) {
          faults.push(`the directory does not list the ${kind} of person ${id} of cell ${cell}`);
        } else if (row.cell !== cell || row.personId !== id) {
          faults.push(`the directory lists the ${kind} of person ${id} for somebody else`);
        }
      }
    }
  }
  const orphans = [...unmatched.values()].map(
    ({ kind, cell, personId }) =>
      `the directory lists a ${kind} for person ${personId} of cell ${cell}, who does not exist`,
  );
  return [...faults, ...orphans];
}

interface DirectoryRow {
  readonly kind: string;
  readonly hash: string;
  readonly cell: number;
  readonly personId: string;
}
