import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import type { Caller } from "../http-population.ts";
import { clockMs, type History, type Operation } from "./history.ts";
import { type Answer, call, isFinal } from "./patient-call.ts";

/** What the bank's customers and readers share. */
export interface Bank {
  readonly addresses: readonly string[];
  readonly history: History;
  readonly random: () => number;
  readonly isOver: () => boolean;
}

/** How long an operation is repeated after the run before it counts as unanswered. */
const LAST_TRIES_MS = 300_000;
/** Largest amount, in cents, of one operation. */
const MOST_CENTS = 999;

/** Repeats a call, each time at any server, until it is decided or the time is over. */
async function decided(
  bank: Bank,
  caller: Caller,
  request: {
    readonly path: string;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly key: string;
  },
): Promise<Answer | undefined> {
  const { addresses, history, random, isOver } = bank;
  let end = Number.POSITIVE_INFINITY;
  while (clockMs() < end) {
    const server = Math.floor(random() * addresses.length);
    const answer = await call({ caller, server, address: addresses[server] ?? "", ...request });
    if (isFinal(answer)) {
      return answer;
    }
    const { status, body } = answer;
    const code = String(body.code);
    history.write({ type: "attempt", at: clockMs(), key: request.key, server, status, code });
    if (isOver()) {
      end = Math.min(end, clockMs() + LAST_TRIES_MS);
    }
    await sleep(20 + random() * 280);
  }
  return undefined;
}

/** Reads a customer's balances, at any server. Returns undefined if there was no answer. */
async function readWallet(bank: Bank, caller: Caller, server: number) {
  const begun = clockMs();
  const address = bank.addresses[server] ?? "";
  const { status, body } = await call({ caller, server, address, path: "/api/wallet" });
  const { account, cards } = body;
  return status === 200 && typeof account === "string" && typeof cards === "string"
    ? { begun, ended: clockMs(), account, cards }
    : undefined;
}

/** Records a customer's balances before the first operation. */
export async function openBankCustomer(bank: Bank, caller: Caller): Promise<void> {
  for (;;) {
    const wallet = await readWallet(bank, caller, 0);
    if (wallet !== undefined) {
      const { account, cards } = wallet;
      bank.history.write({ type: "open", customer: caller.customerId, account, cards });
      return;
    }
    await sleep(100);
  }
}

/**
 * Loads and unloads a customer's card, one operation after another, until the run is over. Each
 * operation is quoted, confirmed once, and repeated under its key until it is decided.
 */
export async function runBankCustomer(bank: Bank, caller: Caller): Promise<void> {
  while (!bank.isOver()) {
    await operate(bank, caller);
    await sleep(bank.random() * 15);
  }
}

async function operate(bank: Bank, caller: Caller): Promise<void> {
  const { history, random } = bank;
  const customer = caller.customerId;
  const operation: Operation = random() < 0.6 ? "deposit" : "withdraw";
  const cents = 1 + Math.floor(random() * MOST_CENTS);
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  const path = `/api/cards/${caller.cardId}`;
  const asked = { path: `${path}/quote`, body: { operation, amount }, key: uuidv7() };
  const quote = await decided(bank, caller, asked);
  if (quote?.status !== 201) {
    return;
  }
  const key = uuidv7();
  const { quoteId } = quote.body;
  const fee = String(quote.body.fee);
  history.write({ type: "invoke", at: clockMs(), customer, key, operation, amount, fee });
  const confirmed = { path: `${path}/${operation}`, body: { quoteId }, key };
  const answer = await decided(bank, caller, confirmed);
  if (answer === undefined) {
    return;
  }
  const at = clockMs();
  const { status, body } = answer;
  if (status >= 400) {
    history.write({ type: "refused", at, customer, key, code: String(body.code) });
    return;
  }
  const movement = String(body.movementId).replace(/^mov_/, "");
  const account = String(body.accountBalance);
  const cards = String(body.cardBalance);
  history.write({ type: "done", at, customer, key, movement, account, cards });
}

/** Reads customers' balances at any server until the run is over. */
export async function runWalletReader(bank: Bank, callers: readonly Caller[]): Promise<void> {
  while (!bank.isOver()) {
    const caller = callers[Math.floor(bank.random() * callers.length)];
    const server = Math.floor(bank.random() * bank.addresses.length);
    const wallet = caller && (await readWallet(bank, caller, server));
    if (caller !== undefined && wallet !== undefined) {
      bank.history.write({ type: "read", customer: caller.customerId, server, ...wallet });
    }
    await sleep(bank.random() * 20);
  }
}
