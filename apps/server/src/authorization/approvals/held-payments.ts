import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import type { PaymentReviewRow } from "../../db/tables/risk.tables.ts";
import type { Tx } from "../../platform/context.ts";
import { presentReview } from "./reviews.presenter.ts";
import { countWaiting, findReview, listReviewRows } from "./reviews.repository.ts";

/** A payment that a rule held for its owner's approval. */
interface HeldPayment {
  /** UUID. */
  readonly id: string;
  readonly customerId: string;
  readonly at: Date;
  readonly review: PaymentReview;
}

function heldOf(row: PaymentReviewRow): HeldPayment {
  const { id, customer_id: customerId, created_at: at } = row;
  return { id, customerId, at, review: presentReview(row) };
}

/** Lists held payments of one customer or of all customers, newest first. */
export async function listHeldPayments(
  tx: Tx,
  asked: Parameters<typeof listReviewRows>[1],
): Promise<HeldPayment[]> {
  return (await listReviewRows(tx, asked)).map(heldOf);
}

/** Finds a held payment, regardless of its customer. */
export async function findHeldPayment(tx: Tx, id: string): Promise<HeldPayment | undefined> {
  const row = await findReview(tx, id);
  return row && heldOf(row);
}

/** Counts the payments awaiting their owners' approval. */
export async function countHeldPayments(tx: Tx, now: Date): Promise<number> {
  return countWaiting(tx, now);
}
