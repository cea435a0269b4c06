import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { requireBalanced } from "./equation.policy.ts";
import type { ExportQuestion } from "./export-question.policy.ts";
import {
  type LineRow,
  type LinesAsked,
  type LocalMoment,
  type PocketSums,
  selectLocalMoment,
  selectPocketSums,
  streamLines,
} from "./lines.repository.ts";
import { type Pocket, selectPockets } from "./pockets.repository.ts";
import type { ExportRow } from "./reconciliation.tables.ts";

/** A time in the statement's time zone and in UTC. */
export interface Moment extends LocalMoment {
  readonly at: Date;
}

/** A pocket with its balances at the start and end of the period, in minor units. */
export interface PocketBalance {
  readonly pocket: Pocket;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
}

/** A line as it is written to a file. */
export interface StatementLine extends LineRow {
  readonly pocket: Pocket;
  /** The pocket's balance after this line, in file order, in minor units. */
  readonly balanceMinor: bigint;
}

/** The totals of one currency, in minor units. */
export interface CurrencyTotal {
  readonly currency: CurrencyCode;
  readonly openingMinor: bigint;
  /** The sum of the lines in the file. */
  readonly movementsMinor: bigint;
  /** The sum of the movements in the period whose type was not requested. */
  readonly otherKindsMinor: bigint;
  readonly closingMinor: bigint;
  readonly rows: number;
}

/** The data that a file is written from. */
export interface Statement {
  readonly question: ExportQuestion;
  readonly from: Moment;
  readonly to: Moment;
  /** The balances of pockets that have money or movements. */
  readonly balances: readonly PocketBalance[];
  /** The number of lines. */
  readonly rows: number;
  /** Yields the lines in chronological order. Can be called only once. */
  lines(): AsyncGenerator<readonly StatementLine[], void>;
  /**
   * Returns the totals of each currency. Call this after reading all lines.
   *
   * @throws UnbalancedError if the opening balance plus the movements does not equal the closing
   * balance
   */
  totals(): readonly CurrencyTotal[];
}

function isChosen({ card, currency }: Pocket, question: ExportQuestion): boolean {
  if (card === undefined) {
    return question.accounts.includes(currency);
  }
  return question.cards?.some((id) => parseId("card", id) === card.id) ?? true;
}

async function momentOf(tx: Tx, at: Date, timeZone: string): Promise<Moment> {
  return { at, ...(await selectLocalMoment(tx, at, timeZone)) };
}

/**
 * Reads the statement for an export's parameters, in the snapshot of `tx`. The balances at the
 * start and end are computed from all transfers and the current balance, not from the lines.
 */
export async function readStatement(
  { ledger }: Pick<AppContext, "ledger">,
  tx: Tx,
  row: Pick<ExportRow, "customer_id" | "question" | "starts_at" | "ends_at">,
  batchRows: number,
): Promise<Statement> {
  const { question, starts_at: startsAt, ends_at: endsAt } = row;
  const { timeZone, kinds } = question;
  const pockets = (await selectPockets(tx, row.customer_id)).filter((one) =>
    isChosen(one, question),
  );
  const currencies = [...new Set(pockets.map(({ currency }) => currency))];
  const asked: LinesAsked = {
    customerId: row.customer_id,
    pockets,
    feeAccounts: currencies.map((currency) => ledger.houseAccount("fees", currency)),
    kinds,
    timeZone,
    startsAt,
    endsAt,
  };
  const sums = await selectPocketSums(tx, asked);
  const tally = new Tally(pockets, sums, question);
  return {
    question,
    from: await momentOf(tx, startsAt, timeZone),
    to: await momentOf(tx, endsAt, timeZone),
    balances: tally.balances(),
    rows: Number(sums.reduce((sum, { listed }) => sum + listed, 0n)),
    async *lines() {
      for await (const rows of streamLines(tx, asked, batchRows)) {
        const listed = tally.add(rows);
        if (listed.length > 0) {
          yield listed;
        }
      }
    },
    totals: () => tally.totals(),
  };
}

