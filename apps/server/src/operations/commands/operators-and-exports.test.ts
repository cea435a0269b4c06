import { randomBytes } from "node:crypto";
import { readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { LEGAL_TEXTS } from "@tessera/contract/identity/legal-versions";
import { strFromU8, unzipSync } from "fflate";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPersonByName } from "../../identity/people/index.ts";
import { hasSecondFactor } from "../../identity/second-factor/index.ts";
import { liveSessionsOf, openSession } from "../../identity/sessions/index.ts";
import { inTransaction } from "../../platform/context.ts";
import type { OpenContext } from "../../platform/create-context.ts";
import { newId } from "../../platform/ids.ts";
import { type CommandHome, createCommandHome, sealBooks } from "../../testing/command-home.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { seedDemo } from "../seed/seed-demo.ts";

let home: CommandHome;
let open: OpenContext;

beforeAll(async () => {
  home = await createCommandHome();
  open = await home.open();
  await seedDemo(open.context);
}, 120_000);
afterAll(async () => {
  await open.close();
  await home.remove();
});

const acts = (action: string) => readAudit(open.context, { action });

describe("create-operator", () => {
  const create = (password: string, ...more: readonly string[]) =>
    home.run(["create-operator", "--password-stdin", "--role", "auditor", ...more], {
      stdin: `${password}\n`,
    });

  it("creates an operator only once, with the password from stdin and an audit event", async () => {
    const made = await create("lanterns over the bay", "--email", "Grace@Example.com");
    expect(made).toEqual({ code: 0, out: "grace may sign in as auditor.\n", err: "" });
    const person = await findPersonByName(open.context.db.kysely, "grace");
    expect(person).toMatchObject({ email: "grace@example.com", role: "auditor", customerId: null });
    expect(JSON.stringify(person)).not.toContain("lanterns");
    expect(await acts("operator.create")).toMatchObject([
      { actor: "command-line", customer_id: null, data: { username: "grace" } },
    ]);
    const again = await create("lanterns over the bay", "--email", "grace@example.com");
    expect(again).toMatchObject({ code: 1, out: "" });
    expect(again.err).toContain("already exists");
  });

  it.each([
    ["short", "12 to 128 characters"],
    ["password1234", "too common"],
    ["ada.lovelace and more", "can’t contain your email"],
  ])("rejects the password %s", async (password, said) => {
    const refused = await create(password, "--email", "ada.lovelace@example.com");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(said);
    expect(refused.err).not.toContain(password);
    expect(await findPersonByName(open.context.db.kysely, "ada.lovelace@example.com")).toBe(
      undefined,
    );
  });

  it.each([
    [["--role", "customer", "--email", "a@example.com"], "--role must be one of"],
    [["--role", "auditor", "--email", "nobody"], "must be a mail address"],
    [["--email", "a@example.com"], "--role is missing"],
    [["--role", "auditor", "--email", "a@example.com"], "no terminal to prompt"],
  ])("exits with 2 for the arguments %j", async (args, said) => {
    const { code, err } = await home.run(["create-operator", ...args]);
    expect(err).toContain(said);
    expect(code).toBe(2);
  });
});

