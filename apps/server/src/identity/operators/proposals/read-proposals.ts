import {
  PROPOSAL_KINDS,
  type Proposal,
  type ProposalKind,
  type ProposalsPage,
  type ProposalsQuery,
} from "@tessera/contract/identity/proposals.schemas";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { decodeCursor } from "../../../platform/paging/cursor.ts";
import { type PlacedPage, placedPage } from "../../../platform/paging/pages.ts";
import { selectStanding } from "../operators.repository.ts";
import { isForAllCells } from "./proposal-standing.policy.ts";
import { presentProposals } from "./proposals.presenter.ts";
import { countWaitingFor, selectProposal, selectProposals } from "./proposals.repository.ts";

export const PROPOSALS_LIMIT = 20;

/** Returns the kinds of proposals that an operator sees in this cell. */
async function kindsFor(tx: Tx, readerId: string): Promise<ProposalKind[]> {
  const reader = await selectStanding(tx, readerId);
  const isOfCell = reader?.homeCell === null;
  return PROPOSAL_KINDS.filter((kind) => isOfCell || isForAllCells(kind));
}

/**
 * Lists proposals, newest first, and counts those that the reader can decide. An operator of
 * another cell gets only those for all cells.
 *
 * @throws Refusal `invalid_input` for a cursor created with another filter
 */
export async function listProposals(
  context: AppContext,
  { query, readerId }: { readonly query: ProposalsQuery; readonly readerId: string },
): Promise<ProposalsPage & PlacedPage<Proposal>> {
  const tx = context.db.kysely;
  const now = context.clock.now();
  const { status, cursor, limit = PROPOSALS_LIMIT } = query;
  const scope = `proposals:${status ?? ""}`;
  const after = cursor === undefined ? undefined : decodeCursor(context.keys, scope, cursor);
  const kinds = await kindsFor(tx, readerId);
  const [found, waiting] = await Promise.all([
    selectProposals(tx, { status, kinds, now }, { after, limit: limit + 1 }),
    countWaitingFor(tx, readerId, { kinds, now }),
  ]);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const listed = {
    data: await presentProposals(context, tx, page, { userId: readerId }),
    places: page.map(({ id }) => [id]),
    end: last === undefined ? null : [last.id],
  };
  return { ...placedPage(context, { scope, ...listed }), waiting };
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
  const isSeen = record !== undefined && (await kindsFor(tx, readerId)).includes(record.kind);
  const [proposal] = !isSeen
    ? []
    : await presentProposals(context, tx, [record], { userId: readerId });
  if (proposal === undefined) {
    throw new Refusal("not_found");
  }
  return proposal;
}
