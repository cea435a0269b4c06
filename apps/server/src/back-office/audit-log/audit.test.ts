import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { drafted, ruleOver } from "../../testing/test-strategies.ts";
import { type Entry, FIREFOX, newStage, signInFrom } from "./logs.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());

describe("the operators' audit log", () => {
  it("shows who acted on whom, and the fields before and after the change", async () => {
    const { customer } = await newStage(app);
    const auditor = await app.newOperator("auditor");
    const rule = await drafted(app, customer, ruleOver("5.00"));
    const body = { name: "Renamed", rule: ruleOver("6.00"), basedOn: 1 };
    await app.call(customer, `PUT /api/risk/strategies/${rule.id}`, body);
    const query = `customerId=cus_${customer.customerId}&act=strategy.revise`;
    const list = expectStatus(await app.call(auditor, `GET /api/operator/audit?${query}`), 200);
    expect(list.body.data).toHaveLength(1);
    const [record] = list.body.data;
    expect(record).toMatchObject({ customerName: customer.username, actorRole: "customer" });
    const detail = await app.call(auditor, `GET /api/operator/audit/${record.id}`);
    expect(detail.body.changes).toContainEqual({ field: "version", from: "1", to: "2" });
    expect(detail.body.changes.map(({ field }: { field: string }) => field)).toEqual([
      "name",
      "version",
      "rule",
    ]);
  });

  it("shows the fields before and after the change for any action", async () => {
    const auditor = await app.newOperator("auditor");
    const data = { before: { "title.en": "Old" }, after: { "title.en": "New", name: "n" } };
    await inTransaction(app.context.db, (tx) =>
      app.context.ledger.appendAudit({ kysely: tx }, [
        {
          action: "announcement.change",
          actor: auditor.username,
          customerId: null,
          object: null,
          outcome: "ok",
          requestId: null,
          data,
        },
      ]),
    );
    const list = await app.call(auditor, "GET /api/operator/audit?act=announcement.change");
    const { body } = await app.call(auditor, `GET /api/operator/audit/${list.body.data[0].id}`);
    expect(body.facts).toEqual({ before: { "title.en": "Old" }, after: { "title.en": "New" } });
    expect(body.changes).toEqual([{ field: "name", from: null, to: "n" }]);
  });

  it("finds events by actor, request and outcome", async () => {
    const { customer, card, support } = await newStage(app);
    const auditor = await app.newOperator("auditor");
    await app.call(support, `POST /api/operator/cards/${card.id}/freeze`, {
      reason: "suspected_fraud",
    });
    await signInFrom(app, customer, "not this one", FIREFOX);
    const find = async (query: string) =>
      expectStatus(await app.call(auditor, `GET /api/operator/audit?${query}`), 200).body.data;
    const [found] = await find(`actor=${support.username}`);
    expect(found).toMatchObject({ act: "card.freeze", category: "support", actorRole: "support" });
    expect(await find(`requestId=${found.requestId}`)).toHaveLength(1);
    const refused = await find(`customerId=cus_${customer.customerId}&outcome=refused`);
    expect(refused.map(({ act }: Entry) => act)).toEqual(["sign_in_failed"]);
  });

  it("can be exported by anyone who may read it, and the export is audited", async () => {
    const auditor = await app.newOperator("auditor");
    const answer = await app.call(auditor, "POST /api/operator/audit/export", {});
    expect(answer.text.split("\r\n")[0]).toContain("actor_role");
    const [{ count } = { count: 0 }] = await app.context.db.sql<{ count: number }[]>`
      select count(*)::int as count from ledger.audit
      where action = 'audit.exported' and actor = ${auditor.userId}`;
    expect(count).toBe(1);
  });
});
