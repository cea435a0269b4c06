import type {
  Proposal,
  ProposalsPage,
  ProposalsQuery,
} from "@tessera/contract/identity/proposals.schemas";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { readPage } from "../../../platform/paging/pages.ts";
import { presentProposals } from "./proposals.presenter.ts";
import { countWaitingFor, selectProposal, selectProposals } from "./proposals.repository.ts";

const DEFAULT_LIMIT = 20;

/**
 * Lists proposals, newest first, and counts those that the reader can decide.
 *
 * @throws Refusal `invalid_input` for a cursor created with another filter
 */
export async function listProposals(
  context: AppContext,
  { query, readerId }: { readonly query: ProposalsQuery; readonly readerId: string },
): Promise<ProposalsPage> {
  const tx = context.db.kysely;
  const now = context.clock.now();
  const { status } = query;
  const [{ rows, nextCursor }, waiting] = await Promise.all([
    readPage(context, {
      scope: `proposals:${status ?? ""}`,
      query,
      defaultLimit: DEFAULT_LIMIT,
      read: (seek) => selectProposals(tx, { status, now }, seek),
      placeOf: ({ id }) => [id],
    }),
    countWaitingFor(tx, readerId, now),
  ]);
  return {
    data: await presentProposals(context, tx, rows, { userId: readerId }),
    nextCursor,
    waiting,
  };
}

/**
 * Reads one proposal with its current status.
 *
 * @throws Refusal `not_found`
 */
export async function getProposal(
  context: AppContext,
  { id, readerId }: { readonly id: string | undefined; readonly readerId: string },
): Promise<Proposal> {
  const tx = context.db.kysely;
  const record = id === undefined ? undefined : await selectProposal(tx, id);
  const [proposal] =
    record === undefined ? [] : await presentProposals(context, tx, [record], { userId: readerId });
  if (proposal === undefined) {
    throw new Refusal("not_found");
  }
  return proposal;
}
