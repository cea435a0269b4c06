import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCustomer } from "../../../testing/cards-app.ts";
import { expectStatus } from "../../../testing/test-cards.ts";
import { openTestCase, PNG, sendTestDocument, testPdf } from "../../../testing/test-reviews.ts";
import { type CaseDesk, openCaseDesk } from "../reviews.fixtures.ts";

let desk: CaseDesk;
beforeAll(async () => {
  desk = await openCaseDesk();
});
afterAll(() => desk?.close());

describe("a review document", () => {
  let customer: TestCustomer;
  let id: string;
  beforeAll(async () => {
    customer = await desk.app.newCustomer();
    id = await openTestCase(desk.app, customer);
  });

  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  const gif = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");
  const program = (name: string) =>
    Buffer.from(
      testPdf().toString().replace("<</Type/Catalog", `<</Type/Catalog/OpenAction<</S/${name}>>`),
    );
  test.each([
    ["empty", Buffer.alloc(0), "a.png", 400, "file_empty"],
    ["larger than 5 MB", Buffer.alloc(5_242_881), "a.png", 413, "file_too_large"],
    ["HTML named PNG", html, "a.png", 415, "file_type_differs"],
    ["HTML by its own name", html, "a.html", 415, "file_type_unknown"],
    ["SVG", svg, "a.svg", 415, "file_type_unknown"],
    ["GIF", gif, "a.gif", 415, "file_type_unknown"],
    ["PDF named PNG", testPdf(), "a.png", 415, "file_type_differs"],
    ["PNG named PDF", PNG, "a.pdf", 415, "file_type_differs"],
    ["half a PNG", PNG.subarray(0, 40), "a.png", 400, "file_damaged"],
    ["PNG that is a page too", Buffer.concat([PNG, html]), "a.png", 400, "file_unsafe"],
    ["PNG that is a PDF too", Buffer.concat([PNG, testPdf()]), "a.png", 400, "file_unsafe"],
    [
      "PNG with an archive",
      Buffer.concat([PNG, Buffer.from("PK\x03\x04")]),
      "a",
      400,
      "file_unsafe",
    ],
    ["PDF with a program", program("JavaScript"), "a.pdf", 400, "file_unsafe"],
    ["PDF that spells it in codes", program("J#61va#53cript"), "a.pdf", 400, "file_unsafe"],
    ["PDF that says it before a NUL", program("JavaScript\u0000"), "a.pdf", 400, "file_unsafe"],
    ["PDF that says it before a comment", program("Launch%\n"), "a.pdf", 400, "file_unsafe"],
  ])("is rejected if it is %s", async (_what, bytes, name, status, code) => {
    const answer = await sendTestDocument(desk.app, customer, id, { bytes, name });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await desk.on.get(desk.ruth, id)).body).toMatchObject({ documents: [], revision: 1 });
  });

  test("is sealed, stored only once, and served only as an attachment", async () => {
    const bytes = testPdf();
    const name = 'Pass "1"\u00e9.pdf';
    const sent = expectStatus(await sendTestDocument(desk.app, customer, id, { bytes, name }), 201);
    const again = await sendTestDocument(desk.app, customer, id, { bytes, name });
    expect(again.body).toEqual(sent.body);
    const [document] = sent.body.documents;
    expect(document).toMatchObject({ name, type: "application/pdf", bytes: bytes.length });
    const [row] = await desk.app.context.db.sql<{ sealed: Buffer }[]>`
      select sealed from review_document where id = ${document.id.replace("doc_", "")}`;
    expect(row?.sealed.includes("%PDF")).toBe(false);

    const file = await desk.app.call(desk.ruth, `GET /api/admin/review-documents/${document.id}`);
    expect(file.text).toBe(bytes.toString());
    expect(file.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    expect(file.headers["content-disposition"]).toBe(
      "attachment; filename=\"Pass _1__.pdf\"; filename*=UTF-8''Pass%20%221%22%C3%A9.pdf",
    );
    const record = await desk.app.call(desk.omar, "GET /api/operator/audit?q=document");
    expect(record.text).toContain("case.document_read");
  });

  test("never gets a file name that an operating system would execute", async () => {
    const { bytes, name } = { bytes: testPdf(), name: "../statement.bat" };
    const sent = expectStatus(await sendTestDocument(desk.app, customer, id, { bytes, name }), 201);
    const document = sent.body.documents.at(-1);
    expect(document.name).toBe(".._statement.bat.pdf");
    const file = await desk.app.call(desk.ruth, `GET /api/admin/review-documents/${document.id}`);
    expect(file.headers["content-disposition"]).toContain('filename=".._statement.bat.pdf"');
  });

  test("returns 404 for another customer", async () => {
    const other = await desk.app.newCustomer();
    const { body } = await desk.app.call(customer, `GET /api/reviews/${id}`);
    const answer = await desk.app.call(other, `GET /api/review-documents/${body.documents[0].id}`);
    expect(answer.status).toBe(404);
    expect((await sendTestDocument(desk.app, other, id)).status).toBe(404);
  });

  test("is rejected by a call that does not accept files", async () => {
    const { statusCode } = await desk.app.app.server.inject({
      method: "POST",
      url: `/api/reviews/${id}/answer`,
      headers: {
        authorization: `Bearer ${customer.token}`,
        "content-type": "application/octet-stream",
      },
      payload: "text",
    });
    expect(statusCode).toBe(415);
  });
});
