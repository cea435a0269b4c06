import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId } from "../../platform/ids.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus, network, step } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { type Drawing, drawingCard } from "../requests/draw.fixtures.ts";
import { deleteNotices } from "./notices.repository.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
  // Advances to the start of a day, so that no day ends during a test.
  app.clock.advance(86_401 - ((app.clock.now().getTime() / 1_000) % 86_400));
});
afterAll(async () => {
  await app.close();
});

const SUBJECT = "A merchant that you want kept paid was declined";
const ADS = { name: "GOOGLE *ADS 4711", mcc: "7311", country: "US" };
const SHOP = { name: "Muji", mcc: "5311", country: "JP" };

/** Opens an empty card whose owner wants Google Ads and Meta kept paid. */
function keptCard(): Promise<Drawing> {
  const keepAlive = { daily: "20.70", merchants: ["Google Ads", "Meta"] };
  return drawingCard(app, {}, { daily: null, keepAlive });
}

function buy({ card }: Drawing, amount: string, merchant = ADS, more: object = {}) {
  return network(app, "authorize", card, { amount, merchant, ...more });
}

async function mailsTo({ customer }: Drawing): Promise<readonly { subject: string }[]> {
  const { body } = await app.call(undefined, "GET /sandbox/mail.json");
  return body.data.filter(
    ({ to, subject }: { to: string; subject: string }) =>
      to === customer.email && subject === SUBJECT,
  );
}

async function expectMails(drawing: Drawing, count: number): Promise<void> {
  await expect.poll(() => mailsTo(drawing), { timeout: 60_000 }).toHaveLength(count);
}

async function noticesOf({ card }: Drawing): Promise<number> {
  const id = parseId("card", card.id) ?? "";
  const rows = await app.context.db.sql`select from keep_alive_notice where card_id = ${id}`;
  return rows.length;
}

describe("the owner of a card learns of a refused charge of a merchant to keep paid", () => {
  test("by an email with the amount and what to do, and not about other merchants", async () => {
    const kept = await keptCard();
    await buy(kept, "30.00", SHOP);
    await buy(kept, "30.00");
    const { subject, text } = await app.mailTo(kept.customer.email);
    expect(subject).toBe(SUBJECT);
    const last4 = kept.card.pan.slice(-4);
    expect(text).toContain(
      `GOOGLE *ADS 4711 requested 30.00 USD from your card ending in ${last4}`,
    );
    expect(text).toContain("Raise the daily maximum of the merchants to keep paid.");
    expect(text).toContain("Add money to the card, or to the account that it draws on.");
    expect(text).toContain(`/cards/${kept.card.id}`);
    await expectMails(kept, 1);
    expect(await noticesOf(kept)).toBe(1);
  });

  test("once a day for each merchant and reason, however often it is tried at once", async () => {
    const kept = await keptCard();
    const names = ["GOOGLE *ADS 4711", "Google Ads Ireland", "google ads", "GOOGLE ADS *4712"];
    await Promise.all(
      Array.from({ length: 64 }, (_, place) =>
        buy(kept, "30.00", { ...ADS, name: names[place % 4] ?? "" }),
      ),
    );
    expect(await noticesOf(kept)).toBe(1);
    await buy(kept, "30.00", { ...ADS, name: "META ADS" });
    expect(await noticesOf(kept)).toBe(2);
    expectStatus(await app.call(kept.customer, `POST /api/cards/${kept.card.id}/freeze`), 200);
    await buy(kept, "1.00");
    await buy(kept, "1.00");
    expect(await noticesOf(kept)).toBe(3);
    app.clock.advance(86_400);
    await buy(kept, "1.00");
    await expectMails(kept, 4);
    app.clock.advance(2 * 86_400);
    await deleteNotices(
      app.context.db.kysely,
      overBefore("keepAliveNotices", app.context.clock.now()),
    );
    expect(await noticesOf(kept)).toBe(0);
  });

  test("when an increment is refused, and when the card details are wrong", async () => {
    const kept = await keptCard();
    const { authorizationId } = await buy(kept, "10.00");
    const more = expectStatus(await step(app, "increment", authorizationId, "30.00"), 200).body;
    expect(more.approved).toBe(false);
    expect(await noticesOf(kept)).toBe(1);
    const wrong = kept.card.cvv === "123" ? "124" : "123";
    expect((await buy(kept, "1.00", ADS, { cvv: wrong })).code).toBe("cvv_mismatch");
    await expectMails(kept, 2);
  });

  test("but not when it is paid, nor about an account verification", async () => {
    const kept = await keptCard();
    expect((await buy(kept, "10.00")).approved).toBe(true);
    expectStatus(await app.call(kept.customer, `POST /api/cards/${kept.card.id}/freeze`), 200);
    expect((await buy(kept, "0.00")).approved).toBe(false);
    expect(await noticesOf(kept)).toBe(0);
  });
});
