import * as endpoints from "@tessera/contract/identity/operators.endpoints";
import type { FastifyInstance } from "fastify";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import { cellOfLink } from "../../platform/cells/cell-of-link.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { presentProfile } from "../people/index.ts";
import { visitorOf } from "../sessions/index.ts";
import { administratorOf } from "./administrator.ts";
import { changeOperator } from "./change-operator.ts";
import { acceptInvitation } from "./invitations/accept-invitation.ts";
import { inviteOperator } from "./invitations/invite-operator.ts";
import { listInvitations } from "./invitations/list-invitations.ts";
import { readInvitation } from "./invitations/read-invitation.ts";
import { resendInvitation } from "./invitations/resend-invitation.ts";
import { withdrawInvitation } from "./invitations/withdraw-invitation.ts";
import type { OperatorChange } from "./operator-standing.policy.ts";
import { presentInvitation, presentOpenInvitation } from "./operators.presenter.ts";
import { registerProposalsRoutes } from "./proposals/proposals.routes.ts";
import { getOperator, listOperators, readChanged } from "./read-operators.ts";

const HOUR = 3_600;

/** Limited because each call sends emails. */
const CHANGES = [{ bucket: "operators", max: 60, windowSeconds: HOUR, by: "customer" }] as const;
const LINKS = [
  { bucket: "operator-link", max: 20, windowSeconds: 60, by: "ip" },
  { bucket: "operator-link-hour", max: 120, windowSeconds: HOUR, by: "ip" },
] as const;

/** Registers the calls to list and manage operators. */
export function registerOperatorsRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, endpoints.listOperators, ({ query, session }) =>
    listOperators(context, { query, readerId: session.userId }),
  );
  route(app, context, endpoints.getOperator, ({ params, session }) =>
    getOperator(context, { id: parseId("usr", params.id), readerId: session.userId }),
  );
  registerChanges(app, context);
  registerInvitations(app, context);
  registerLinks(app, context);
  registerProposalsRoutes(app, context);
}

function registerChanges(app: FastifyInstance, context: AppContext): void {
  const options = { limits: CHANGES };
  route(
    app,
    context,
    endpoints.changeOperatorRole,
    async (call) => {
      const { role, revision, reason } = call.body;
      const change = { kind: "role", role } as const;
      const id = parseId("usr", call.params.id);
      const by = administratorOf(operatorActOf(call));
      const changed = await changeOperator(context, { id, change, revision, reason, by });
      return readChanged(context, changed, call.session.userId);
    },
    options,
  );
  const kinds = {
    suspend: endpoints.suspendOperator,
    resume: endpoints.resumeOperator,
    remove: endpoints.removeOperator,
  } as const;
  for (const kind of ["suspend", "resume", "remove"] as const) {
    route(
      app,
      context,
      kinds[kind],
      async (call) => {
        const { revision, reason } = call.body;
        const change: OperatorChange = { kind };
        const id = parseId("usr", call.params.id);
        const by = administratorOf(operatorActOf(call));
        const changed = await changeOperator(context, { id, change, revision, reason, by });
        return readChanged(context, changed, call.session.userId);
      },
      options,
    );
  }
}

function registerInvitations(app: FastifyInstance, context: AppContext): void {
  const options = { limits: CHANGES };
  route(app, context, endpoints.listInvitations, ({ query }) => listInvitations(context, query));
  route(
    app,
    context,
    endpoints.inviteOperator,
    async (call) => {
      const by = administratorOf(operatorActOf(call));
      const invited = await inviteOperator(context, { input: call.body, by });
      return presentInvitation(invited, context.clock.now());
    },
    options,
  );
  const acts = [
    [endpoints.resendInvitation, resendInvitation],
    [endpoints.withdrawInvitation, withdrawInvitation],
  ] as const;
  for (const [endpoint, act] of acts) {
    route(
      app,
      context,
      endpoint,
      async (call) => {
        const id = parseId("inv", call.params.id);
        const by = administratorOf(operatorActOf(call));
        const changed = await act(context, { id, revision: call.body.revision, by });
        return presentInvitation(changed, context.clock.now());
      },
      options,
    );
  }
}

/** Registers the calls for the holder of an emailed link. They need no session. */
function registerLinks(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.readInvitation,
    async ({ body }) => presentOpenInvitation(await readInvitation(context, body.token)),
    { cellOf: ({ body }) => cellOfLink(context, body.token), limits: LINKS },
  );
  route(
    app,
    context,
    endpoints.acceptInvitation,
    async ({ body, request, requestId }) => {
      const { confirmPassword: _, ...given } = body;
      const visitor = visitorOf(request);
      const { token, person } = await acceptInvitation(context, { ...given, visitor, requestId });
      return { token, ...presentProfile(person) };
    },
    { cellOf: ({ body }) => cellOfLink(context, body.token), limits: LINKS },
  );
}