describe("operators", () => {
  const operators = (...args: readonly string[]) => home.run(["operators", ...args]);
  const create = (name: string, role: string) =>
    home.run(
      ["create-operator", "--password-stdin", "--role", role, "--email", `${name}@example.com`],
      { stdin: "lanterns over the bay\n" },
    );
  const personOf = async (name: string) => {
    const person = await findPersonByName(open.context.db.kysely, name);
    if (person === undefined) {
      throw new Error(`${name} is not an operator`);
    }
    return person;
  };
  const signIn = (id: string) =>
    inTransaction(open.context.db, (tx) =>
      openSession(open.context, tx, id, { ip: "127.0.0.1", device: "test", remember: false }),
    );

  it("lists operators in human-readable and machine-readable form", async () => {
    const { code, out } = await operators("list");
    expect(code).toBe(0);
    expect(out).toContain("admin\tadministrator\tactive\tsecond factor\tadmin@tessera.example\n");
    expect(out).not.toContain("demo");
    const listed = JSON.parse((await operators("list", "--json")).out);
    expect(listed).toContainEqual(
      expect.objectContaining({ username: "reviewer", role: "reviewer", status: "active" }),
    );
  });

  it("suspends, resumes and removes operators, sets roles, and ends sessions", async () => {
    await create("linus", "support");
    const { id } = await personOf("linus");
    const { kysely } = open.context.db;
    const sessions = async () =>
      (await liveSessionsOf(kysely, id, open.context.clock.now())).length;
    await signIn(id);
    const reason = ["--reason", "Left on Friday"];
    expect(await operators("suspend", "--username", "Linus", ...reason)).toEqual({
      code: 0,
      out: "linus is suspended and signed out everywhere.\n",
      err: "",
    });
    expect(await sessions()).toBe(0);
    expect((await personOf("linus")).isSuspended).toBe(true);
    expect(await acts("operator.suspend")).toMatchObject([
      { actor: "command-line", data: { username: "linus", reason: "Left on Friday" } },
    ]);
    expect((await operators("resume", "--username", "linus@example.com")).code).toBe(0);
    await signIn(id);
    const changed = await operators("change-role", "--username", "linus", "--role", "auditor");
    expect(changed.out).toContain("has a new role");
    expect([await sessions(), (await personOf("linus")).role]).toEqual([0, "auditor"]);
    expect((await operators("remove", "--username", "linus")).code).toBe(0);
    expect(await findPersonByName(kysely, "linus")).toBe(undefined);
    expect((await operators("resume", "--username", "linus")).err).toContain("was removed");
    expect((await operators("list")).out).toContain("linus\tauditor\tremoved");
  });

  it("needs no second administrator, but never removes the last administrator", async () => {
    await create("barbara", "administrator");
    for (const username of ["admin", "admin2"]) {
      expect((await operators("suspend", "--username", username)).code).toBe(0);
    }
    for (const args of [
      ["suspend", "--username", "barbara"],
      ["remove", "--username", "barbara"],
      ["change-role", "--username", "barbara", "--role", "support"],
    ]) {
      const { code, err } = await operators(...args);
      expect([code, err]).toEqual([1, expect.stringContaining("last active administrator")]);
    }
    for (const username of ["admin", "admin2"]) {
      expect((await operators("resume", "--username", username)).code).toBe(0);
    }
    expect((await operators("remove", "--username", "barbara")).code).toBe(0);
  });

  it("queues an email to the operator and to administrators", async () => {
    await create("ken", "support");
    const mails = async () => {
      const [row] = await open.context.db.sql<[{ count: number }]>`
        select count(*)::int as count from jobs.job where name = 'mail'`;
      return row.count;
    };
    const before = await mails();
    await operators("suspend", "--username", "ken");
    // One email goes to ken, and one goes to each of the demo's two administrators.
    expect(await mails()).toBe(before + 3);
  });

  it.each([
    [["fire", "--username", "admin"], "operators can list, invite, suspend", 2],
    [["suspend"], "--username is missing", 2],
    [["change-role", "--username", "admin"], "--role must be one of", 2],
    [
      ["suspend", "--username", "admin", "--role", "support"],
      "--role is only for invite and change-role",
      2,
    ],
    [["suspend", "--username", "admin", "--reason", " "], "--reason must have 1 to 200", 2],
    [["suspend", "--username", "demo"], "No operator signs in as demo", 1],
  ])("exits with 2 for the arguments %j", async (args, said, status) => {
    const { code, err } = await operators(...args);
    expect(err).toContain(said);
    expect(code).toBe(status);
  });
});

describe("reset-factors", () => {
  const reset = (username: string) => home.run(["reset-factors", "--username", username]);

  it("removes lost factors, ends the operator's sessions, and writes an audit event", async () => {
    const { kysely } = open.context.db;
    const person = await findPersonByName(kysely, "reviewer");
    const id = person?.id ?? "";
    await inTransaction(open.context.db, (tx) =>
      openSession(open.context, tx, id, { ip: "127.0.0.1", device: "test", remember: false }),
    );
    expect(await hasSecondFactor(kysely, id)).toBe(true);
    const done = await reset("Reviewer");
    expect(done).toMatchObject({ code: 0, err: "" });
    expect(done.out).toContain("reviewer sets up a new second factor");
    expect(await hasSecondFactor(kysely, id)).toBe(false);
    expect(await liveSessionsOf(kysely, id, open.context.clock.now())).toEqual([]);
    expect(await acts("factor.reset")).toMatchObject([
      {
        actor: "command-line",
        customer_id: null,
        data: { before: { totp: true }, after: { totp: false } },
      },
    ]);
    expect((await reset("reviewer")).err).toContain("has no second factor");
  });

  it.each([
    ["demo", "two operators"],
    ["nobody-here", "No user signs in"],
  ])("does nothing for %s", async (username, said) => {
    const { code, err } = await reset(username);
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
  });
});

