import { expect, test } from "@playwright/test";
import { type Card, type Customer, createCustomer } from "../../src/sandbox-client.ts";
import { type Home, makeHome, startAt, verifyBooks } from "../../src/tessera-process.ts";

/** The server itself gives up after ten seconds, and then exits with another code. */
const STOP_MS_MAX = 30_000;
const FUNDED = "9000.00";
/** 9000.00 minus the opening fee, in cents. */
const OPENED_MINOR = 899_850n;
/** One dollar for the card plus a fee of four cents (3.5%, rounded up), in cents. */
const WRITE_MINOR = 104n;
const WRITERS = 12;
const QUOTES = 240;
/**
 * Number of responses received before the kill, at which point nearly every writer has a write in
 * flight.
 */
const KILLED_AFTER = 150;

interface Write {
  readonly quoteId: string;
  readonly key: string;
}

interface Receipt {
  readonly movementId: string;
}

interface Outcome {
  readonly acknowledged: readonly string[];
  /** Writes that got no response. Each of them may or may not have taken effect. */
  readonly unanswered: readonly Write[];
}

test("restart: Ctrl-C stops cleanly, SIGKILL loses nothing, and the ledger verifies", async () => {
  test.setTimeout(900_000);
  const home = await makeHome("nothing");
  try {
    const customer = await survivesCtrlC(home);
    await survivesKill(home, customer);
    const { code, output } = await verifyBooks(home);
    expect(code, output).toBe(0);
  } finally {
    home.removeData();
  }
});

/** Stops `npm start` with Ctrl-C; the next start must find the data. */
async function survivesCtrlC(home: Home): Promise<Customer> {
  const first = await startAt(home, "npm start");
  const customer = await createCustomer(home.origin);
  await customer.fund(FUNDED);
  const { code, durationMs } = await first.end("SIGINT");
  expect(code, "the exit code after Ctrl-C").toBe(0);
  expect(durationMs).toBeLessThan(STOP_MS_MAX);
  return customer;
}

/** Kills the server during writes; the next start must have every acknowledged write. */
async function survivesKill(home: Home, customer: Customer): Promise<void> {
  const second = await startAt(home, "server");
  expect(await customer.accountBalance(), "the data of the first start").toBe(FUNDED);
  const card = await customer.openCard();
  const { acknowledged, unanswered } = await writeUntil(customer, card, KILLED_AFTER, () =>
    second.end("SIGKILL"),
  );
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLED_AFTER);
  expect(unanswered.length, "writes under way at the kill").toBeGreaterThan(0);

  const third = await startAt(home, "server");
  const present = await movementIds(customer, card);
  expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
  expect(await moneyIs(customer, card), "what is there adds up").toBe(present.size);

  const settled = await Promise.all(unanswered.map((write) => send(customer, card, write)));
  const all = new Set([...acknowledged, ...settled.map(({ movementId }) => movementId)]);
  expect(all.size, "each write took place once").toBe(acknowledged.length + unanswered.length);
  expect(await movementIds(customer, card)).toEqual(all);
  expect(await moneyIs(customer, card)).toBe(all.size);
  console.log(
    `${acknowledged.length} acknowledged and ${present.size} present after kill -9; ` +
      `${unanswered.length} unanswered, each once after a retry`,
  );
  expect((await third.end("SIGINT")).code).toBe(0);
}

/** Fetches all quotes first, so that only writes are in flight when the server is killed. */
async function writeUntil(
  customer: Customer,
  card: Card,
  enough: number,
  kill: () => Promise<unknown>,
): Promise<Outcome> {
  const waiting: Write[] = [];
  await inParallel(async () => {
    while (waiting.length < QUOTES) {
      waiting.push(await quote(customer, card));
    }
  });
  const acknowledged: string[] = [];
  const unanswered: Write[] = [];
  let killed: Promise<unknown> | undefined;
  await inParallel(async () => {
    for (
      let next = waiting.pop();
      next !== undefined && killed === undefined;
      next = waiting.pop()
    ) {
      const sent = send(customer, card, next);
      if (acknowledged.length >= enough) {
        // Keeps this write in flight for the kill, because all others may already have been
        // acknowledged.
        killed ??= kill();
      }
      try {
        acknowledged.push((await sent).movementId);
      } catch (error) {
        // A write that the busy server rejected is sent again, under the same key.
        const isRefused = killed === undefined && String(error).includes("returned 503");
        (isRefused ? waiting : unanswered).push(next);
      }
    }
  });
  await killed;
  return { acknowledged, unanswered };
}

async function inParallel(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: WRITERS }, work));
}

async function quote(customer: Customer, card: Card): Promise<Write> {
  const { quoteId } = await customer.post<{ readonly quoteId: string }>(
    `/api/cards/${card.id}/quote`,
    { operation: "deposit", amount: "1.00" },
  );
  return { quoteId, key: crypto.randomUUID() };
}

function send(customer: Customer, card: Card, { quoteId, key }: Write): Promise<Receipt> {
  return customer.post<Receipt>(`/api/cards/${card.id}/deposit`, { quoteId }, key);
}

async function movementIds(customer: Customer, card: Card): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let cursor: string | null = "";
  while (cursor !== null) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: {
      readonly data: readonly { readonly id: string }[];
      readonly nextCursor: string | null;
    } = await customer.get(`/api/bills?cardId=${card.id}&kind=card_deposit&limit=100${from}`);
    for (const { id } of page.data) {
      ids.add(id);
    }
    cursor = page.nextCursor;
  }
  return ids;
}

/** Returns the number of writes implied by the account and card balances, which must agree. */
async function moneyIs(customer: Customer, card: Card): Promise<number> {
  const minor = (amount: string) => BigInt(amount.replace(".", ""));
  const spentMinor = OPENED_MINOR - minor(await customer.accountBalance());
  const { balance } = await customer.get<Card>(`/api/cards/${card.id}`);
  expect(spentMinor % WRITE_MINOR).toBe(0n);
  expect(minor(balance)).toBe((spentMinor / WRITE_MINOR) * 100n);
  return Number(spentMinor / WRITE_MINOR);
}
