import type { Keys } from "../crypto/keys.ts";
import type { Tx } from "../database/db.ts";
import { type CardDirectory, createCardDirectory } from "./card-directory.ts";
import {
  countNames,
  countNamesOfCell,
  deleteNames,
  findNames,
  insertNames,
  type ListPage,
  type NameKey,
  type NameKind,
  type NamePlace,
  selectListedPeople,
  selectOpenCells,
} from "./directory.repository.ts";

/** The names that a person signs in with. */
export type PersonNames = Readonly<Partial<Record<NameKind, string>>>;

/**
 * The program's directory: which cell each person belongs to, by username and email. A name is
 * unique across all cells. Every change takes part in the caller's transaction, so that a person
 * and their names are stored together or not at all, even if the directory is distributed over
 * other databases.
 */
export interface Directory {
  /** The number of this context's cell. */
  readonly cell: number;
  /** Which cell each card belongs to. */
  readonly cards: CardDirectory;
  /**
   * Takes names for a new person of this cell. Waits for a concurrent transaction that takes or
   * releases one of them.
   *
   * @returns false if any of the names belongs to somebody else; in that case, none is taken
   */
  claim(tx: Tx, personId: string, names: PersonNames): Promise<boolean>;
  /**
   * Takes a new name for a person and releases the former name of that kind.
   *
   * @returns false if the name belongs to somebody else; in that case, the former name stays
   */
  replace(tx: Tx, personId: string, kind: NameKind, name: string): Promise<boolean>;
  /** Returns the number of names that people of this cell have. */
  countOwnNames(tx: Tx): Promise<number>;
  /** Counts the names that each of these people has. Omits people without names. */
  countNames(tx: Tx, personIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns whom the next names of this cell are listed for, after an id. May return one twice. */
  listedPeople(tx: Tx, page: ListPage): Promise<string[]>;
  /**
   * Adds names that a person has had since before there was a directory. Leaves out those that
   * somebody else has.
   */
  record(tx: Tx, personId: string, names: PersonNames): Promise<void>;
  /**
   * Returns the id of the first of these people whose names are not all listed for them and this
   * cell. Undefined if there is none.
   */
  firstMisplaced(
    tx: Tx,
    people: readonly { readonly id: string; readonly names: PersonNames }[],
  ): Promise<string | undefined>;
  /** Makes a person's names of the given kinds available to others. */
  release(tx: Tx, personId: string, kinds: readonly NameKind[]): Promise<void>;
  /** Finds whom a username or an email belongs to, ignoring case. Undefined if nobody. */
  find(tx: Tx, name: string): Promise<NamePlace | undefined>;
  /** Returns the numbers of the cells that new customers are opened in. */
  openCells(tx: Tx): Promise<readonly number[]>;
  /** Returns which of the given usernames are taken in any cell. */
  takenUsernames(tx: Tx, usernames: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Creates the directory of a program, as one of its cells uses it. */
export function createDirectory(keys: Pick<Keys, "hmac">, cell: number): Directory {
  const keyOf = (kind: NameKind, name: string): NameKey => ({
    kind,
    keyHash: keys.hmac("directory-name", `${kind}\n${name.toLowerCase()}`),
  });

  const keysOf = (names: PersonNames) =>
    (Object.entries(names) as [NameKind, string][]).map(([kind, name]) => keyOf(kind, name));

  async function claim(tx: Tx, personId: string, names: PersonNames): Promise<boolean> {
    const wanted = keysOf(names);
    const added = await insertNames(tx, wanted, { cell, personId });
    const isComplete = added.length === wanted.length;
    if (!isComplete && added.length > 0) {
      const kinds = added.map(({ kind }) => kind);
      await deleteNames(tx, personId, kinds);
    }
    return isComplete;
  }

  return {
    cell,
    cards: createCardDirectory(cell),
    claim,
    openCells: selectOpenCells,
    async replace(tx, personId, kind, name) {
      const key = keyOf(kind, name);
      const [found] = await findNames(tx, [key]);
      const isOwn = found?.personId === personId || (await claim(tx, personId, { [kind]: name }));
      if (isOwn) {
        await deleteNames(tx, personId, [kind], [key.keyHash]);
      }
      return isOwn;
    },
    countNames,
    listedPeople: (tx, page) => selectListedPeople(tx, cell, page),
    countOwnNames: (tx) => countNamesOfCell(tx, cell),
    async record(tx, personId, names) {
      await insertNames(tx, keysOf(names), { cell, personId });
    },
    firstMisplaced: (tx, people) =>
      findMisplaced(
        tx,
        people.map(({ id: personId, names }) => ({
          place: { cell, personId },
          keys: keysOf(names),
        })),
      ),
    release: (tx, personId, kinds) => deleteNames(tx, personId, kinds),
    async find(tx, name) {
      const [found] = await findNames(tx, [keyOf(name.includes("@") ? "email" : "username", name)]);
      return found && { cell: found.cell, personId: found.personId };
    },
    async takenUsernames(tx, usernames) {
      const byHash = new Map(
        usernames.map((name) => [keyOf("username", name).keyHash.toString("hex"), name]),
      );
      const keys = usernames.map((name) => keyOf("username", name));
      const found = await findNames(tx, keys);
      return new Set(found.map(({ keyHash }) => byHash.get(keyHash.toString("hex")) ?? ""));
    },
  };
}

const textOf = ({ kind, keyHash }: NameKey) => `${kind} ${keyHash.toString("hex")}`;

/** Returns the id of the first person with a name that is not listed for their place. */
async function findMisplaced(
  tx: Tx,
  people: readonly { readonly place: NamePlace; readonly keys: readonly NameKey[] }[],
): Promise<string | undefined> {
  const found = await findNames(
    tx,
    people.flatMap(({ keys }) => keys),
  );
  const listed = new Map(found.map((name) => [textOf(name), name]));
  const isListed = (key: NameKey, { cell, personId }: NamePlace) => {
    const place = listed.get(textOf(key));
    return place?.cell === cell && place.personId === personId;
  };
  const misplaced = people.find(({ place, keys }) => !keys.every((key) => isListed(key, place)));
  return misplaced?.place.personId;
}
