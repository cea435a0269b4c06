import * as endpoints from "@tessera/contract/identity/proposals.endpoints";
import type { FastifyInstance } from "fastify";
import { operatorActOf } from "../../../platform/audit/operator-act.ts";
import type { AppContext } from "../../../platform/context.ts";
import type { Session } from "../../../platform/http/authentication.ts";
import { route } from "../../../platform/http/route.ts";
import { parseId } from "../../../platform/ids.ts";
import { approveProposal } from "./approve-proposal.ts";
import type { ProposalCommand } from "./decide-proposal.ts";
import { proposeInvitation, proposeOperatorChange } from "./propose-operator-change.ts";
import { getProposal, listProposals, PROPOSALS_LIMIT } from "./read-proposals.ts";
import { rejectProposal, withdrawProposal } from "./reject-proposal.ts";

/** Rate limits for new proposals, since each one is emailed to every other administrator. */
export const PROPOSING = {
  limits: [{ bucket: "proposals", max: 30, windowSeconds: 3_600, by: "customer" }],
  movesNoMoney: true,
} as const;

interface DecidingCall {
  readonly session: Session;
  readonly requestId: string;
  readonly params: { readonly id: string };
}

function commandOf(call: DecidingCall): ProposalCommand {
  return { id: parseId("prp", call.params.id), act: operatorActOf(call) };
}

/** Registers the calls to propose changes and decide on proposals. */
export function registerProposalsRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.listProposals,
    ({ query, session }) => listProposals(context, { query, readerId: session.userId }),
    {
      overCells: {
        orderOf: () => ["desc"],
        defaultLimit: PROPOSALS_LIMIT,
        restOf: (pages) => ({ waiting: pages.reduce((sum, { waiting }) => sum + waiting, 0) }),
      },
    },
  );
  const read = ({ session, params }: DecidingCall) =>
    getProposal(context, { id: parseId("prp", params.id), readerId: session.userId });
  route(app, context, endpoints.getProposal, read);
  route(
    app,
    context,
    endpoints.proposeInvitation,
    (call) => {
      const { body, idempotencyKey } = call;
      return proposeInvitation(context, { body, idempotencyKey, act: operatorActOf(call) });
    },
    PROPOSING,
  );
  route(
    app,
    context,
    endpoints.proposeOperatorChange,
    (call) => {
      const { body, idempotencyKey } = call;
      return proposeOperatorChange(context, { body, idempotencyKey, act: operatorActOf(call) });
    },
    PROPOSING,
  );
  route(app, context, endpoints.approveProposal, async (call) => {
    await approveProposal(context, commandOf(call));
    return read(call);
  });
  route(app, context, endpoints.rejectProposal, async (call) => {
    await rejectProposal(context, commandOf(call), call.body.note);
    return read(call);
  });
  route(app, context, endpoints.withdrawProposal, async (call) => {
    await withdrawProposal(context, commandOf(call));
    return read(call);
  });
}
