import path from "node:path";
import { type Database, inTransaction, openDatabase } from "@tessera/database";
import { startEmbeddedServer } from "@tessera/database/embedded";
import { type AccountId, createLedger, houseAccount, type Movement } from "@tessera/ledger";
import postgres, { type Sql } from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { Home } from "./tessera-process.ts";

/**
 * The ledger of a running server, accessed directly to write data and to compute what the console
 * should show.
 */
export interface Books {
  readonly db: Database<unknown>;
  readonly sql: Sql;
  readonly close: () => Promise<void>;
}

/** Opens the ledger of the server that runs on `home`, using that server's PostgreSQL. */
export async function openBooks(home: Home): Promise<Books> {
  const server = await startEmbeddedServer({
    dataDir: path.join(home.env.DATA_DIR ?? "", "postgres"),
  });
  const db = openDatabase<unknown>({ url: server.appUrl, statementTimeoutMs: 60_000 });
  const sql = postgres(server.ownerUrl, { max: 2, onnotice: () => undefined });
  return {
    db,
    sql,
    close: async () => {
      await Promise.all([db.close(), sql.end({ timeout: 5 })]);
    },
  };
}

interface HistoryCard {
  readonly id: string;
  readonly account: AccountId;
}

interface Owner {
  readonly customerId: string;
  readonly account: AccountId;
  readonly cards: readonly HistoryCard[];
}

/** Finds a customer by card ids in the API's format. */
async function findOwner({ sql }: Books, cardIds: readonly string[]): Promise<Owner> {
  const ids = cardIds.map((id) => id.replace(/^card_/, ""));
  const rows = await sql<{ id: string; customer_id: string; card: string; account: string }[]>`
    select card.id, card.customer_id, card.card_account as card, own.account_id as account
    from card join customer_account own on own.customer_id = card.customer_id
      and own.kind = 'account' and own.currency = card.currency
    where card.id = any(${ids}::uuid[]) order by card.id`;
  const [first] = rows;
  if (first === undefined || rows.length !== ids.length) {
    throw new Error("The cards of the history are not in the ledger.");
  }
  return {
    customerId: first.customer_id,
    account: BigInt(first.account),
    cards: rows.map(({ id, card }) => ({ id, account: BigInt(card) })),
  };
}

export interface HistoryPlan {
  /** Number of rows in the history. */
  readonly count: number;
  readonly perDay: number;
  /** Time of the newest row. */
  readonly last: Date;
}

const DAY_MS = 86_400_000;
/** Number of rows that share a timestamp, so that pages often end in the middle of such a group. */
const AT_ONCE = 7;
const ROWS_A_CHUNK = 1_000;
const ENOUGH_MINOR = 9_000_000_000n;
const SETTLES_AFTER_MS = 3_600_000;
const MERCHANTS = [
  { name: "Meta Ads", mcc: "7311", country: "US", category: "advertising" },
  { name: "Adobe", mcc: "5734", country: "US", category: "software" },
  { name: "United Airlines", mcc: "3000", country: "US", category: "travel" },
  { name: "Amazon", mcc: "5999", country: "US", category: "shopping" },
] as const;

function pick<T>(items: readonly T[], place: number): T {
  const item = items[place % items.length];
  if (item === undefined) {
    throw new RangeError("There is nothing to pick from.");
  }
  return item;
}

type Fields = Pick<Movement, "kind" | "cardId" | "status" | "amountMinor" | "eventAt" | "legs"> &
  Partial<Pick<Movement, "title" | "data" | "parentId" | "statusChanges" | "id">>;

function movement({ customerId }: Owner, fields: Fields): Movement {
  return {
    id: uuidv7(),
    customerId,
    parentId: null,
    currency: "USD",
    feeMinor: 0n,
    title: "",
    data: {},
    clientKey: null,
    ...fields,
  };
}

