import * as endpoints from "@tessera/contract/back-office/customers.endpoints";
import type { FastifyInstance } from "fastify";
import { listCards } from "../../cards/lifecycle/index.ts";
import { listAcceptances, presentAcceptances } from "../../identity/legal/index.ts";
import { listMovements } from "../../insights/bills/index.ts";
import { readInsight } from "../../insights/risk-insight/index.ts";
import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { listAudit } from "../audit-log/index.ts";
import { registerCorrectionsRoutes } from "./adjustments.routes.ts";
import { proposeFactorReset } from "./factor-resets/propose-factor-reset.ts";
import { getCustomer } from "./get-customer.ts";
import { getCustomerMovement } from "./get-customer-movement.ts";
import { CUSTOMERS_LIMIT, listCustomers } from "./list-customers.ts";
import { addNote } from "./notes/add-note.ts";
import { listNotes } from "./notes/list-notes.ts";
import { setSuspended } from "./set-suspended.ts";
import { type CustomerViewer, viewCustomer } from "./view-customer.ts";

/** More searches than anyone would type, but too few to copy the entire customer list. */
const SEARCHES = [{ bucket: "customers", max: 120, windowSeconds: 60, by: "customer" }] as const;

/** Limited because each reset sends an email to a customer. */
const RESETS = [{ bucket: "factor-reset", max: 30, windowSeconds: 3_600, by: "customer" }] as const;

function viewerOf(call: {
  readonly session: Session;
  readonly requestId: string;
  readonly params: { readonly id: string };
}): CustomerViewer {
  return { session: call.session, requestId: call.requestId, id: call.params.id };
}

/** Registers the operators' calls for customers. */
export function registerCustomersRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, endpoints.listCustomers, ({ query }) => listCustomers(context, query), {
    limits: SEARCHES,
    overCells: { orderOf: () => ["desc"], defaultLimit: CUSTOMERS_LIMIT },
  });
  route(app, context, endpoints.getCustomer, (call) => getCustomer(context, viewerOf(call)));
  registerReading(app, context);
  route(app, context, endpoints.listCustomerNotes, (call) =>
    listNotes(context, { ...viewerOf(call), query: call.query }),
  );
  route(app, context, endpoints.addCustomerNote, (call) =>
    addNote(context, {
      ...viewerOf(call),
      text: call.body.text,
      idempotencyKey: call.idempotencyKey,
    }),
  );
  route(app, context, endpoints.suspendCustomer, (call) =>
    setSuspended(context, viewerOf(call), { suspended: true, ...call.body }),
  );
  route(app, context, endpoints.restoreCustomer, (call) =>
    setSuspended(context, viewerOf(call), { suspended: false, ...call.body }),
  );
  route(
    app,
    context,
    endpoints.resetCustomerFactors,
    (call) => proposeFactorReset(context, viewerOf(call), call.body),
    { limits: RESETS },
  );
  registerCorrectionsRoutes(app, context);
}

/** Registers the calls that operators use to read what customers can see about themselves. */
function registerReading(app: FastifyInstance, context: AppContext): void {
  route(app, context, endpoints.listCustomerCards, async (call) => {
    const { id } = await viewCustomer(context, viewerOf(call));
    return listCards(context, { customerId: id, query: call.query, scope: "customer-cards" });
  });
  route(app, context, endpoints.listCustomerMovements, async (call) => {
    const { id: customerId } = await viewCustomer(context, viewerOf(call));
    const { locale, query } = call;
    const list = { list: "customer-movements", viewpoint: "account" } as const;
    return listMovements(context, { ...list, customerId, locale, query });
  });
  route(app, context, endpoints.getCustomerMovement, (call) => {
    const { locale, query } = call;
    const { customerId } = query;
    return getCustomerMovement(context, { viewer: viewerOf(call), customerId, locale });
  });
  route(app, context, endpoints.getCustomerRisk, async (call) => {
    const { id: customerId } = await viewCustomer(context, viewerOf(call));
    return readInsight(context, { customerId, query: call.query });
  });
  route(app, context, endpoints.listCustomerAcceptances, async (call) => {
    const { id: customerId } = await viewCustomer(context, viewerOf(call));
    const { query } = call;
    return presentAcceptances(await listAcceptances(context, { customerId, query }));
  });
  route(app, context, endpoints.listCustomerRecords, async (call) => {
    await viewCustomer(context, viewerOf(call));
    const { locale, query, params } = call;
    return listAudit(context, { locale, query: { ...query, customerId: params.id } });
  });
}
