import { randomBytes } from "node:crypto";
import { newId } from "../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "./cards-app.ts";
import { expectStatus, SEGMENTS } from "./test-cards.ts";

/** A minimal PNG image. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Returns a one-page PDF that differs on every call. */
export function testPdf(): Buffer {
  const name = randomBytes(8).toString("hex");
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n` +
      `2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Name(${name})>>endobj\n` +
      `trailer<</Root 1 0 R>>\n%%EOF\n`,
  );
}

/** Uploads a receipt. */
export function uploadTestReceipt(
  app: CardsApp,
  customer: TestCustomer,
  {
    bytes = testPdf(),
    type = "application/pdf",
    query = { name: "receipt.pdf" },
  }: {
    readonly bytes?: Buffer;
    readonly type?: string;
    readonly query?: Record<string, string>;
  } = {},
): Promise<Answer> {
  return app.call(customer, `POST /api/receipts?${new URLSearchParams(query)}`, bytes, {
    headers: { "content-type": type },
  });
}

/** Flags a customer, so that all their later requests are reviewed. */
export async function flag(app: CardsApp, customer: TestCustomer): Promise<void> {
  const { db, clock } = app.context;
  await db.sql`
    insert into review_flag (customer_id, reason, flagged_by, flagged_at)
    values (${customer.customerId}, 'test', 'test', ${clock.now()}) on conflict do nothing`;
}

/** Applies for a card as a flagged customer. */
export function applyFlagged(
  app: CardsApp,
  customer: TestCustomer,
  key: string = newId(),
): Promise<Answer> {
  const body = {
    segmentId: SEGMENTS.mastercardStandardUsd,
    nickname: "Ads",
    billingAddress: "auto",
    openingFee: "1.50",
  };
  return app.call(customer, "POST /api/card-applications", body, { key });
}

/** Creates a card application that is under review, and returns the id of its case. */
export async function openTestCase(app: CardsApp, customer: TestCustomer): Promise<string> {
  await flag(app, customer);
  expectStatus(await applyFlagged(app, customer), 201);
  const { body } = await app.call(customer, "GET /api/reviews?kind=card_application&turn=us");
  return body.data[0].id;
}

/** Uploads a file to a case. */
export function sendTestDocument(
  app: CardsApp,
  customer: TestCustomer,
  id: string,
  {
    bytes = testPdf(),
    name = "document.pdf",
    item = "identity",
  }: { readonly bytes?: Buffer; readonly name?: string; readonly item?: string } = {},
): Promise<Answer> {
  const query = new URLSearchParams({ name, item });
  return app.call(customer, `POST /api/reviews/${id}/documents?${query}`, bytes, {
    headers: { "content-type": "application/octet-stream" },
  });
}
