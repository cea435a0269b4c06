import { receiptsEndpoints } from "@tessera/contract/insights/receipts.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { fileOf } from "../../platform/files/route-file.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { attachReceipt, deleteReceipt, detachReceipt, setReceiptFacts } from "./change-receipt.ts";
import { getPaymentPapers, getReceipt, listReceipts, readReceiptFile } from "./read-receipts.ts";
import { setPaymentNote } from "./set-payment-note.ts";
import { uploadReceipt } from "./upload-receipt.ts";

const HOUR = 3_600;
const UPLOADS = [
  { bucket: "receipt-upload", max: 200, windowSeconds: HOUR, by: "customer" },
] as const;
const DOWNLOADS = [
  { bucket: "receipt-download", max: 240, windowSeconds: 600, by: "customer" },
] as const;
const CHANGES = [
  { bucket: "receipt-change", max: 600, windowSeconds: HOUR, by: "customer" },
] as const;

/** Registers the calls for receipts and for notes about payments. */
export function registerReceiptsRoutes(app: FastifyInstance, context: AppContext): void {
  const on = receiptsEndpoints;
  route(app, context, on.listReceipts, ({ session, query }) =>
    listReceipts(context, session.customerId, query),
  );
  route(app, context, on.getReceipt, ({ session, params, locale }) => {
    const named = { customerId: session.customerId, id: parseId("rcp", params.id) };
    return getReceipt(context, named, locale);
  });
  route(
    app,
    context,
    on.getReceiptFile,
    async ({ session, params, reply }) => {
      const named = { customerId: session.customerId, id: parseId("rcp", params.id) };
      const { headers, body } = await readReceiptFile(context, named);
      reply.headers(headers);
      return body;
    },
    { limits: DOWNLOADS },
  );
  route(app, context, on.getPaymentPapers, ({ session, params }) =>
    getPaymentPapers(context, {
      customerId: session.customerId,
      movementId: parseId("mov", params.id),
    }),
  );
  registerChanges(app, context);
}

function registerChanges(app: FastifyInstance, context: AppContext): void {
  const on = receiptsEndpoints;
  const limits = { limits: CHANGES };
  route(
    app,
    context,
    on.uploadReceipt,
    ({ session, query, request }) => {
      const { name = "receipt", movementId } = query;
      const payment =
        movementId === undefined ? undefined : { movementId: parseId("mov", movementId) };
      return uploadReceipt(context, { by: session, name, payment, ...fileOf(request) });
    },
    { limits: UPLOADS },
  );
  route(
    app,
    context,
    on.setReceiptFacts,
    ({ session, params, body, locale }) => {
      const named = { customerId: session.customerId, id: parseId("rcp", params.id) };
      return setReceiptFacts(context, named, { body, locale });
    },
    limits,
  );
  const links = [
    [on.attachReceipt, attachReceipt],
    [on.detachReceipt, detachReceipt],
  ] as const;
  for (const [endpoint, change] of links) {
    route(
      app,
      context,
      endpoint,
      ({ session, params, body }) =>
        change(context, {
          customerId: session.customerId,
          userId: session.userId,
          id: parseId("rcp", params.id),
          movementId: parseId("mov", body.movementId),
        }),
      limits,
    );
  }
  route(
    app,
    context,
    on.deleteReceipt,
    async ({ session, params, requestId }) => {
      const named = { customerId: session.customerId, id: parseId("rcp", params.id) };
      await deleteReceipt(context, named, { session, requestId });
      return undefined;
    },
    limits,
  );
  route(
    app,
    context,
    on.setPaymentNote,
    ({ session, params, body }) => {
      const movementId = parseId("mov", params.id);
      const { customerId, userId } = session;
      return setPaymentNote(context, { customerId, userId, movementId }, body);
    },
    limits,
  );
}
