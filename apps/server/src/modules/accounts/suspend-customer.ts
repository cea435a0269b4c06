import { type AppContext, inTransaction } from "../../platform/context.ts";
import { peopleOfCustomer, setSuspended } from "./people.repository.ts";
import { endSessionsOf } from "./sessions.ts";

/** Suspends a customer and ends their sessions before it returns. */
export async function suspendCustomer(context: AppContext, customerId: string): Promise<void> {
  const forget = await inTransaction(context.db, async (tx) => {
    await setSuspended(tx, customerId, context.clock.now());
    const people = await peopleOfCustomer(tx, customerId);
    return Promise.all(people.map((id) => endSessionsOf(context, tx, id)));
  });
  for (const one of forget) {
    one();
  }
}

/** Lets a suspended customer sign in again. */
export async function liftSuspension(context: AppContext, customerId: string): Promise<void> {
  await setSuspended(context.db.kysely, customerId, null);
}
