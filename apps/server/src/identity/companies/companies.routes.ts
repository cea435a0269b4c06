import { companiesEndpoints } from "@tessera/contract/identity/companies.endpoints";
import type { FastifyInstance } from "fastify";
import { cellOfLink } from "../../platform/cells/cell-of-link.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { acceptanceOrigin } from "../legal/index.ts";
import { visitorOf } from "../sessions/index.ts";
import { acceptInvitation, readInvitation } from "./accept-invitation.ts";
import { presentOpenInvitation, presentOwnCompany } from "./companies.presenter.ts";
import { createCompany } from "./create-company.ts";
import { acceptHandover, declineHandover } from "./hand-over.ts";
import { leaveCompany } from "./leave-company.ts";
import { openSessionForCompany } from "./open-session.ts";
import { listOwnCompanies } from "./read-companies.ts";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const on = companiesEndpoints;

/** Registers the calls that people make about the companies that they are members of. */
export function registerCompaniesRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    on.listCompanies,
    async ({ session, query }) => {
      const { data, nextCursor } = await listOwnCompanies(context, session, query);
      return { data: data.map(presentOwnCompany), nextCursor };
    },
    { limits: [{ bucket: "companies", max: 120, windowSeconds: MINUTE, by: "customer" }] },
  );
  route(
    app,
    context,
    on.createCompany,
    async ({ session, body, idempotencyKey, ip, request, requestId }) => {
      const origin = acceptanceOrigin(ip, request.headers["user-agent"]);
      const given = { session, body, origin, idempotencyKey, requestId };
      return presentOwnCompany(await createCompany(context, given));
    },
    {
      movesNoMoney: true,
      limits: [{ bucket: "company-create", max: 10, windowSeconds: DAY, by: "customer" }],
    },
  );
  route(
    app,
    context,
    on.openCompanySession,
    ({ session, params, request, requestId }) => {
      const customerId = parseId("cus", params.id);
      const visitor = visitorOf(request);
      return openSessionForCompany(context, { session, customerId, visitor, requestId });
    },
    { limits: [{ bucket: "company-session", max: 60, windowSeconds: MINUTE, by: "customer" }] },
  );
  registerMembership(app, context);
  registerInvitations(app, context);
}

const CHANGES = {
  limits: [{ bucket: "own-membership", max: 60, windowSeconds: HOUR, by: "customer" }],
} as const;

function registerMembership(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    on.leaveCompany,
    async ({ session, params, requestId }) => {
      const customerId = parseId("cus", params.id);
      await leaveCompany(context, { session, customerId, requestId });
      return undefined;
    },
    CHANGES,
  );
  route(
    app,
    context,
    on.acceptOwnership,
    async ({ session, params, requestId }) => {
      const customerId = parseId("cus", params.id);
      return presentOwnCompany(await acceptHandover(context, { session, customerId, requestId }));
    },
    CHANGES,
  );
  route(
    app,
    context,
    on.declineOwnership,
    async ({ session, params, requestId }) => {
      const customerId = parseId("cus", params.id);
      await declineHandover(context, { session, customerId, requestId });
      return undefined;
    },
    CHANGES,
  );
}

function registerInvitations(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    on.readMemberInvitation,
    async ({ body }) => presentOpenInvitation(await readInvitation(context, body.invitation)),
    {
      cellOf: ({ body }) => cellOfLink(context, body.invitation),
      limits: [{ bucket: "member-link", max: 20, windowSeconds: HOUR, by: "ip" }],
    },
  );
  route(
    app,
    context,
    on.acceptMemberInvitation,
    async ({ session, body, requestId }) =>
      presentOwnCompany(
        await acceptInvitation(context, { session, token: body.invitation, requestId }),
      ),
    { limits: [{ bucket: "member-accept", max: 20, windowSeconds: HOUR, by: "customer" }] },
  );
}
