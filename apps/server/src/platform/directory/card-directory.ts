import { hash, randomInt } from "node:crypto";
import type { Tx } from "../database/db.ts";
import {
  type CardKey,
  type CardPlace,
  countCardsOfCell,
  deleteCards,
  findCard,
  insertCards,
  insertRange,
  type NumberRange,
  selectListedCards,
  selectRanges,
} from "./card-directory.repository.ts";
import type { ListPage } from "./directory.repository.ts";

/** Length of a range's prefix in addition to the BIN: each BIN has a hundred ranges. */
const RANGE_DIGITS = 2;
const BIN_LENGTHS = [8, 7, 6];
/**
 * Draws in a cell's own ranges of numbers that other cards have, after which each further draw
 * takes one more range. So many in vain are likely only if the ranges are nearly full.
 */
const DRAWS_IN_OWN_RANGES = 15;
const MAX_CLAIMS = 20;
/** Number of issuers' cards whose cell is remembered. Each takes about 100 bytes. */
const MAX_REMEMBERED = 100_000;

/** Which cell each card belongs to, by its number or its id at the issuer. */
export interface CardDirectory {
  /**
   * Takes the key of a new card of this cell.
   *
   * @returns false if another card of the program has it
   */
  claim(tx: Tx, cardId: string, key: CardKey): Promise<boolean>;
  /** Finds where a card is. Undefined if no cell has it. */
  find(tx: Tx, key: CardKey): Promise<CardPlace | undefined>;
  /** Returns the cell of a card by its id at the issuer. Undefined if no cell has it. */
  cellOfIssuerCard(tx: Tx, issuer: string, issuerCardId: string): Promise<number | undefined>;
  /**
   * Returns the cell whose range contains a number, without looking for the number itself.
   * Undefined if no range contains it.
   */
  cellOfRange(tx: Tx, pan: string): Promise<number | undefined>;
  /**
   * Returns the digits with which this cell's next number of a BIN begins: the BIN and two more.
   * Takes a range that no cell has if this cell has none, or if its ranges are nearly full.
   *
   * @param attempt how many numbers were drawn in vain
   * @returns undefined if all ranges of the BIN belong to other cells
   */
  prefixFor(tx: Tx, bin: string, attempt: number): Promise<string | undefined>;
  /** Returns the number of cards of this cell. */
  countOwn(tx: Tx): Promise<number>;
  /** Returns the cards of this cell's next keys, after an id. May return one twice. */
  listedCards(tx: Tx, page: ListPage): Promise<string[]>;
  /** Makes the keys of cards of this cell available to others. */
  release(tx: Tx, cardIds: readonly string[]): Promise<void>;
  /**
   * Adds cards that this cell has had since before there was this directory. Leaves out those whose
   * key another card has.
   */
  record(tx: Tx, cards: readonly (CardKey & { readonly cardId: string })[]): Promise<void>;
}

/** Returns the key of a card whose number the issuer stores. */
export function issuerCardKey(issuer: string, issuerCardId: string): CardKey {
  const keyHash = hash("sha256", `${issuer}\n${issuerCardId}`, "buffer");
  return { kind: "issuer_card", keyHash };
}

/** Returns the key of a card by the keyed hash of its number. */
export function numberKey(panIndex: Buffer): CardKey {
  return { kind: "number", keyHash: panIndex };
}

/** Creates the directory of a program's cards, as one of its cells uses it. */
export function createCardDirectory(cell: number): CardDirectory {
  // Neither a range nor a card ever changes its cell, so what was found once stays true.
  const knownRanges = new Map<string, number>();
  const knownCards = new Map<string, number>();

  async function rangesOf(tx: Tx, prefixes: readonly string[]): Promise<NumberRange[]> {
    const ranges = await selectRanges(tx, prefixes);
    for (const range of ranges) {
      knownRanges.set(range.prefix, range.cell);
    }
    return ranges;
  }

  return {
    claim: async (tx, cardId, key) => (await insertCards(tx, [{ ...key, cell, cardId }])) === 1,
    find: findCard,
    async cellOfIssuerCard(tx, issuer, issuerCardId) {
      const name = `${issuer} ${issuerCardId}`;
      const known = knownCards.get(name);
      const found = known ?? (await findCard(tx, issuerCardKey(issuer, issuerCardId)))?.cell;
      if (known === undefined && found !== undefined) {
        if (knownCards.size >= MAX_REMEMBERED) {
          knownCards.clear();
        }
        knownCards.set(name, found);
      }
      return found;
    },
    async cellOfRange(tx, pan) {
      const prefixes = BIN_LENGTHS.map((length) => pan.slice(0, length + RANGE_DIGITS));
      const known = () =>
        prefixes.map((prefix) => knownRanges.get(prefix)).find((one) => one !== undefined);
      if (known() === undefined) {
        await rangesOf(tx, prefixes);
      }
      return known();
    },
    async prefixFor(tx, bin, attempt) {
      const all = Array.from(
        { length: 10 ** RANGE_DIGITS },
        (_, index) => bin + String(index).padStart(RANGE_DIGITS, "0"),
      );
      /** The ranges that no number is to be drawn from, if another one can be taken. */
      let former: ReadonlySet<string> | undefined;
      for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
        const taken = await rangesOf(tx, all);
        const own = taken.filter((range) => range.cell === cell).map(({ prefix }) => prefix);
        former ??= new Set(attempt < DRAWS_IN_OWN_RANGES ? [] : own);
        const fresh = own.filter((prefix) => !former?.has(prefix));
        const free = all.find((prefix) => taken.every((range) => range.prefix !== prefix));
        if (free === undefined || fresh.length > 0) {
          const choice = fresh.length > 0 ? fresh : own;
          return choice.length === 0 ? undefined : choice[randomInt(choice.length)];
        }
        await insertRange(tx, { prefix: free, cell });
      }
      return undefined;
    },
    countOwn: (tx) => countCardsOfCell(tx, cell),
    listedCards: (tx, page) => selectListedCards(tx, cell, page),
    release: (tx, cardIds) => deleteCards(tx, cell, cardIds),
    async record(tx, cards) {
      await insertCards(
        tx,
        cards.map((card) => ({ ...card, cell })),
      );
    },
  };
}
