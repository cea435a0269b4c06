import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";

import type { Attempt } from "../holds/repeating-network.ts";

/** What a customer of the bank asked for: to load a card, or to unload it. */
export type Operation = "deposit" | "withdraw";

/** One line of a history. Times are in milliseconds of one clock, which never goes back. */
export type Event =
  | { readonly type: "run"; readonly seed: number; readonly servers: number }
  /** A customer's balances before the first operation. */
  | {
      readonly type: "open";
      readonly customer: string;
      readonly account: string;
      readonly cards: string;
    }
  /** The first attempt of an operation, with the terms that the customer confirmed. */
  | {
      readonly type: "invoke";
      readonly at: number;
      readonly customer: string;
      readonly key: string;
      readonly operation: Operation;
      readonly amount: string;
      readonly fee: string;
    }
  /** The final answer to an operation. */
  | {
      readonly type: "done";
      readonly at: number;
      readonly customer: string;
      readonly key: string;
      readonly movement: string;
      readonly account: string;
      readonly cards: string;
    }
  | {
      readonly type: "refused";
      readonly at: number;
      readonly customer: string;
      readonly key: string;
      readonly code: string;
    }
  /** An attempt without a final answer. */
  | {
      readonly type: "attempt";
      readonly at: number;
      readonly key: string;
      readonly server: number;
      readonly status: number;
      readonly code: string;
    }
  /** A customer's balances as a server returned them. */
  | {
      readonly type: "read";
      readonly begun: number;
      readonly ended: number;
      readonly customer: string;
      readonly server: number;
      readonly account: string;
      readonly cards: string;
    }
  /** The sums of one snapshot: of all accounts, and of those outside the chain's account. */
  | {
      readonly type: "snapshot";
      readonly at: number;
      /** Sums are equal within a phase: between two, partners bring money in and out. */
      readonly phase: number;
      /** The position of the cell whose accounts were summed. */
      readonly cell: number;
      readonly all: string;
      readonly inside: string;
    }
  /** What the network got for one attempt at a payment. */
  | { readonly type: "network"; readonly attempt: Attempt }
  /** An approved payment whose hold was looked for right after the answer. */
  | {
      readonly type: "approval";
      readonly at: number;
      readonly movement: string;
      readonly holds: number;
    }
  /** What a customer with a card of the issuer owned before the first payment, in cents. */
  | { readonly type: "cardholder"; readonly customer: string; readonly owned: string }
  /** What an authorization came to at the issuer, in cents. */
  | {
      readonly type: "authorization";
      readonly id: string;
      readonly customer: string;
      /** What the issuer still holds. */
      readonly held: number;
    }
  /** What the issuer moved, in cents; positive if the customer received it. */
  | {
      readonly type: "transaction";
      readonly id: string;
      readonly customer: string;
      readonly amount: number;
    }
  /** A message whose second copy got another answer, or that was accepted although it lied. */
  | { readonly type: "misled"; readonly message: string; readonly answer: string }
  /** A payment on the chain to a deposit's address. */
  | {
      readonly type: "payment";
      readonly customer: string;
      readonly transaction: string;
      readonly amount: string;
      /** Whether the chain forgot it before it was final. */
      readonly isReorganized: boolean;
    }
  /** A confirmed withdrawal; its id is empty if it was not accepted. */
  | {
      readonly type: "withdrawal";
      readonly customer: string;
      readonly quote: string;
      readonly withdrawal: string;
      readonly code: string;
      readonly total: string;
      /** The amount that the custodian has to send. */
      readonly arrives: string;
    }
  /** A code that was requested for a new address. */
  | { readonly type: "code"; readonly email: string; readonly isAccepted: boolean }
  /** A payout that the custodian sent. */
  | { readonly type: "paid"; readonly withdrawal: string; readonly amount: string }
  /** A mail that the mail server accepted. */
  | { readonly type: "mail"; readonly to: string; readonly messageId: string }
  | {
      readonly type: "fault";
      readonly at: number;
      readonly fault: string;
      readonly reached: boolean;
    };

/** The file that records a run, one event per line, as it happens. */
export interface History {
  readonly file: string;
  write(event: Event): void;
  close(): Promise<void>;
}

/** The time for events, in milliseconds with fractions. */
export const clockMs = (): number => performance.now();

export function openHistory(file: string): History {
  const stream = createWriteStream(file);
  return {
    file,
    write: (event) => void stream.write(`${JSON.stringify(event)}\n`),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

/** Reads a history back, so that what is judged is what was recorded. */
export async function readHistory(file: string): Promise<Event[]> {
  const text = await readFile(file, "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Event => JSON.parse(line));
}
