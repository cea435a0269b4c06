import { v7 as uuidv7 } from "uuid";
import type { Caller } from "../http-population.ts";

/** A top-up that the server acknowledged. */
export interface AcknowledgedTopUp {
  readonly movement: string;
  readonly card: string;
  readonly amountMinor: number;
}

/** The responses that customers got to their top-ups and reads. */
export interface CustomersCourse {
  readonly topUps: readonly AcknowledgedTopUp[];
  readonly answers: Readonly<Record<string, number>>;
  /** One sentence for each request that failed. */
  readonly faults: readonly string[];
}

interface CustomersSettings {
  readonly callers: readonly Caller[];
  readonly url: string;
  readonly clients: number;
  readonly random: () => number;
  readonly isOver: () => boolean;
}

const READS = ["/api/cards", "/api/bills?limit=20"];

/**
 * Runs customers who send top-ups and reads, one request after another, until the run is over. Each
 * request is sent only once, so a missing or unsuccessful response is a fault.
 */
export async function runCustomers(settings: CustomersSettings): Promise<CustomersCourse> {
  const topUps: AcknowledgedTopUp[] = [];
  const answers: Record<string, number> = {};
  const faults: string[] = [];

  async function send(caller: Caller, path: string, body?: unknown): Promise<unknown> {
    const at = new Date().toISOString();
    const name = `${body === undefined ? "GET" : "POST"} ${path.replace(caller.cardId, ":id")}`;
    const count = (how: string) => {
      answers[`${name} ${how}`] = (answers[`${name} ${how}`] ?? 0) + 1;
    };
    try {
      const response = await fetch(`${settings.url}${path}`, requestOf(caller, body));
      const text = await response.text();
      count(String(response.status));
      if (response.ok) {
        return JSON.parse(text);
      }
      faults.push(`${at} ${name}: ${response.status} ${text}`);
    } catch (error) {
      const { message, cause } = error instanceof Error ? error : new Error(String(error));
      count("failed");
      faults.push(`${at} ${name}: ${message} (${cause})`);
    }
    return undefined;
  }

  async function visit(caller: Caller): Promise<void> {
    const amountMinor = 1 + Math.floor(settings.random() * 99);
    const amount = `${Math.floor(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, "0")}`;
    const path = `/api/cards/${caller.cardId}`;
    const quote = await send(caller, `${path}/quote`, { operation: "deposit", amount });
    if (isObject(quote)) {
      const receipt = await send(caller, `${path}/deposit`, { quoteId: quote.quoteId });
      if (isObject(receipt)) {
        const movement = String(receipt.movementId).replace(/^mov_/, "");
        topUps.push({ movement, card: caller.cardId, amountMinor });
      }
    }
    for (const read of READS) {
      await send(caller, read);
    }
  }

  const client = async () => {
    while (!settings.isOver()) {
      const caller = settings.callers[Math.floor(settings.random() * settings.callers.length)];
      if (caller === undefined) {
        throw new RangeError("there are no customers");
      }
      await visit(caller);
    }
  };
  await Promise.all(Array.from({ length: settings.clients }, client));
  return { topUps, answers, faults };
}

function requestOf({ token, address }: Caller, body: unknown): RequestInit {
  const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": address };
  return body === undefined
    ? { headers }
    : {
        method: "POST",
        headers: {
          ...headers,
          "content-type": "application/json",
          "idempotency-key": uuidv7(),
        },
        body: JSON.stringify(body),
      };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
