import { companyMembersEndpoints } from "@tessera/contract/identity/company-members.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { changeMemberRole, removeMember } from "./change-member.ts";
import { askHandover, cancelHandover } from "./hand-over.ts";
import { inviteMember, withdrawInvitation } from "./invite-member.ts";
import { listInvitations, listMembers, readCompany } from "./read-companies.ts";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const READS = {
  limits: [{ bucket: "company-read", max: 300, windowSeconds: MINUTE, by: "customer" }],
} as const;
const CHANGES = {
  limits: [{ bucket: "company-members", max: 120, windowSeconds: HOUR, by: "customer" }],
} as const;

const on = companyMembersEndpoints;

/** Registers the calls that members make about the company for which they act. */
export function registerMembersRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, on.getCompany, ({ session }) => readCompany(context, session), READS);
  route(
    app,
    context,
    on.listMembers,
    ({ session, query }) => listMembers(context, session, query),
    READS,
  );
  route(
    app,
    context,
    on.changeMemberRole,
    ({ session, params, body, requestId }) => {
      const id = parseId("mem", params.id);
      return changeMemberRole(context, { session, id, ...body, requestId });
    },
    CHANGES,
  );
  route(
    app,
    context,
    on.removeMember,
    async ({ session, params, body, requestId }) => {
      const id = parseId("mem", params.id);
      await removeMember(context, { session, id, ...body, requestId });
      return undefined;
    },
    CHANGES,
  );
  registerInvitations(app, context);
  registerHandover(app, context);
}

function registerInvitations(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    on.listMemberInvitations,
    ({ session, query }) => listInvitations(context, session, query),
    READS,
  );
  route(
    app,
    context,
    on.inviteMember,
    ({ session, body, idempotencyKey, requestId }) =>
      inviteMember(context, { session, body, idempotencyKey, requestId }),
    {
      movesNoMoney: true,
      limits: [
        { bucket: "member-invite", max: 60, windowSeconds: DAY, by: "customer" },
        // Nobody can be flooded with mail by many companies.
        {
          bucket: "member-invite-address",
          max: 10,
          windowSeconds: DAY,
          by: ({ body }) => body.email,
        },
      ],
    },
  );
  route(
    app,
    context,
    on.withdrawMemberInvitation,
    async ({ session, params, requestId }) => {
      const id = parseId("miv", params.id);
      await withdrawInvitation(context, { session, id, requestId });
      return undefined;
    },
    CHANGES,
  );
}

function registerHandover(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    on.askHandover,
    ({ session, body, requestId }) => {
      const id = parseId("mem", body.memberId);
      return askHandover(context, { session, id, requestId });
    },
    CHANGES,
  );
  route(
    app,
    context,
    on.cancelHandover,
    async ({ session, requestId }) => {
      await cancelHandover(context, { session, requestId });
      return undefined;
    },
    CHANGES,
  );
}
