import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClamdDouble, startClamdDouble, TEST_VIRUS } from "../../testing/clamd-double.ts";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";

let clamd: ClamdDouble;
let app: TestApp;
let customer: TestCustomer;
beforeAll(async () => {
  clamd = await startClamdDouble();
  app = await createTestApp({ env: { VIRUS_SCAN: "clamav", CLAMAV_ADDRESS: clamd.address } });
  customer = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await clamd.close();
});

function upload(text: string, to: TestApp = app, { token } = customer) {
  return to.call("POST", "/api/support/attachments", {
    token,
    body: Buffer.from(text),
    headers: { "content-type": "text/plain" },
  });
}

describe("uploads with a virus scanner", () => {
  test("accept a clean file, and reject an infected one without naming the virus", async () => {
    expect((await upload("a receipt")).status).toBe(201);
    const refused = await upload(`a text with ${TEST_VIRUS}`);
    expect([refused.status, refused.json.code]).toEqual([400, "file_infected"]);
    expect(refused.text).not.toContain("Eicar");
  });

  test("reject a file with 503 if the scanner gives no verdict", async () => {
    clamd.answers.push("INSTREAM size limit exceeded. ERROR");
    const refused = await upload("a receipt");
    expect([refused.status, refused.json.code]).toEqual([503, "virus_scan_unavailable"]);
    expect(refused.headers["retry-after"]).toBe("30");
    const [kept] = await app.context.db.sql<{ count: bigint }[]>`
      select count(*) from support_attachment`;
    const before = kept?.count;
    await clamd.close();
    expect((await upload("a receipt")).json.code).toBe("virus_scan_unavailable");
    const [after] = await app.context.db.sql<{ count: bigint }[]>`
      select count(*) from support_attachment`;
    expect(after?.count).toBe(before);
  });
});

test("a server without a virus scanner logs that uploads are not scanned", async () => {
  const unscanned = await createTestApp();
  expect(unscanned.logs.some((line) => line.includes("VIRUS_SCAN=off"))).toBe(true);
  expect(app.logs.some((line) => line.includes("VIRUS_SCAN=off"))).toBe(false);
  await unscanned.close();
});
