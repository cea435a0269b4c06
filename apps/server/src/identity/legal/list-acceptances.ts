import type { AppContext } from "../../platform/context.ts";
import {
  type Page,
  type PageQuery,
  readPageOf,
  sortableNumber,
} from "../../platform/paging/pages.ts";
import { type Acceptance, findAcceptances } from "./acceptances.repository.ts";

/**
 * Lists what a customer has accepted, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listAcceptances(
  context: AppContext,
  { customerId, query }: { readonly customerId: string; readonly query: PageQuery },
): Promise<Page<Acceptance>> {
  const { rows, nextCursor } = await readPageOf(context, {
    scope: `acceptances:${customerId}`,
    query,
    rows: await findAcceptances(context.db.kysely, customerId),
    direction: "desc",
    placeOf: ({ acceptedAt, text, version }) => [
      acceptedAt.toISOString(),
      text,
      sortableNumber(version),
    ],
  });
  return { data: [...rows], nextCursor };
}
