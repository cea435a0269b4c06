import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  readCard,
  type TestCard,
} from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());

async function newCard() {
  const customer = await app.newCustomer();
  return { customer, card: await openCard(app, customer) };
}

const label = (customer: TestCustomer, card: Pick<TestCard, "id">, body: object) =>
  app.call(customer, `PUT /api/cards/${card.id}/label`, body);

const listed = async (customer: TestCustomer, query = "") => {
  const answer = await app.call(customer, `GET /api/cards${query}`);
  return (expectStatus(answer, 200).body.data as { id: string }[]).map(({ id }) => id);
};

describe("a card's label", () => {
  test("is set with its tags, and shown on the card and in its owner's audit log", async () => {
    const { customer, card } = await newCard();
    const set = await label(customer, card, { nickname: "Ads", tags: ["Marketing", "Q4"] });
    expect(expectStatus(set, 200).body).toMatchObject({
      nickname: "Ads",
      tags: ["Marketing", "Q4"],
      revision: 2,
    });
    expect(await readCard(app, customer, card)).toMatchObject({ nickname: "Ads" });
    const cleared = await label(customer, card, { nickname: null, tags: [] });
    expect(cleared.body).toMatchObject({ nickname: null, tags: [], revision: 3 });
    const { body } = await app.call(customer, "GET /api/logs?category=card");
    const [entry] = body.data.filter((one: { act: string }) => one.act === "card.label");
    const detail = await app.call(customer, `GET /api/logs/${entry.id}`);
    expect(detail.body.changes).toEqual([
      { field: "name", from: "Ads", to: null },
      { field: "tags", from: "Marketing, Q4", to: null },
    ]);
  });

  test("keeps each tag only once, ignoring case, width and spaces", async () => {
    const { customer, card } = await newCard();
    const tags = ["  Ad   spend ", "ad spend", "ＡＤ SPEND", "Travel"];
    const set = await label(customer, card, { nickname: null, tags });
    expect(set.body.tags).toEqual(["Ad spend", "Travel"]);
  });

  test("contains no characters that are invisible or that change the text direction", async () => {
    const { customer, card } = await newCard();
    const body = { nickname: "pay\u202epal\u200b", tags: ["a\u2066ds\u2069"] };
    expect((await label(customer, card, body)).body).toMatchObject({
      nickname: "paypal",
      tags: ["ads"],
    });
  });

  test.each([
    [{ nickname: "", tags: [] }, "nickname"],
    [{ nickname: "\u200b", tags: [] }, "nickname"],
    [{ nickname: "x".repeat(41), tags: [] }, "nickname"],
    [{ nickname: "a\nb", tags: [] }, "nickname"],
    [{ nickname: "a" }, "tags"],
    [{ tags: [] }, "nickname"],
    [{ nickname: null, tags: ["x".repeat(25)] }, "tags.0"],
    [{ nickname: null, tags: [" "] }, "tags.0"],
    [{ nickname: null, tags: [7] }, "tags.0"],
    [{ nickname: null, tags: "ads" }, "tags"],
    [{ nickname: null, tags: Array.from({ length: 9 }, (_, n) => `t${n}`) }, "tags"],
    [{ nickname: null, tags: [], revision: 0 }, "revision"],
    [{ nickname: null, tags: [], status: "closed" }, "status"],
  ])("is rejected for %j with the name of the field", async (body, path) => {
    const { customer, card } = await newCard();
    const refused = await label(customer, card, body);
    expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, path]);
    expect(await readCard(app, customer, card)).toMatchObject({ revision: 1 });
  });

  test("is saved by only one of two editors who have seen the same revision", async () => {
    const { customer, card } = await newCard();
    const answers = await Promise.all(
      ["One", "Two"].map((nickname) => label(customer, card, { nickname, tags: [], revision: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("card_changed");
    const saved = answers.find(({ status }) => status === 200)?.body.nickname;
    expect(await readCard(app, customer, card)).toMatchObject({ nickname: saved, revision: 2 });
  });

  test("is not changed by setting the same label again, even with the old revision", async () => {
    const { customer, card } = await newCard();
    const body = { nickname: "Ads", tags: ["One"], revision: 1 };
    await label(customer, card, body);
    expect((await label(customer, card, body)).body.revision).toBe(2);
  });

  test("cannot be changed by another customer", async () => {
    const { card } = await newCard();
    const stranger = await app.newCustomer();
    const refused = await label(stranger, card, { nickname: "Mine", tags: [] });
    expect(refused.status).toBe(404);
  });
});

describe("card tags", () => {
  test("filter the customer's cards and movements, ignoring case", async () => {
    const customer = await app.newCustomer();
    const [ads, travel] = [await openCard(app, customer), await openCard(app, customer)];
    await label(customer, ads, { nickname: null, tags: ["Ads", "EU"] });
    await label(customer, travel, { nickname: null, tags: ["Travel"] });
    expect(await listed(customer, "?tag=ADS")).toEqual([ads.id]);
    expect(await listed(customer, "?tag=none")).toEqual([]);
    for (const card of [ads, travel]) {
      await fund(app, customer, card, 1_000n);
      await network(app, "authorize", card, { amount: "1.00" });
    }
    const found = await app.call(customer, "GET /api/transactions?cardTag=eu&kind=purchase");
    expect(found.body.data.map((one: { cardId: string }) => one.cardId)).toEqual([ads.id]);
    const none = await app.call(customer, "GET /api/transactions?cardTag=none");
    expect(none.body.data).toEqual([]);
    const [first] = await listed(customer, "?tag=ads&limit=1");
    expect(first).toBe(ads.id);
  });

  test("are listed with the number of cards that have them, and only to their owner", async () => {
    const customer = await app.newCustomer();
    const [one, two] = [await openCard(app, customer), await openCard(app, customer)];
    await label(customer, one, { nickname: null, tags: ["Ads", "测试"] });
    await label(customer, two, { nickname: null, tags: ["ads"] });
    const tags = await app.call(customer, "GET /api/card-tags");
    expect(expectStatus(tags, 200).body).toEqual({
      data: [
        { tag: "ads", cards: 2 },
        { tag: "测试", cards: 1 },
      ],
      nextCursor: null,
    });
    const other = await app.call(await app.newCustomer(), "GET /api/card-tags");
    expect(other.body.data).toEqual([]);
  });

  test("move to the replacement card along with the nickname and the owner's limits", async () => {
    const { customer, card } = await newCard();
    await label(customer, card, { nickname: "Ads", tags: ["Ads"] });
    const limits = { perTransaction: "5.00", daily: null, monthly: "20.00" };
    expectStatus(await app.call(customer, `PUT /api/cards/${card.id}/limits`, limits), 200);
    const replaced = await app.call(
      customer,
      `POST /api/cards/${card.id}/replace`,
      { reason: "lost" },
      { key: "replace-it", headers: { "x-proof": await app.prove(customer) } },
    );
    expect(replaced.body.card).toMatchObject({
      nickname: "Ads",
      tags: ["Ads"],
      ownLimits: limits,
    });
  });
});