describe("verify and seal", () => {
  it("report an intact ledger in human-readable and machine-readable form", async () => {
    const { head } = JSON.parse(await sealBooks(home));
    expect(JSON.parse(await readFile(join(home.folder, "seal-keys/head.json"), "utf8"))).toEqual({
      n: head.n,
      hash: head.hash,
    });
    expect((await home.run(["verify"])).out).toContain("Everything holds.");
    const { code, out } = await home.run(["verify", "--json"]);
    expect([code, JSON.parse(out).holds]).toEqual([0, true]);
  });

  it("can verify the ledger on a machine with an empty disk", async () => {
    await sealBooks(home);
    const folder = join(home.folder, "seal-keys");
    await rename(folder, `${folder}.away`);
    try {
      expect((await home.run(["verify"])).out).toContain("Everything holds.");
    } finally {
      await rename(`${folder}.away`, folder);
    }
  });

  it("fail if the key is missing or belongs to another database", async () => {
    const none = await home.run(["seal"], { env: { TESSERA_KEY_FILE: "/nowhere/tessera.key" } });
    expect(none).toMatchObject({ code: 1 });
    expect(none.err).toContain("no root key in /nowhere/tessera.key");
    const other = { TESSERA_KEY: randomBytes(32).toString("base64") };
    expect((await home.run(["seal"], { env: other })).err).toContain(
      "not the one that this database",
    );
  });

  it("fail and name the violated invariant", async () => {
    const owner = postgres(home.ownerUrl, { max: 1 });
    const change = (by: number) => owner`update card_quote set fee_minor = fee_minor + ${by}
      where id = (select q.id from card_quote q join ledger.movement m on m.id = q.id limit 1)`;
    await change(1);
    try {
      const broken = await home.run(["verify"]);
      expect(broken.out).toContain("BROKEN  every charge matches its quote");
      expect([broken.code, broken.err]).toEqual([1, "The ledger is not intact.\n"]);
    } finally {
      await change(-1);
      await owner.end();
    }
  });
});

