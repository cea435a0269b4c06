import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginSecurityHold } from "../../identity/security-hold/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { stopWebhooks } from "./disable-endpoints.ts";
import { activeWebhook, LOOPBACK, openReceiver, type Receiver } from "./webhooks.fixtures.ts";

let app: CardsApp;
let ada: TestCustomer;
let receiver: Receiver;

beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp(LOOPBACK));
}, 120_000);
afterAll(() => app.close());
beforeEach(async () => {
  [ada, receiver] = await Promise.all([app.newCustomer(), openReceiver()]);
});
afterEach(() => receiver.close());

/** Does what a “not me” link does. Sessions stay, as if somebody had signed in again. */
async function reportNotMe(): Promise<void> {
  const { customerId } = ada;
  await app.context.db.sql`insert into security_hold (id, customer_id, about_id, began_at)
    values (${newId()}, ${customerId}, ${newId()}, now())`;
  const alarm = { customerId, requestId: "test" };
  await inTransaction(app.context.db, (tx) => stopWebhooks(app.context, tx, alarm as never));
}

async function statusOf(id: string) {
  const [row] = await app.context.db.sql<{ status: string; because: string | null }[]>`
    select status, disabled_because as because from webhook_endpoint
    where id = ${parseId("whk", id) ?? ""}`;
  return row;
}

const verify = (id: string) => app.call(ada, `POST /api/webhooks/${id}/verify`);

describe("verifying an endpoint", () => {
  it("is refused during a security hold, and no challenge is sent", async () => {
    const { id } = await activeWebhook(app, ada, receiver);
    await reportNotMe();
    let challenges = 0;
    receiver.beforeEcho(async () => {
      challenges += 1;
    });
    const { status, body } = await verify(id);
    expect([status, body.code, challenges]).toEqual([409, "withdrawals_on_hold", 0]);
    expect(await statusOf(id)).toEqual({ status: "disabled", because: "alarm" });
  });

  it("does not turn on what “not me” turned off during the challenge", async () => {
    const { id } = await activeWebhook(app, ada, receiver);
    const { context } = app;
    receiver.beforeEcho(async () => {
      const alarm = { customerId: ada.customerId, aboutId: newId(), requestId: "test" };
      await inTransaction(context.db, async (tx) => {
        await beginSecurityHold(context, tx, alarm);
        await stopWebhooks(context, tx, alarm as never);
      });
    });
    const { status, body } = await verify(id);
    expect([status, body.code]).toEqual([409, "withdrawals_on_hold"]);
    expect(await statusOf(id)).toEqual({ status: "disabled", because: "alarm" });
  });

  it("does not turn on an endpoint that was disabled during the challenge", async () => {
    const { id } = await activeWebhook(app, ada, receiver);
    receiver.beforeEcho(async () => {
      await app.context.db.sql`
        update webhook_endpoint set status = 'disabled', disabled_because = 'gone'
        where id = ${parseId("whk", id) ?? ""}`;
    });
    const { body } = await verify(id);
    expect(body).toMatchObject({
      webhook: { status: "disabled", disabledBecause: "gone" },
      attempt: { kind: "challenge", outcome: "delivered" },
    });
    receiver.beforeEcho(async () => {});
    expect((await verify(id)).body.webhook.status).toBe("active");
  });
});