/** Builds a payment to a merchant that is held first and settled an hour later. */
function payment(owner: Owner, place: number, eventAt: Date): Movement[] {
  const card = pick(owner.cards, place);
  const merchant = pick(MERCHANTS, place * 7);
  const amountMinor = BigInt(100 + ((place * 37) % 9_900));
  const id = uuidv7();
  const settledAt = new Date(eventAt.getTime() + SETTLES_AFTER_MS);
  const hold = { type: "hold", holdId: id, account: card.account, amountMinor } as const;
  const credit = houseAccount("network_settlement", "USD");
  const common = { cardId: card.id, amountMinor: -amountMinor, title: merchant.name };
  return [
    movement(owner, {
      ...common,
      id,
      kind: "purchase",
      status: "processing",
      data: { merchant },
      eventAt,
      legs: [{ ...hold, expiresAt: new Date(Date.now() + 30 * DAY_MS) }],
    }),
    movement(owner, {
      ...common,
      kind: "clearing",
      status: "completed",
      parentId: id,
      eventAt: settledAt,
      legs: [{ type: "capture", holdId: id, credit, amountMinor, final: true }],
      statusChanges: [{ movementId: id, status: "completed" }],
    }),
  ];
}

/**
 * Builds mostly settled payments, with some declines and some transfers from the account to a card.
 */
function rowOf(owner: Owner, place: number, eventAt: Date): Movement[] {
  const card = pick(owner.cards, place);
  if (place % 50 === 7) {
    const amountMinor = 5_000n;
    const legs = [
      { type: "transfer", debit: owner.account, credit: card.account, amountMinor },
    ] as const;
    const fields = { kind: "card_deposit", status: "completed", amountMinor, legs } as const;
    return [movement(owner, { ...fields, cardId: card.id, eventAt })];
  }
  if (place % 50 === 21) {
    const merchant = pick(MERCHANTS, place);
    const data = { merchant, declineCode: "insufficient_funds" };
    const fields = { kind: "purchase", status: "declined", amountMinor: -4_200n } as const;
    const { name: title } = merchant;
    return [movement(owner, { ...fields, cardId: card.id, title, data, eventAt, legs: [] })];
  }
  return payment(owner, place, eventAt);
}

/** Builds the deposits that fund the history's spending. */
function openings(owner: Owner, eventAt: Date): Movement[] {
  const amountMinor = ENOUGH_MINOR;
  const debit = houseAccount("chain_clearing", "USD");
  const credits = [owner.account, ...owner.cards.map((card) => card.account)];
  return credits.map((credit, place) =>
    movement(owner, {
      kind: place === 0 ? "deposit" : "card_deposit",
      status: "completed",
      cardId: owner.cards[place - 1]?.id ?? null,
      amountMinor,
      eventAt,
      legs: [{ type: "transfer", debit, credit, amountMinor }],
    }),
  );
}

/**
 * Writes a history for a customer's cards, through the ledger and in chronological order, so that
 * charts and balances match it.
 */
export async function writeHistory(
  books: Books,
  cardIds: readonly string[],
  { count, perDay, last }: HistoryPlan,
): Promise<void> {
  const owner = await findOwner(books, cardIds);
  const ledger = createLedger({ db: books.db });
  const stepMs = DAY_MS / perDay;
  const momentOf = (place: number) =>
    new Date(last.getTime() - Math.floor((count - place) / AT_ONCE) * AT_ONCE * stepMs);
  const post = async (movements: readonly Movement[]) => {
    const results = await inTransaction(books.db, (tx) => ledger.post(tx, movements));
    const refused = results.find(({ outcome }) => outcome !== "posted");
    if (refused !== undefined) {
      throw new Error(`The history was refused: ${refused.outcome} ${refused.movementId}`);
    }
  };
  const first = openings(owner, momentOf(0));
  await post(first);
  for (let place = first.length; place < count; place += ROWS_A_CHUNK) {
    const rows = Math.min(ROWS_A_CHUNK, count - place);
    await post(
      Array.from({ length: rows }, (_, at) =>
        rowOf(owner, place + at, momentOf(place + at)),
      ).flat(),
    );
  }
  await ledger.close();
  await setBack(books, owner, momentOf(0));
}

/** Backdates rows that are stamped with the time they were written. */
async function setBack({ sql }: Books, { customerId, cards }: Owner, first: Date): Promise<void> {
  await sql`update card set created_at = ${first} where id = any(${cards.map(({ id }) => id)})`;
  const seconds = SETTLES_AFTER_MS / 1_000;
  await sql`update ledger.movement_state
    set changed_at = event_at + ${seconds} * interval '1 second'
    where customer_id = ${customerId}`;
  await sql`vacuum analyze ledger.movement, ledger.movement_state, ledger.transfer`;
}
