import { openDatabase } from "@tessera/database";
import { createLedger } from "@tessera/ledger";
import postgres from "postgres";
import { fundCards } from "../fund-cards.ts";
import { type Caller, openCallers } from "../http-population.ts";
import { loadMovements, openPopulation } from "../population.ts";

/**
 * Opens customers with funded cards, through a server.
 *
 * @param database its addresses for the owner's and the application's role
 */
export async function openCustomers(
  database: { readonly ownerUrl: string; readonly appUrl: string },
  url: string,
  cards: number,
): Promise<Caller[]> {
  const owner = postgres(database.ownerUrl, { max: 2, onnotice: () => undefined });
  const db = openDatabase<unknown>({ url: database.appUrl, statementTimeoutMs: 60_000 });
  const ledger = createLedger({ db });
  try {
    const subjects = await openPopulation({ db }, ledger, cards);
    await loadMovements(ledger, subjects, 0);
    const callers = await openCallers(owner, url, subjects);
    await fundCards(ledger, callers);
    return callers;
  } finally {
    await ledger.close();
    await db.close();
    await owner.end({ timeout: 5 });
  }
}
