import { v7 as uuidv7 } from "uuid";
import { answerOf, type Caller, headersOf } from "../http-population.ts";

/** Loads a card as a customer does, with a quote. */
export async function loadCard(url: string, caller: Caller, amount: string): Promise<void> {
  const path = `${url}/api/cards/${caller.cardId}`;
  const { quoteId } = await post<{ quoteId: string }>(`${path}/quote`, caller, {
    operation: "deposit",
    amount,
  });
  await post(`${path}/deposit`, caller, { quoteId });
}

async function post<T>(url: string, caller: Caller, body: object): Promise<T> {
  const headers = {
    ...headersOf(caller),
    "content-type": "application/json",
    "idempotency-key": uuidv7(),
  };
  return answerOf<T>(await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }));
}
