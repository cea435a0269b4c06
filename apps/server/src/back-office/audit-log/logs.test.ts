import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { liftSuspension, suspendCustomer } from "../../identity/sessions/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, network, type TestCard } from "../../testing/test-cards.ts";
import { drafted, ruleOver, turn } from "../../testing/test-strategies.ts";
import { type Entry, FIREFOX, newStage, type Stage, signInFrom } from "./logs.fixtures.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());

async function logs(customer: TestCustomer, query = "", locale = "en"): Promise<Entry[]> {
  const headers = { "accept-language": locale };
  const answer = await app.call(customer, `GET /api/logs?limit=100&${query}`, undefined, {
    headers,
  });
  return expectStatus(answer, 200).body.data;
}

const proof = async (customer: TestCustomer) => ({
  headers: { "x-proof": await app.prove(customer) },
});

/** Every action and how to trigger it, with the actor that must be recorded for it. */
const ACTS: readonly [act: string, actor: string, play: (stage: Stage) => Promise<unknown>][] = [
  ["signed_in", "you", ({ customer }) => signInFrom(app, customer, customer.password, FIREFOX)],
  [
    "sign_in_failed",
    "visitor",
    ({ customer }) => signInFrom(app, customer, "not this one", FIREFOX),
  ],
  [
    "proof_failed",
    "you",
    ({ customer }) => app.call(customer, "POST /api/auth/proof", { password: "not this one" }),
  ],
  [
    "sessions_ended",
    "you",
    async ({ customer }) => {
      await signInFrom(app, customer, customer.password, FIREFOX);
      await app.call(customer, "POST /api/auth/sessions/end-others");
    },
  ],
  [
    "username_changed",
    "you",
    async ({ customer }) =>
      app.call(
        customer,
        "PUT /api/auth/username",
        { username: `n${newId().slice(-12)}` },
        await proof(customer),
      ),
  ],
  [
    "card.reveal",
    "you",
    async ({ customer, card }) =>
      app.call(customer, `POST /api/cards/${card.id}/reveal`, undefined, await proof(customer)),
  ],
  ["card.freeze", "you", ({ customer, card }) => freeze(customer, card)],
  [
    "card.unfreeze",
    "you",
    async ({ customer, card }) => {
      await freeze(customer, card);
      await app.call(customer, `POST /api/cards/${card.id}/unfreeze`);
    },
  ],
  [
    "card.freeze",
    "support",
    ({ support, card }) =>
      app.call(support, `POST /api/operator/cards/${card.id}/freeze`, {
        reason: "suspected_fraud",
      }),
  ],
  [
    "card.schedule",
    "you",
    ({ customer, card }) =>
      app.call(customer, `PUT /api/cards/${card.id}/schedule`, {
        windows: [{ days: ["mon"], from: "22:00", to: "06:00" }],
      }),
  ],
  [
    "card.label",
    "you",
    ({ customer, card }) =>
      app.call(customer, `PUT /api/cards/${card.id}/label`, { nickname: "Ads", tags: ["Ads"] }),
  ],
  [
    "card.limits",
    "you",
    ({ customer, card }) =>
      app.call(customer, `PUT /api/cards/${card.id}/limits`, {
        perTransaction: "5.00",
        daily: null,
        monthly: null,
      }),
  ],
  [
    "card.draw",
    "you",
    ({ customer, card }) =>
      app.call(customer, `PUT /api/cards/${card.id}/draw`, {
        draw: { daily: "5.00", feeBasisPoints: 350, merchants: null },
      }),
  ],
  [
    "card.auto_top_up",
    "you",
    ({ customer, card }) =>
      app.call(customer, `PUT /api/cards/${card.id}/auto-top-up`, {
        order: {
          trigger: { kind: "month", day: 31, hour: 9 },
          amount: { kind: "fixed", amount: "5.00" },
          ...{ monthlyCap: "50.00", endsOn: null, feeBasisPoints: 350 },
        },
      }),
  ],
  [
    "mandate.propose",
    "you",
    ({ customer }) =>
      app.call(
        customer,
        "POST /api/mandates",
        {
          ...{ merchant: "Adobe", ceiling: "5.00", currency: "USD", purpose: "One month" },
          until: new Date(app.context.clock.now().getTime() + 60_000).toISOString(),
        },
        { key: newId() },
      ),
  ],
  [
    "card.replace",
    "you",
    async ({ customer, card }) =>
      app.call(
        customer,
        `POST /api/cards/${card.id}/replace`,
        { reason: "lost" },
        { key: newId(), ...(await proof(customer)) },
      ),
  ],
  [
    "card.close",
    "you",
    ({ customer, card }) =>
      app.call(customer, `POST /api/cards/${card.id}/close`, {}, { key: newId() }),
  ],
  ["strategy.create", "you", ({ customer }) => drafted(app, customer, ruleOver("5.00"))],
  [
    "strategy.status",
    "you",
    async ({ customer }) => {
      const { id } = await drafted(app, customer, ruleOver("5.00"));
      await turn(app, customer, id, "active");
    },
  ],
  [
    "strategy.revise",
    "you",
    async ({ customer }) => {
      const { id } = await drafted(app, customer, ruleOver("5.00"));
      const body = { name: "Other", rule: ruleOver("6.00"), basedOn: 1 };
      await app.call(customer, `PUT /api/risk/strategies/${id}`, body);
    },
  ],
  ["payment.allow", "you", (stage) => allowed(stage)],
  [
    "payment.disallow",
    "you",
    async (stage) =>
      app.call(stage.customer, `POST /api/risk/grants/${await allowed(stage)}/revoke`),
  ],
  [
    "review.decided",
    "you",
    async ({ customer, card }) => {
      const { id } = await drafted(app, customer, ruleOver("5.00", { action: "review" }));
      await turn(app, customer, id, "active");
      await network(app, "authorize", card, { amount: "6.00" });
      const [review] = (await app.call(customer, "GET /api/reviews")).body.data;
      await app.call(customer, `POST /api/reviews/${review.id}/decline`);
    },
  ],
  ["logs.exported", "you", ({ customer }) => app.call(customer, "POST /api/logs/export", {})],
];