describe("export", () => {
  it("writes all of a customer's data but no secrets, and records an audit event", async () => {
    const { code, out } = await home.run(["export", "customer", "--who", "demo"]);
    expect(code).toBe(0);
    const data = JSON.parse(out);
    expect(data.format).toBe("tessera-customer-data/2");
    expect(data.person).toMatchObject([{ username: "demo", email: "demo@tessera.example" }]);
    expect(data.cards).toHaveLength(4);
    // The demo customer accepted the legal texts on creation and can therefore do everything.
    expect(data.acceptances.map(({ text }: { text: string }) => text).sort()).toEqual(
      [...LEGAL_TEXTS].sort(),
    );
    expect(data.acceptances[0]).toMatchObject({ source: "registration", locale: "en" });
    const [{ count }] = await open.context.db.sql<[{ count: string }]>`
      select count(*)::text as count from ledger.movement
      where customer_id = ${data.customerId}`;
    expect(data.movements).toHaveLength(Number(count));
    expect(data.accounts[0].posted).toMatch(/^\d+\.\d{2}$/);
    expect(out).not.toMatch(/\$argon2/);
    // Searches for field names, since a random chain address may contain any letters.
    expect(out).not.toMatch(/"\w*(?:password_?hash|(?<!com)pan|wrapped|cvv)\w*":/i);
    expect(await acts("customer_data.exported")).toMatchObject([
      { actor: "command-line", customer_id: data.customerId },
    ]);
  });

  it("writes the customer's archive, including files, as a ZIP file", async () => {
    const path = join(home.folder, "demo.zip");
    const args = ["export", "customer", "--who", "demo", "--format", "zip", "--out", path];
    expect(await home.run(args)).toMatchObject({ code: 0, out: "", err: "" });
    const entries = unzipSync(await readFile(path));
    const { out } = await home.run(["export", "customer", "--who", "demo"]);
    const data = JSON.parse(out);
    const files = [...data.attachments, ...data.review_documents, ...data.receipts].map(
      ({ file }) => file,
    );
    expect(Object.keys(entries).sort()).toEqual(
      ["README.txt", "data.json", "movements.csv", ...files].sort(),
    );
    const archived = JSON.parse(strFromU8(entries["data.json"] ?? new Uint8Array()));
    expect(archived.movements).toEqual(data.movements);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("includes a customer's email addresses, change requests, and their outcomes", async () => {
    const { sql } = open.context.db;
    const changes = async () => {
      const { out } = await home.run(["export", "customer", "--who", "demo"]);
      expect(out).not.toContain("paper boats");
      return JSON.parse(out).email_changes;
    };
    expect(await changes()).toEqual([]);
    const demo = await findPersonByName(open.context.db.kysely, "demo");
    const [customerId, personId] = [demo?.customerId ?? "", demo?.id ?? ""];
    const [refusedId, restoredId, caseId] = [newId(), newId(), newId()];
    await sql`insert into review_case (id, kind, subject_id, customer_id, status, revision, reasons,
        needs_two, opened_at, asked, missing, decided_at, decided_by, decision_reason, changed_at,
        changed_by)
      values (${caseId}, 'profile_change', ${refusedId}, ${customerId}, 'rejected', 1,
        ${["holds_money"]}, false, '2026-03-01T08:00Z', '{}', '{}', '2026-03-02T08:00Z',
        'paper boats', 'Nobody could be reached', '2026-03-02T08:00Z', 'paper boats')`;
    await sql`insert into email_change (id, customer_id, person_id, old_email, new_email, status,
        session_id, factor, requested_at, expires_at, case_id, ended_at)
      values
        (${refusedId}, ${customerId}, ${personId}, 'demo@tessera.example', 'a@example.com',
          'rejected', ${newId()}, 'totp', '2026-03-01T08:00Z', '2026-03-01T09:00Z', ${caseId},
          '2026-03-02T08:00Z'),
        (${restoredId}, ${customerId}, ${personId}, 'demo@tessera.example', 'b@example.com',
          'restored', ${newId()}, 'password', '2026-04-01T08:00Z', '2026-04-01T09:00Z', null,
          '2026-04-01T08:05Z')`;
    const restored = { action: "email_restored", actor: "mailed link", object: null } as const;
    await inTransaction(open.context.db, (tx) =>
      open.context.ledger.appendAudit(tx, [
        { ...restored, customerId, outcome: "ok", requestId: null, data: {} },
      ]),
    );
    expect(await changes()).toEqual([
      {
        id: refusedId,
        formerEmail: "demo@tessera.example",
        newEmail: "a@example.com",
        provenBy: "totp",
        status: "rejected",
        isReviewed: true,
        requestedAt: "2026-03-01T08:00:00.000Z",
        endedAt: "2026-03-02T08:00:00.000Z",
        reason: "Nobody could be reached",
        restoredAt: null,
      },
      {
        id: restoredId,
        formerEmail: "demo@tessera.example",
        newEmail: "b@example.com",
        provenBy: "password",
        status: "restored",
        isReviewed: false,
        requestedAt: "2026-04-01T08:00:00.000Z",
        endedAt: "2026-04-01T08:05:00.000Z",
        reason: null,
        restoredAt: expect.stringMatching(/^20/),
      },
    ]);
  });

  it("writes a period's movements as JSON lines, or as a table with the same content", async () => {
    const year = new Date().getUTCFullYear();
    const period = ["--from", `${year - 2}-01-01`, "--to", `${year + 1}-12-31`];
    const lines = await home.run(["export", "movements", ...period]);
    const movements = lines.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const file = join(home.folder, "movements.csv");
    const table = ["export", "movements", "--format", "csv", "--out", file, ...period];
    expect(await home.run(table)).toMatchObject({ code: 0, out: "" });
    const rows = (await readFile(file, "utf8")).trimEnd().split("\r\n");
    expect(rows).toHaveLength(movements.length + 1);
    expect(rows[1]).toContain(`${movements[0].currency},${movements[0].amount}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await home.run(table)).err).toContain("exists already");
    const [{ count }] = await open.context.db.sql<[{ count: string }]>`
      select count(*)::text as count from ledger.movement`;
    expect(movements).toHaveLength(Number(count));
    const times = movements.map(({ eventAt }) => eventAt);
    expect(times).toEqual([...times].sort());
  });

  it.each([
    [["export", "everything"], "not everything"],
    [["export", "customer"], "--who is missing"],
    [["export", "movements", "--from", "2026-13-01", "--to", "2026-12-01"], "a day such as"],
    [["export", "movements", "--from", "2026-12-02", "--to", "2026-12-01"], "before --from"],
  ])("exits with 2 for the arguments %j", async (args, said) => {
    const { code, err } = await home.run(args);
    expect(err).toContain(said);
    expect(code).toBe(2);
  });

  it("rejects an unknown customer", async () => {
    const unknown = await home.run(["export", "customer", "--who", "nobody"]);
    expect(unknown).toEqual({ code: 1, out: "", err: "There is no customer nobody.\n" });
    // An operator does not count as a customer.
    expect((await home.run(["export", "customer", "--who", "admin"])).code).toBe(1);
  });
});