interface Running {
  readonly pocket: Pocket;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  readonly rowsExpected: number;
  balanceMinor: bigint;
  movementsMinor: bigint;
  otherKindsMinor: bigint;
  rows: number;
}

/** Sums lines as they are read, so that the sums can be compared with the ledger's. */
class Tally {
  readonly #running: readonly Running[];
  readonly #kinds: ReadonlySet<string> | undefined;
  readonly #accounts: readonly CurrencyCode[];
  #last: LineRow | undefined;

  constructor(
    pockets: readonly Pocket[],
    sums: readonly PocketSums[],
    { kinds, accounts }: Pick<ExportQuestion, "kinds" | "accounts">,
  ) {
    const byPlace = new Map(sums.map((one) => [one.place, one]));
    this.#accounts = accounts;
    this.#kinds = kinds === null ? undefined : new Set(kinds);
    this.#running = pockets.map((pocket, place) => {
      const { opening = 0n, closing = 0n, listed = 0n } = byPlace.get(place) ?? {};
      return {
        pocket,
        openingMinor: opening,
        closingMinor: closing,
        rowsExpected: Number(listed),
        balanceMinor: opening,
        movementsMinor: 0n,
        otherKindsMinor: 0n,
        rows: 0,
      };
    });
  }

  /**
   * Adds lines.
   *
   * @returns the lines that belong in the file
   */
  add(rows: readonly LineRow[]): StatementLine[] {
    const listed: StatementLine[] = [];
    for (const row of rows) {
      const running = this.#running[row.place];
      if (running === undefined || !comesAfter(row, this.#last)) {
        throw new Error(`line ${row.id} is out of order`);
      }
      this.#last = row;
      running.balanceMinor += row.amount;
      if (this.#kinds?.has(row.kind) === false) {
        running.otherKindsMinor += row.amount;
        continue;
      }
      running.movementsMinor += row.amount;
      running.rows += 1;
      listed.push({ ...row, pocket: running.pocket, balanceMinor: running.balanceMinor });
    }
    return listed;
  }

  /**
   * Returns the balances, except for pockets that have neither money nor movements, such as a card
   * created later.
   */
  balances(): PocketBalance[] {
    return this.#running.filter(
      ({ openingMinor, closingMinor, rowsExpected }) =>
        openingMinor !== 0n || closingMinor !== 0n || rowsExpected > 0,
    );
  }

  totals(): CurrencyTotal[] {
    const byCurrency = new Map<CurrencyCode, CurrencyTotal>();
    for (const one of this.#running) {
      requireBalanced(one);
      const { currency } = one.pocket;
      const sum = byCurrency.get(currency) ?? { ...NOTHING, currency };
      byCurrency.set(currency, {
        currency,
        openingMinor: sum.openingMinor + one.openingMinor,
        movementsMinor: sum.movementsMinor + one.movementsMinor,
        otherKindsMinor: sum.otherKindsMinor + one.otherKindsMinor,
        closingMinor: sum.closingMinor + one.closingMinor,
        rows: sum.rows + one.rows,
      });
    }
    // Currencies are in a fixed order. A currency is omitted if only a card created after the
    // period uses it.
    return CURRENCIES.flatMap((currency) => byCurrency.get(currency) ?? []).filter(
      ({ currency, openingMinor, closingMinor, rows }) =>
        openingMinor !== 0n || closingMinor !== 0n || rows > 0 || this.#accounts.includes(currency),
    );
  }
}

const NOTHING = {
  openingMinor: 0n,
  movementsMinor: 0n,
  otherKindsMinor: 0n,
  closingMinor: 0n,
  rows: 0,
};

function comesAfter(row: LineRow, last: LineRow | undefined): boolean {
  if (last === undefined) {
    return true;
  }
  const apart = row.event_at.getTime() - last.event_at.getTime();
  const isLater = row.id > last.id || (row.id === last.id && row.place > last.place);
  return apart > 0 || (apart === 0 && isLater);
}