function freeze(customer: TestCustomer, card: TestCard) {
  return app.call(customer, `POST /api/cards/${card.id}/freeze`);
}

async function allowed({ customer, card }: Stage): Promise<string> {
  const { id } = await drafted(app, customer, ruleOver("10.00"));
  await turn(app, customer, id, "active");
  const refused = await network(app, "authorize", card, { amount: "11.00" });
  const movementId = refused.authorizationId.replace("auth_", "mov_");
  const body = { movementId, kind: "allow_once", minutes: 60 };
  const grant = await app.call(customer, "POST /api/risk/grants", body, { key: newId() });
  return expectStatus(grant, 201).body.id;
}

describe("every action", () => {
  test.each(ACTS)("%s by %s appears in the customer's logs", async (act, actor, play) => {
    const set = await newStage(app);
    await play(set);
    const found = (await logs(set.customer)).filter((entry) => entry.act === act);
    expect(found.map((entry) => entry.actor)).toContain(actor);
    for (const { title } of found) {
      expect(title).not.toBe(act);
    }
  });

  it("is not recorded if its transaction is rolled back", async () => {
    const customer = await app.newCustomer();
    const undone = inTransaction(app.context.db, async (tx) => {
      await app.context.ledger.appendAudit({ kysely: tx }, [
        {
          action: "card.freeze",
          actor: "test",
          customerId: customer.customerId,
          object: null,
          outcome: "ok",
          requestId: null,
          data: {},
        },
      ]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect((await logs(customer)).map(({ act }) => act)).not.toContain("card.freeze");
  });

  it("a suspension is recorded with the state before and after", async () => {
    const customer = await app.newCustomer();
    const by = { actor: "admin", requestId: null };
    await suspendCustomer(app.context, customer.customerId, by);
    await suspendCustomer(app.context, customer.customerId, by);
    await liftSuspension(app.context, customer.customerId, by);
    const rows = await app.context.db.sql`
      select action, data -> 'before' as before, data -> 'after' as after from ledger.audit
      where customer_id = ${customer.customerId} and action like 'customer.%' order by id`;
    expect(rows).toEqual([
      { action: "customer.suspended", before: { suspended: false }, after: { suspended: true } },
      { action: "customer.unsuspended", before: { suspended: true }, after: { suspended: false } },
    ]);
  });
});

describe("a customer's logs", () => {
  it("distinguish the first sign-in on a device from later ones", async () => {
    const customer = await app.newCustomer();
    await signInFrom(app, customer, customer.password, FIREFOX);
    await signInFrom(app, customer, customer.password, FIREFOX);
    await signInFrom(app, customer, customer.password, IPHONE);
    const signIns = await logs(customer, "category=sign_in");
    expect(signIns.map(({ newDevice }) => newDevice)).toEqual([true, false, true]);
    expect(signIns.map(({ browser }) => browser)).toEqual(["safari", "firefox", "firefox"]);
    expect(signIns[0]?.ip).toBe("127.0.0.1");
    const [chinese] = await logs(customer, "category=sign_in", "zh-CN");
    expect(chinese?.title).toBe("在新设备上登录");
  });

  it("show that an operator acted, but not which one", async () => {
    const { customer, card, support } = await newStage(app);
    const url = `POST /api/operator/cards/${card.id}/freeze` as const;
    await app.call(support, url, { reason: "suspected_fraud", note: "tip from a bank" });
    const [entry] = await logs(customer, "category=support");
    const detail = await app.call(customer, `GET /api/logs/${entry?.id}`);
    expect(detail.body).toMatchObject({ actor: "support", ip: null, browser: null });
    for (const secret of ["tip from a bank", support.username, support.userId]) {
      expect(detail.text).not.toContain(secret);
    }
  });

  it("actions and movements are paged without gaps or duplicates", async () => {
    const { customer, card } = await newStage(app);
    for (let round = 0; round < 4; round += 1) {
      await freeze(customer, card);
      await app.call(customer, `POST /api/cards/${card.id}/unfreeze`);
      await network(app, "authorize", card, { amount: "1.00" });
    }
    const all = await logs(customer);
    const paged: Entry[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const place: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await app.call(customer, `GET /api/logs?limit=3${place}`);
      paged.push(...body.data);
      cursor = body.nextCursor;
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(all.map(({ category }) => category))).toEqual(
      new Set(["card", "money", "security"]),
    );
  });

  it("all filters can be combined, and a cursor is valid only for the same filters", async () => {
    const { customer, card } = await newStage(app);
    await freeze(customer, card);
    await network(app, "authorize", card, { amount: "1.00" });
    const acts = async (query: string) => (await logs(customer, query)).map(({ act }) => act);
    expect(await acts("category=card")).toEqual(["card.freeze", "card.reveal", "card.issue"]);
    expect(await acts(`cardId=${card.id}&category=card`)).toContain("card.freeze");
    expect(await acts(`cardId=card_${newId()}`)).toEqual([]);
    expect(await acts("category=money&outcome=refused")).toEqual(["purchase"]);
    expect(await acts("q=frozen")).toEqual(["card.freeze"]);
    expect(await acts("q=127.0.0.1&category=card")).toContain("card.freeze");
    expect(await acts(`from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    const { body } = await app.call(customer, "GET /api/logs?limit=1");
    const other = `GET /api/logs?limit=1&category=card&cursor=${body.nextCursor}` as const;
    expect((await app.call(customer, other)).status).toBe(400);
  });

  it("another customer's entries return 404", async () => {
    const [{ customer: mine }, { customer: theirs, card }] = [
      await newStage(app),
      await newStage(app),
    ];
    await freeze(theirs, card);
    const [entry] = await logs(theirs, "category=card");
    const ask = async (id: string | undefined) => {
      const answer = await app.call(mine, `GET /api/logs/${id}`);
      return { ...answer, text: answer.text.replace(answer.body.requestId, ""), headers: {} };
    };
    expect((await ask(entry?.id)).text).toBe((await ask(`log_${newId()}`)).text);
    expect((await logs(mine)).map(({ id }) => id)).not.toContain(entry?.id);
  });

  it("the export contains the filtered rows, is audited, and is safe to open", async () => {
    const { customer, card } = await newStage(app);
    await network(app, "authorize", card, {
      amount: "1.00",
      merchant: { name: "=HYPERLINK(1)", mcc: "5812", country: "US" },
    });
    const answer = await app.call(customer, "POST /api/logs/export", { category: "money" });
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toMatch(/tessera-logs-.*\.csv/);
    expect(answer.text).toContain("'=HYPERLINK(1)");
    expect(answer.text).not.toMatch(/(^|,)=HYPERLINK/m);
    expect(answer.text).not.toContain("card.issue");
    expect((await logs(customer)).map(({ act }) => act)).toContain("logs.exported");
  });

  it("contain no secret, no matter what was typed or where", async () => {
    const { customer, card } = await newStage(app);
    const planted = "planted secret phrase 4711";
    await signInFrom(app, { ...customer, username: planted }, planted, FIREFOX);
    await signInFrom(app, customer, planted, FIREFOX);
    await app.call(customer, "POST /api/auth/proof", { password: planted });
    const given = await proof(customer);
    await app.call(customer, `POST /api/cards/${card.id}/reveal`, undefined, given);
    const rows = await app.context.db.sql<{ row: string }[]>`
      select a::text as row from ledger.audit a`;
    const stored = rows.map(({ row }) => row).join("\n");
    const secrets = [planted, card.pan, customer.password, customer.token, customer.email];
    for (const secret of [...secrets, given.headers["x-proof"]]) {
      expect(stored).not.toContain(secret);
    }
    expect(stored).not.toMatch(/vc1_|vp1_|password_hash|argon2/);
  });
});
