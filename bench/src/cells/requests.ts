import { v7 as uuidv7 } from "uuid";
import { type Caller, headersOf } from "../http-population.ts";
import type { ProgramCell } from "./start-program.ts";

/** What is measured, each a request or a short chain of requests of one customer. */
export const OPERATIONS = [
  "top-up",
  "authorization",
  "authorization at any server",
  "balance",
  "session",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A cell with customers who make requests. */
export interface Populated {
  readonly cell: ProgramCell;
  /** All cells of its program, whose servers pass a payment on to the cell. */
  readonly cellsOfProgram: readonly ProgramCell[];
  readonly callers: readonly Caller[];
}

/** Performs an operation once. @throws Error if a response is an error or declines a payment */
export async function perform(
  operation: Operation,
  caller: Caller,
  { own, any }: { readonly own: ProgramCell; readonly any: ProgramCell },
): Promise<void> {
  const { url } = own.server;
  switch (operation) {
    case "top-up": {
      const path = `${url}/api/cards/${caller.cardId}`;
      const quote = await call(`${path}/quote`, caller, { operation: "deposit", amount: "1.00" });
      await call(`${path}/deposit`, caller, { quoteId: quote.quoteId });
      return;
    }
    case "authorization":
      return authorize(url, caller);
    case "authorization at any server":
      return authorize(any.server.url, caller);
    case "balance":
      await call(`${url}/api/wallet`, caller);
      return;
    case "session":
      await call(`${url}/api/auth/profile`, caller);
  }
}

async function authorize(url: string, caller: Caller): Promise<void> {
  const { pan, expiryMonth, expiryYear } = caller;
  const merchant = { name: "Lab Store", mcc: "5734", country: "US" };
  const payment = { pan, expiryMonth, expiryYear, amount: "0.01", currency: "USD", merchant };
  const answer = await call(`${url}/sandbox/network/authorize`, undefined, {
    ...payment,
    messageId: uuidv7(),
  });
  if (answer.approved !== true) {
    throw new Error(`an authorization was declined: ${answer.code}`);
  }
}

async function call(
  url: string,
  caller: Caller | undefined,
  body?: object,
): Promise<Record<string, unknown>> {
  const headers = caller === undefined ? {} : headersOf(caller);
  const response = await fetch(
    url,
    body === undefined
      ? { headers }
      : {
          method: "POST",
          headers: {
            ...headers,
            "content-type": "application/json",
            "idempotency-key": uuidv7(),
          },
          body: JSON.stringify(body),
        },
  );
  if (!response.ok) {
    throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  }
  return (await response.json()) as Record<string, unknown>;
}

/**
 * Performs an operation `count` times in total, for customers of each cell in turn, one at a time.
 * So the processor has as much to do at a time, and a batch as many movements, in each program.
 */
export async function performInTurn(
  operation: Operation,
  populated: readonly Populated[],
  count: number,
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const turn = Math.floor(index / populated.length);
    const own = populated[index % populated.length];
    const caller = own?.callers[turn % own.callers.length];
    const any = own?.cellsOfProgram[(index + turn) % own.cellsOfProgram.length];
    if (own === undefined || caller === undefined || any === undefined) {
      throw new RangeError("there is nobody to make a request");
    }
    await perform(operation, caller, { own: own.cell, any });
  }
}
