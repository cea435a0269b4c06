import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectStatus, openCard } from "../../testing/test-cards.ts";
import { anyAddress } from "./withdrawals.fixtures.ts";
import { DAY_SECONDS, type Ready, until, WithdrawalDesk } from "./withdrawals.routes.fixtures.ts";

let desk: WithdrawalDesk;
beforeAll(async () => {
  desk = await WithdrawalDesk.open();
});
afterAll(() => desk?.close());

describe("a “not me” link", () => {
  async function linkTo(
    { customer }: Pick<Ready, "customer">,
    about: { subject: string; words: string } = {
      subject: "A withdrawal was requested",
      words: "",
    },
  ): Promise<string> {
    let token = "";
    await until(async () => {
      const to = encodeURIComponent(customer.email);
      const { json } = await inject("GET", `/sandbox/mail.json?to=${to}`);
      const mail = json.data.find(
        ({ subject, text }: { subject: string; text: string }) =>
          subject === about.subject && text.includes(about.words),
      );
      token = /\/not-me#([A-Za-z0-9_-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
      return token !== "";
    });
    return token;
  }

  async function inject(method: "GET" | "POST", url: string, body?: object) {
    const answer = await desk.app.app.server.inject({
      method,
      url,
      ...(body !== undefined && {
        payload: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    return { status: answer.statusCode, json: JSON.parse(answer.body) };
  }

  test("cancels unsent withdrawals, ends sessions, and places a security hold", async () => {
    const owner = await desk.ready();
    const { customer } = owner;
    const card = await openCard(desk.app, customer);
    const first = await desk.withdrawn(owner);
    const token = await linkTo(owner);
    const path = "/api/wallet/withdrawals/not-me";
    // Servers of earlier releases accept nothing else. A cell's number is read, but not needed.
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const unknown = await inject("POST", path, { token: `vl1_${token}` });
    expect([unknown.status, unknown.json.code]).toEqual([400, "stop_link_invalid"]);
    const stopped = await inject("POST", path, { token });
    expect([stopped.status, stopped.json]).toEqual([200, { cancelled: 1, alreadySent: 0 }]);
    expect((await inject("POST", path, { token })).json.code).toBe("stop_link_invalid");
    expect(desk.app.logs.join("\n")).not.toContain(token);
    expect((await desk.app.call(customer, "GET /api/wallet")).status).toBe(401);

    desk.app.clock.advance(3_600);
    expect(await desk.stageOf(owner, first.id)).toBe("cancelled");
    const refused = await desk.withdrawnAnswer(owner);
    expect([refused.status, refused.body.code]).toEqual([409, "withdrawals_on_hold"]);
    const reveal = await desk.app.call(customer, `POST /api/cards/${card.id}/reveal`, undefined, {
      headers: { "x-proof": await desk.prove(customer) },
    });
    expect(reveal.body.code).toBe("withdrawals_on_hold");
    const terms = await desk.app.call(customer, "GET /api/wallet/withdrawals/terms");
    expect(terms.body.onHold).toBe(true);

    const operator = await desk.app.newOperator("support");
    const lift = `POST /api/admin/customers/cus_${customer.customerId}/lift-hold` as const;
    const one = `GET /api/admin/customers/cus_${customer.customerId}` as const;
    const holdId = (await desk.app.call(operator, one)).body.securityHold.id;
    const reason = { holdId, reason: "Called back on the known number" };
    expect((await desk.app.call(operator, lift, reason)).body.code).toBe(
      "security_hold_needs_reset",
    );
    await desk.app.context.db.sql`
      update person set security_changed_at = ${desk.app.clock.now()},
        password_reset_at = ${desk.app.clock.now()}
      where customer_id = ${customer.customerId}`;
    expect((await desk.app.call(operator, lift, reason)).status).toBe(204);
    desk.app.clock.advance(DAY_SECONDS);
    expectStatus(await desk.withdrawnAnswer(owner), 201);
  });

  test("removes the address that the email was about", async () => {
    const owner = await desk.ready();
    const { customer } = owner;
    const list = async () => (await desk.app.call(customer, "GET /api/wallet/addresses")).body.data;
    const added = anyAddress("BEP20");
    expectStatus(await desk.add(customer, added, { network: "BEP20" }), 201);
    expect(await list()).toHaveLength(2);
    // The first address's email has the same subject, but its link has expired by now.
    const words = added.slice(-6);
    const token = await linkTo(owner, { subject: "A withdrawal address was added", words });
    const path = "/api/wallet/withdrawals/not-me";
    expect((await inject("POST", path, { token })).status).toBe(200);
    desk.app.clock.advance(3_600);
    expect(await list()).toMatchObject([{ id: owner.addressId, network: "TRC20" }]);
  });
});
