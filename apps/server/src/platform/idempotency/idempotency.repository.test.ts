import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { newId } from "../ids.ts";
import { findAnswers, forgetAnswers, storeAnswers } from "./idempotency.repository.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

it("idempotency retention: deletes only responses older than a set number of days", async () => {
  const { db } = test.context;
  const scope = { owner: newId(), operation: "POST /tested", key: "first" };
  const answer = { fingerprint: "0".repeat(64), status: 201, body: "{}" };
  await storeAnswers(db, [{ ...scope, ...answer }]);
  await forgetAnswers(db, 1);
  expect(await findAnswers(db, [scope])).toEqual([answer]);
  await forgetAnswers(db, 0);
  expect(await findAnswers(db, [scope])).toEqual([null]);
});

it("storeAnswers: keeps the first response under a key, and returns the stored one", async () => {
  const { db } = test.context;
  const scope = { owner: newId(), operation: "POST /tested", key: "twice" };
  const first = { fingerprint: "0".repeat(64), status: 201, body: '{"quoteId":"first"}' };
  const second = { ...first, body: '{"quoteId":"second"}' };
  expect(await storeAnswers(db, [{ ...scope, ...first }])).toMatchObject([first]);
  const other = { ...scope, key: "other", ...second };
  expect(await storeAnswers(db, [{ ...scope, ...second }, other])).toMatchObject([first, second]);
  expect(await findAnswers(db, [scope])).toEqual([first]);
});
