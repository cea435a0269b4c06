import { SERVICE_COMPONENTS, STATUS_DAYS } from "@tessera/contract/back-office/status.schemas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { providers } from "../../adapters/providers/registry.ts";
import { replaceService } from "../../platform/service.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { readStatus, statusAnswer } from "./read-status.ts";
import { recordMinute } from "./record-minutes.ts";
import { deleteHours } from "./service-hours.repository.ts";

let app: CardsApp;
beforeAll(async () => {
  // The tests measure the minutes themselves.
  app = await withoutRepeatedJobs(() => createCardsApp());
  // Starts at the beginning of an hour, so that all minutes below fall within the same hour.
  const hourMs = 3_600_000;
  app.clock.advance(Math.ceil((hourMs - (app.clock.now().getTime() % hourMs)) / 1_000) + 1);
  await app.context.db.sql`delete from service_hour`;
});
afterAll(() => app.close());

/** Discards the response that is reused for ten seconds. */
function forgetAnswer(): void {
  replaceService(app.context, statusAnswer, { answer: undefined, freshUntilMs: 0 });
}

async function ask() {
  const { status, body } = await app.call(undefined, "GET /api/status");
  expect(status).toBe(200);
  return body;
}

const rows = () => app.context.db.sql`
  select component, measured, degraded, down from service_hour order by component`;

it("status: anyone can see that everything works and that there is no history yet", async () => {
  forgetAnswer();
  const { components, measuredAt, since } = await ask();
  expect(components).toEqual(
    SERVICE_COMPONENTS.map((component) => ({
      component,
      state: "operational",
      days: Array(STATUS_DAYS).fill(null),
      availability: null,
    })),
  );
  expect(Date.parse(measuredAt) - Date.parse(since)).toBeLessThan(STATUS_DAYS * 86_400_000);
});

it("status: a response is reused for a second call soon after", async () => {
  forgetAnswer();
  const first = await ask();
  app.clock.advance(2);
  expect(await ask()).toEqual(first);
});

it("status: a minute is counted only once, no matter how many servers measure it", async () => {
  await app.context.db.sql`delete from service_hour`;
  await Promise.all([recordMinute(app.context), recordMinute({ ...app.context })]);
  await recordMinute(app.context);
  expect(await rows()).toEqual(
    [...SERVICE_COMPONENTS].sort().map((component) => ({
      component,
      measured: 1,
      degraded: 0,
      down: 0,
    })),
  );
});

it("status: minutes when the database accepts no writes are recorded later, as down", async () => {
  const { context } = app;
  const lost = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const broken = new Proxy(context.db, {
    get(target, property) {
      if (property === "kysely") {
        throw lost;
      }
      return Reflect.get(target, property, target);
    },
  });
  await context.db.sql`delete from service_hour`;
  let isDown = false;
  const fragile = {
    ...context,
    get db() {
      return isDown ? broken : context.db;
    },
  };
  // Created before the outage, as on a real server.
  fragile.use(providers);
  isDown = true;
  app.clock.advance(60);
  await recordMinute(fragile);
  const during = await readStatus(fragile);
  expect(during.components.map(({ state }) => state)).toEqual(Array(5).fill("down"));
  isDown = false;
  app.clock.advance(60);
  await recordMinute(fragile);
  const counted = await rows();
  expect(counted).toHaveLength(5);
  for (const row of counted) {
    expect(row).toMatchObject({ measured: 2, degraded: 0, down: 1 });
  }
  forgetAnswer();
  const { components } = await ask();
  for (const { days, availability } of components) {
    expect(days.at(-1)).toBe(5_000);
    expect(availability).toBe(5_000);
  }
});

it("status: hours before the cutoff are deleted", async () => {
  await deleteHours(app.context.db.kysely, app.clock.now());
  expect(await rows()).toEqual([]);
});

it("status: a component without a provider is neither offered nor measured", async () => {
  const other = await createCardsApp({ CHAIN_PROVIDER: "none", NETWORK_PROVIDER: "none" });
  const { body } = await other.call(undefined, "GET /api/status");
  const stateOf = Object.fromEntries(
    body.components.map((one: { component: string; state: string }) => [one.component, one.state]),
  );
  expect(stateOf).toMatchObject({
    card_payments: "not_offered",
    deposits: "not_offered",
    mail: "operational",
  });
  await recordMinute(other.context);
  const counted = await other.context.db.sql<{ component: string }[]>`
    select distinct component from service_hour order by component`;
  expect(counted.map(({ component }) => component)).toEqual(["console", "mail", "payouts"]);
  await other.close();
});
