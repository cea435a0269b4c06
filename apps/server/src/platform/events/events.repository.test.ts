import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { eventsAfter, forgetEvents, insertEvent } from "./events.repository.ts";

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test?.close());

it("event retention: deletes only events older than the specified number of hours", async () => {
  const { db } = test.context;
  const { customerId } = await test.signUp();
  const kept = async () => {
    const events = await eventsAfter(db, 0n, [customerId], 10);
    return events.map(({ topic }) => topic).filter((topic) => topic.startsWith("tested"));
  };
  await insertEvent(db, [customerId], "tested-1", {});
  await insertEvent(db, [customerId], "tested-2", {});
  await forgetEvents(db, 1);
  expect(await kept()).toEqual(["tested-1", "tested-2"]);
  await forgetEvents(db, 0);
  expect(await kept()).toEqual(["tested-2"]);
});
