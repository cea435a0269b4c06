import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyBooks } from "../../../operations/verify/verify-books.ts";
import {
  bodyHashOf,
  createVouches,
  type Vouch,
  type VouchedOperator,
} from "../../../platform/cells/vouch.ts";
import { inTransaction } from "../../../platform/context.ts";
import { newId } from "../../../platform/ids.ts";
import { giveMoney } from "../../../testing/give-money.ts";
import { signUp, type TestCustomer } from "../../../testing/test-app.ts";
import { startTwoCells, type TestCell, type TwoCells } from "../../../testing/two-cells.ts";
import { withoutRepeatedJobs } from "../../../testing/without-repeated-jobs.ts";
import { findPersonByName, setEmail, setUsername } from "../../people/index.ts";
import { changeOperator } from "../change-operator.ts";
import { type CellOperator, callAt, openAgain, openOperator } from "./cell-operators.fixtures.ts";
import { findCopy } from "./copied-operators.repository.ts";
import { followOperators, recordOperators } from "./follow-operators.ts";

const BY = { userId: null, actor: "command-line", requestId: null, data: {} };
const CORRECTION = {
  ...{ direction: "credit", amount: "5.00", currency: "USD" },
  ...{ reason: "A fee that was charged twice", reference: "ticket 1" },
};

/** Gives a person other names, in the cell where the person signs in. */
async function rename(
  { context: { directory, db } }: TestCell,
  id: string,
  { username, email }: { readonly username: string; readonly email: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    expect(await setUsername(directory, tx, id, username)).toBe(true);
    expect(await setEmail(directory, tx, id, { email, now: undefined })).toBe(true);
  });
}

