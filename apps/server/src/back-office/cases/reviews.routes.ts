import { reviewsEndpoints } from "@tessera/contract/back-office/reviews.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { fileOf } from "../../platform/files/route-file.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { answerCase } from "./decisions/answer-case.ts";
import { appealCase } from "./decisions/appeal-case.ts";
import { withdrawCase } from "./decisions/end-case.ts";
import type { CustomerAct } from "./decisions/own-case.ts";
import { readOwnDocument } from "./documents/read-document.ts";
import { sendDocument } from "./documents/send-document.ts";
import { getOwnCase, getReview } from "./get-review.ts";
import { listReviews } from "./list-reviews.ts";

const HOUR = 3_600;
const DAY = 86_400;
const UPLOADS = [
  { bucket: "review-upload", max: 60, windowSeconds: HOUR, by: "customer" },
] as const;
const DOWNLOADS = [
  { bucket: "review-download", max: 120, windowSeconds: 600, by: "customer" },
] as const;
const ANSWERS = [
  { bucket: "review-answer", max: 60, windowSeconds: HOUR, by: "customer" },
  // Limited because reading a case returns all of its steps.
  { bucket: "review-answer-day", max: 120, windowSeconds: DAY, by: "customer" },
] as const;
function actOf(call: { readonly session: Session; readonly requestId: string }): CustomerAct {
  const { customerId, username } = call.session;
  return { customerId, username, requestId: call.requestId };
}

/** Registers the customer's calls for held items. */
export function registerReviewsRoutes(app: FastifyInstance, context: AppContext): void {
  const on = reviewsEndpoints;
  route(app, context, on.listReviews, ({ session, query }) =>
    listReviews(context, { customerId: session.customerId, query }),
  );
  route(app, context, on.getReview, ({ session, params }) =>
    getReview(context, session.customerId, params.id),
  );
  route(
    app,
    context,
    on.sendDocument,
    async (call) => {
      const { item = "other", name = "document" } = call.query;
      const id = parseId("case", call.params.id);
      const { bytes } = fileOf(call.request);
      await sendDocument(context, { id, item, name, bytes, by: actOf(call) });
      return getOwnCase(context, call.session.customerId, id);
    },
    { limits: UPLOADS },
  );
  route(
    app,
    context,
    on.getReviewDocument,
    async ({ session, params, reply }) => {
      const id = parseId("doc", params.id);
      const { headers, body } = await readOwnDocument(context, session.customerId, id);
      reply.headers(headers);
      return body;
    },
    { limits: DOWNLOADS },
  );
  registerAnswers(app, context);
}

function registerAnswers(app: FastifyInstance, context: AppContext): void {
  const on = reviewsEndpoints;
  const options = { limits: ANSWERS };
  route(
    app,
    context,
    on.answerReviewQuestion,
    async (call) => {
      const id = parseId("case", call.params.id);
      await answerCase(context, { id, text: call.body.text, by: actOf(call) });
      return getOwnCase(context, call.session.customerId, id);
    },
    options,
  );
  route(
    app,
    context,
    on.withdrawReview,
    async (call) => {
      const id = parseId("case", call.params.id);
      await withdrawCase(context, { id, by: actOf(call) });
      return getOwnCase(context, call.session.customerId, id);
    },
    options,
  );
  route(
    app,
    context,
    on.appealReview,
    async (call) => {
      const id = parseId("case", call.params.id);
      await appealCase(context, { id, text: call.body.text, by: actOf(call) });
      return getOwnCase(context, call.session.customerId, id);
    },
    options,
  );
}
