import type {
  Mandate,
  MandateDetail,
  MandateQuery,
} from "@tessera/contract/cards/mandates.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Page, readPage } from "../../platform/paging/pages.ts";
import { offersFor } from "./mandate-offer.ts";
import { presentMandate, presentOffer } from "./mandates.presenter.ts";
import { findMandate, listMandateRows } from "./mandates.repository.ts";

/**
 * Reads one of a customer's mandates, and what approving it costs now.
 *
 * @throws Refusal `not_found`
 */
export async function readMandate(
  { db, clock }: AppContext,
  customerId: string,
  id: string | undefined,
): Promise<MandateDetail> {
  const row = id === undefined ? undefined : await findMandate(db.kysely, customerId, id);
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  const now = clock.now();
  const waits = row.status === "proposed" && row.until > now;
  const [offer] = waits ? await offersFor(db.kysely, row, now) : [];
  return {
    ...presentMandate(row),
    offer: offer === undefined ? null : presentOffer(offer, row.currency),
  };
}

/**
 * Reads a page of a customer's mandates, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listMandates(
  context: AppContext,
  customerId: string,
  { status, ...query }: MandateQuery,
): Promise<Page<Mandate>> {
  const { rows, nextCursor } = await readPage(context, {
    scope: `mandates:${customerId}:${status ?? ""}`,
    query,
    read: (seek) => listMandateRows(context.db.kysely, customerId, status, seek),
    placeOf: (row) => [row.created_at.toISOString(), row.id],
  });
  return { data: rows.map(presentMandate), nextCursor };
}