describe.each(["one process", "two processes"] as const)("two cells in %s", (processes) => {
  let program: TwoCells;
  let one: TestCell;
  let two: TestCell;
  let administrator: CellOperator;
  let customer: TestCustomer;

  const profile = () => `GET /api/admin/customers/cus_${customer.customerId}` as const;
  const correct = () => `POST /api/admin/customers/cus_${customer.customerId}/corrections` as const;
  beforeAll(async () => {
    program = await withoutRepeatedJobs(() =>
      startTwoCells({ processes: processes === "one process" ? "one" : "two" }),
    );
    ({ one, two } = program);
    administrator = await openOperator(one.context, "administrator");
    customer = await signUp(two.context, {});
    const { customerId } = customer;
    await giveMoney(two.context, { customerId, currency: "USD", amountMinor: 100_00n });
  }, 300_000);
  afterAll(() => program?.close(), 300_000);

  it("operators: one of cell 1 reads and acts in cell 2 at the server of either", async () => {
    for (const at of [one, two]) {
      const { token } = administrator;
      const read = await callAt(at, profile(), { token, cell: 2 });
      expect(read.status).toBe(200);
      expect(read.json.username).toBe(customer.username);
      const path = profile().replace("GET", "POST") as "POST /api/admin/customers/x";
      const body = { text: `a note at ${at.url}` };
      const noted = await callAt(at, `${path}/notes`, { token, cell: 2, body });
      expect(noted.status).toBe(201);
      expect(noted.json.author).toBe(administrator.username);
    }
    const actors = await two.context.db.sql<{ action: string }[]>`
      select action from ledger.audit where object = ${customer.customerId}`;
    expect(actors.map(({ action }) => action)).toContain("customer.viewed");
  });

  it("operators: a call that names no cell is answered by the operator's own", async () => {
    const { token } = administrator;
    expect((await callAt(one, profile(), { token })).status).toBe(404);
    expect((await callAt(one, profile(), { token, cell: 1 })).status).toBe(404);
  });

  it("operators: the copy in another cell signs nobody in", async () => {
    const { id, username, email } = administrator;
    const { kysely } = two.context.db;
    expect(await findCopy(kysely, id)).toMatchObject({ homeCell: 1, role: "administrator", email });
    for (const name of [username, email]) {
      expect(await findPersonByName(kysely, name)).toBeUndefined();
    }
  });

  it("operators: one who was suspended or removed acts in no cell from then on", async () => {
    for (const kind of ["suspend", "remove"] as const) {
      const { id, token } = await openOperator(one.context, "support");
      expect((await callAt(two, profile(), { token, cell: 2 })).status).toBe(200);
      const given = { id, change: { kind }, revision: undefined, reason: "left", by: BY } as const;
      await changeOperator(one.context, given);
      expect((await callAt(two, profile(), { token, cell: 2 })).status).toBe(401);
    }
  });

  it("operators: another role takes effect in all cells, and withdraws proposals", async () => {
    const { id } = await openOperator(one.context, "support");
    const session = () => openAgain(one.context, id);
    const token = await session();
    const proposed = await callAt(two, correct(), { token, cell: 2, body: CORRECTION });
    expect(proposed.status).toBe(201);
    const change = { kind: "role", role: "auditor" } as const;
    const given = { id, change, revision: undefined, reason: "moved", by: BY };
    await changeOperator(one.context, given);
    const again = await session();
    const refused = await callAt(two, correct(), { token: again, cell: 2, body: CORRECTION });
    expect(refused.status).toBe(403);
    expect((await callAt(two, profile(), { token: again, cell: 2 })).status).toBe(200);
    const path = `GET /api/admin/corrections/${proposed.json.id}` as const;
    const { json } = await callAt(two, path, { token: again, cell: 2 });
    expect(json.status).toBe("withdrawn");
  });

  it("operators: nobody approves their own or their inviter's adjustment elsewhere", async () => {
    const author = await openOperator(one.context, "administrator");
    const invited = await openOperator(one.context, "administrator", author.id);
    const other = await openOperator(one.context, "administrator");
    const { json } = await callAt(two, correct(), {
      ...{ token: author.token, cell: 2, body: CORRECTION },
    });
    const approve = `POST /api/admin/corrections/${json.id}/approve` as const;
    const codes = [];
    for (const { token } of [author, invited, other]) {
      const body = { revision: json.revision };
      const decided = await callAt(one, approve, { token, cell: 2, body });
      codes.push(decided.json.code ?? decided.json.status);
    }
    expect(codes).toEqual(["correction_own", "linked_by_invitation", "approved"]);
  });

  it.each(["suspend", "remove"] as const)(
    "operators: what an operator proposed elsewhere is withdrawn after %s",
    async (kind) => {
      const { id, token, email } = await openOperator(one.context, "support");
      const { json } = await callAt(two, correct(), { token, cell: 2, body: CORRECTION });
      await recordOperators(one.context);
      await followOperators(two.context);
      const path = `GET /api/admin/corrections/${json.id}` as const;
      const statusNow = async () =>
        (await callAt(one, path, { token: administrator.token, cell: 2 })).json.status;
      expect(await statusNow()).toBe("waiting");
      const given = { id, change: { kind }, revision: undefined, reason: "left", by: BY } as const;
      await changeOperator(one.context, given);
      await recordOperators(one.context);
      await followOperators(two.context);
      expect(await statusNow()).toBe("withdrawn");
      const copy = await findCopy(two.context.db.kysely, id);
      expect(copy?.suspended_at !== null).toBe(kind === "suspend");
      expect(copy?.email).toBe(kind === "remove" ? `${id}@removed.invalid` : email);
    },
  );

  it("operators: news of an operator never replaces newer news", async () => {
    const { id, token } = await openOperator(one.context, "support");
    await recordOperators(one.context);
    const change = { kind: "role", role: "auditor" } as const;
    await changeOperator(one.context, {
      ...{ id, change, revision: undefined, reason: "moved", by: BY },
    });
    const again = await openAgain(one.context, id);
    expect((await callAt(two, profile(), { token: again, cell: 2 })).status).toBe(200);
    await followOperators(two.context);
    expect((await findCopy(two.context.db.kysely, id))?.role).toBe("auditor");
    expect((await callAt(two, profile(), { token, cell: 2 })).status).toBe(401);
  });

  it.each(["registration", "change"] as const)(
    "operators: names that one gave up are free for a %s where a copy still has them",
    async (how) => {
      const { id, token, username, email } = await openOperator(one.context, "support");
      expect((await callAt(two, profile(), { token, cell: 2 })).status).toBe(200);
      const renamed = { username: newId(), email: `${newId()}@tessera.test` };
      await rename(one, id, renamed);
      const { kysely } = two.context.db;
      expect(await findCopy(kysely, id)).toMatchObject({ username, email });
      if (how === "registration") {
        expect(await signUp(two.context, { email })).toMatchObject({ username, email });
      } else {
        const { userId } = await signUp(two.context, {});
        await rename(two, userId, { username, email });
        expect(await findPersonByName(kysely, email)).toMatchObject({ id: userId, username });
      }
      expect((await callAt(two, profile(), { token, cell: 2 })).status).toBe(200);
      expect(await findCopy(kysely, id)).toMatchObject(renamed);
    },
  );

  it("operators: a record of their access that no cell has proven is not followed", async () => {
    const { id, token } = await openOperator(one.context, "support");
    expect((await callAt(two, profile(), { token, cell: 2 })).status).toBe(200);
    const standing = { role: "administrator", revision: 1_000_000, status: "removed" };
    const document = JSON.stringify({ [id]: standing });
    await recordOperators(one.context);
    await one.context.db.sql`
      update directory_setting set version = version + 1, document = ${document}
      where part = 'operators_1'`;
    await followOperators(two.context);
    const { kysely } = two.context.db;
    expect(await findCopy(kysely, id)).toMatchObject({ role: "support", removed_at: null });
    expect(program.logs.join("")).toContain("the record of a cell's operators could not be read");
    const change = { kind: "role", role: "auditor" } as const;
    await changeOperator(one.context, {
      ...{ id, change, revision: undefined, reason: "moved", by: BY },
    });
    await recordOperators(one.context);
    await followOperators(two.context);
    expect((await findCopy(kysely, id))?.role).toBe("auditor");
  });

  it("operators: a key repeats an act in another cell once", async () => {
    const { token } = administrator;
    const headers = { "idempotency-key": newId() };
    const sent = { token, cell: 2, body: CORRECTION, headers };
    const [first, second] = [
      await callAt(one, correct(), sent),
      await callAt(two, correct(), sent),
    ];
    expect(second.json.id).toBe(first.json.id);
  });

  it("operators: every invariant holds in both cells, with the copies", async () => {
    for (const { context } of [one, two]) {
      const { invariants } = await verifyBooks(context.ledger, context.db);
      expect(invariants.filter(({ holds }) => !holds)).toEqual([]);
    }
  });

  it.each(["3", "0", "two", "1,2", "999", " "])(
    "bad input: an operator's call that names cell %j is refused",
    async (cell) => {
      const { status, json } = await callAt(one, profile(), { token: administrator.token, cell });
      expect([status, json.code]).toEqual([400, "malformed_request"]);
    },
  );

  it("bad input: nobody changes operators in another cell", async () => {
    const { token } = administrator;
    const { status } = await callAt(one, "GET /api/admin/operators", { token, cell: 2 });
    expect(status).toBe(400);
  });

  it("bad input: a customer who names another cell stays in their own", async () => {
    const { token } = customer;
    const { status, json } = await callAt(one, "GET /api/auth/profile", { token, cell: 1 });
    expect([status, json.user.username]).toEqual([200, customer.username]);
    expect((await callAt(one, profile(), { token, cell: 1 })).status).toBe(403);
  });

  describe("a vouch for an operator", () => {
    const operatorOf = (changes: Partial<VouchedOperator> = {}): VouchedOperator => ({
      ...{ id: administrator.id, homeCell: 1, username: administrator.username },
      ...{ email: administrator.email, locale: "en", role: "administrator", inviterId: null },
      ...{
        revision: 1,
        sessionId: newId(),
        isProven: false,
        isPart: false,
        bodyHash: bodyHashOf(null),
      },
      ...changes,
    });
    const headersOf = (
      call: string,
      operator: VouchedOperator,
      changes: Partial<Vouch> = {},
      keys = two.context.keys,
    ) => {
      const [method = "", url = ""] = call.split(" ");
      const vouch = { cell: 2, requestId: newId(), ip: "127.0.0.1", passes: 1, operator };
      const text = createVouches(keys).write({ ...vouch, ...changes }, { method, url });
      return { "x-tessera-vouch": text };
    };
    const refusal = async (call: ReturnType<typeof profile>, headers: Record<string, string>) => {
      const { status, json } = await callAt(two, call, { headers });
      return [status, json.code];
    };
    const MALFORMED = [400, "malformed_request"];

    it("is accepted once", async () => {
      const headers = headersOf(profile(), operatorOf());
      expect((await callAt(two, profile(), { headers })).status).toBe(200);
      expect(await refusal(profile(), headers)).toEqual(MALFORMED);
    });

    it("is refused if it is written with another key", async () => {
      const hmac = () => Buffer.alloc(32);
      const headers = headersOf(profile(), operatorOf(), {}, { ...two.context.keys, hmac });
      expect(await refusal(profile(), headers)).toEqual(MALFORMED);
    });

    it("is refused with another request, body or cell", async () => {
      const other = headersOf("GET /api/admin/customers", operatorOf());
      expect(await refusal(profile(), other)).toEqual(MALFORMED);
      const unknown = headersOf(profile(), operatorOf(), { cell: 3 });
      expect(await refusal(profile(), unknown)).toEqual(MALFORMED);
      const headers = headersOf(correct(), operatorOf());
      const { status } = await callAt(two, correct(), { headers, body: CORRECTION });
      expect(status).toBe(400);
    });

    it("is refused for an operator of the cell itself, and for a customer", async () => {
      const own = headersOf(profile(), operatorOf({ homeCell: 2 }));
      expect(await refusal(profile(), own)).toEqual(MALFORMED);
      const asCustomer = headersOf(profile(), operatorOf({ id: customer.userId, username: "x1" }));
      expect(await refusal(profile(), asCustomer)).toEqual([401, "unauthenticated"]);
    });

    it("opens nothing but operators' calls", async () => {
      const call = "GET /api/auth/profile" as ReturnType<typeof profile>;
      expect((await refusal(call, headersOf(call, operatorOf())))[0]).toBe(400);
    });

    it("gives no more than the role that it names", async () => {
      const headers = headersOf(correct(), operatorOf({ role: "auditor" }));
      const { status } = await callAt(two, correct(), { headers, body: CORRECTION });
      expect(status).toBe(403);
    });

    it("is no step-up token unless it says that one was checked", async () => {
      const call = `POST /api/admin/proposals/prp_${newId()}/approve` as const;
      const codeOf = async (isProven: boolean) => {
        const headers = headersOf(call, operatorOf({ isProven }));
        return (await callAt(two, call, { headers })).json.code;
      };
      expect(await codeOf(false)).toBe("proof_required");
      expect(await codeOf(true)).toBe("not_found");
    });
  });

  it("operators: a step-up token is checked by the operator's own cell", async () => {
    const { token } = administrator;
    const call = `POST /api/admin/proposals/prp_${newId()}/approve` as const;
    const without = await callAt(one, call, { token, cell: 2 });
    expect(without.json.code).toBe("proof_required");
    const headers = { "x-proof": "vp1_forged" };
    const forged = await callAt(one, call, { token, cell: 2, headers });
    expect(forged.json.code).toBe("proof_invalid");
  });
});
