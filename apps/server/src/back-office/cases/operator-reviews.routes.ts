import { reviewsEndpoints } from "@tessera/contract/back-office/reviews.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { approveCase } from "./decisions/approve-case.ts";
import { askCustomer } from "./decisions/ask-customer.ts";
import { assignCase } from "./decisions/assign-case.ts";
import { noteCase } from "./decisions/note-case.ts";
import { rejectCase } from "./decisions/reject-case.ts";
import { readDocumentAsOperator } from "./documents/read-document.ts";
import { flagCustomer } from "./flag-customer.ts";
import { getOperatorCase, getOperatorReview } from "./get-operator-review.ts";
import {
  addQueues,
  listOperatorReviews,
  REVIEWS_LIMIT,
  readQueues,
} from "./list-operator-reviews.ts";
import type { Decider } from "./review-case.ts";

const on = reviewsEndpoints;

function deciderOf(call: { readonly session: Session; readonly requestId: string }): Decider {
  const { userId: operatorId, username: actor, role } = call.session;
  return { operatorId, actor, role, requestId: call.requestId };
}

/** Registers the operators' calls for held items. */
export function registerOperatorReviewsRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    on.listReviewQueues,
    (call) => readQueues(context, { query: call.query, by: deciderOf(call) }),
    {
      overCells: {
        add: (answers) => ({
          data: addQueues(answers.map(({ body }) => body.data)),
          nextCursor: answers[0]?.body.nextCursor ?? null,
        }),
      },
    },
  );
  route(
    app,
    context,
    on.listAdminReviews,
    (call) => listOperatorReviews(context, { query: call.query, by: deciderOf(call) }),
    {
      overCells: {
        orderOf: ({ query }) =>
          query.kind === "payment" || query.stage === "done" ? ["desc", "desc"] : ["asc", "asc"],
        defaultLimit: REVIEWS_LIMIT,
      },
    },
  );
  route(app, context, on.getAdminReview, (call) =>
    getOperatorReview(context, call.params.id, deciderOf(call)),
  );
  route(app, context, on.getAdminReviewDocument, async (call) => {
    const id = parseId("doc", call.params.id);
    const { headers, body } = await readDocumentAsOperator(context, id, deciderOf(call));
    call.reply.headers(headers);
    return body;
  });
  route(app, context, on.flagCustomer, (call) => {
    const customerId = parseId("cus", call.body.customerId);
    return flagCustomer(context, { ...call.body, customerId, by: deciderOf(call) });
  });
  registerHandling(app, context);
  registerDecisions(app, context);
}

function registerHandling(app: FastifyInstance, context: AppContext): void {
  route(app, context, on.assignReview, async (call) => {
    const by = deciderOf(call);
    const { id } = await assignCase(context, {
      id: parseId("case", call.params.id),
      takes: true,
      by,
    });
    return getOperatorCase(context, id, by);
  });
  route(app, context, on.unassignReview, async (call) => {
    const by = deciderOf(call);
    const { id } = await assignCase(context, {
      id: parseId("case", call.params.id),
      takes: false,
      by,
    });
    return getOperatorCase(context, id, by);
  });
  route(app, context, on.noteReview, async (call) => {
    const by = deciderOf(call);
    const { text } = call.body;
    const { id } = await noteCase(context, { id: parseId("case", call.params.id), text, by });
    return getOperatorCase(context, id, by);
  });
  route(app, context, on.askReview, async (call) => {
    const by = deciderOf(call);
    const { revision, items, note, days } = call.body;
    const id = parseId("case", call.params.id);
    const row = await askCustomer(context, { id, revision, items, note, days, by });
    return getOperatorCase(context, row.id, by);
  });
}

function registerDecisions(app: FastifyInstance, context: AppContext): void {
  route(app, context, on.approveCase, async (call) => {
    const by = deciderOf(call);
    const id = parseId("case", call.params.id);
    const row = await approveCase(context, { id, revision: call.body.revision, by });
    return getOperatorCase(context, row.id, by);
  });
  route(app, context, on.rejectCase, async (call) => {
    const by = deciderOf(call);
    const id = parseId("case", call.params.id);
    const row = await rejectCase(context, { id, ...call.body, by });
    return getOperatorCase(context, row.id, by);
  });
}
