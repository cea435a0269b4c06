import { enqueueMail } from "../../adapters/mail/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import {
  findMailAddresses,
  isCustomerSuspended,
  peopleOfCustomer,
  setSuspended,
  suspensionMail,
} from "../people/index.ts";
import { endSessionsOf } from "./sessions.ts";

/** Who suspends the customer, for the audit log. */
export interface Suspender {
  readonly actor: string;
  readonly requestId: string | null;
  /** Reason for the suspension, for the audit log only. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

/**
 * Suspends a customer, ends their sessions before returning, and emails them. If the customer is
 * already suspended, changes and records nothing.
 */
export async function suspendCustomer(
  context: AppContext,
  customerId: string,
  by: Suspender,
): Promise<void> {
  const signOut = await inTransaction(context.db, async (tx) => {
    await change(context, tx, customerId, { by, suspended: true });
    const people = await peopleOfCustomer(tx, customerId);
    return endSessionsOf(context, tx, { people, customerId });
  });
  await signOut();
}

/** Ends a customer's suspension and emails them. */
export async function liftSuspension(
  context: AppContext,
  customerId: string,
  by: Suspender,
): Promise<void> {
  await inTransaction(context.db, (tx) =>
    change(context, tx, customerId, { by, suspended: false }),
  );
}

async function change(
  context: AppContext,
  tx: Tx,
  customerId: string,
  { by, suspended }: { readonly by: Suspender; readonly suspended: boolean },
): Promise<void> {
  const before = await isCustomerSuspended(tx, customerId);
  if (before === suspended) {
    return;
  }
  await setSuspended(tx, customerId, suspended ? context.clock.now() : null);
  for (const { email: to, locale } of await findMailAddresses(tx, customerId)) {
    const content = suspensionMail(suspended)[locale];
    await enqueueMail(context, tx, { to, locale, content }, NOTICE_LIFETIME_SECONDS);
  }
  await context.ledger.appendAudit({ kysely: tx }, [
    {
      action: suspended ? "customer.suspended" : "customer.unsuspended",
      actor: by.actor,
      customerId,
      object: customerId,
      outcome: "ok",
      requestId: by.requestId,
      data: { ...by.detail, before: { suspended: before }, after: { suspended } },
    },
  ]);
}
