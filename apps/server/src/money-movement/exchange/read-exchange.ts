import type { Exchange } from "@tessera/contract/money-movement/exchange.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { presentExchange } from "./exchange.presenter.ts";
import { selectExchange } from "./exchanges.repository.ts";

/**
 * Reads one of a customer's exchanges.
 *
 * @throws Refusal `not_found` if it does not exist or belongs to another customer
 */
export async function readExchange(
  context: AppContext,
  key: { readonly id: string | undefined; readonly customerId: string },
): Promise<Exchange> {
  const { id, customerId } = key;
  const row =
    id === undefined ? undefined : await selectExchange(context.db.kysely, { id, customerId });
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  return presentExchange(row);
}
