import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMail, type SealedMail } from "../adapters/mail/index.ts";
import { acceptInvitation } from "../identity/operators/invitations/accept-invitation.ts";
import { findPersonByName, linkedByInvitation } from "../identity/people/index.ts";
import type { OpenContext } from "../platform/create-context.ts";
import { newId } from "../platform/ids.ts";
import { type CommandHome, createCommandHome } from "./command-home.ts";
import { readAudit } from "./read-audit.ts";

let home: CommandHome;
let open: OpenContext;

// No operator exists at the start.
beforeAll(async () => {
  home = await createCommandHome();
  open = await home.open();
});
afterAll(async () => {
  await open.close();
  await home.remove();
});

const operators = (...args: readonly string[]) => home.run(["operators", ...args]);

async function mailsTo(address: string) {
  const rows = await open.context.db.sql<{ data: SealedMail }[]>`
    select data from jobs.job where name = 'mail' order by created_on`;
  const mails = rows.map(({ data }) => openMail(open.context, data));
  return mails.flatMap((mail) => (mail?.to === address ? [mail] : []));
}

/** Follows the newest mailed link and joins with a username. */
async function join(email: string, username: string) {
  const url = (await mailsTo(email)).at(-1)?.content.action?.url ?? "";
  const { person } = await acceptInvitation(open.context, {
    ...{ token: url.split("#")[1] ?? "", username, password: "lanterns over the bay" },
    visitor: { ip: "127.0.0.1", device: "test" },
    requestId: newId(),
  });
  return person;
}

describe("operators invite", () => {
  it("mails a link with which the first administrator joins, and is audited", async () => {
    const invited = await operators("invite", "Ada@Example.com", "--role", "administrator");
    expect(invited).toMatchObject({ code: 0, err: "" });
    expect(invited.out).toContain("ada@example.com is invited as administrator.");
    expect(await readAudit(open.context, { action: "operator.invite" })).toMatchObject([
      {
        actor: "command-line",
        customer_id: null,
        data: { givenRole: "administrator", systemUser: expect.any(String) },
      },
    ]);
    expect(await join("ada@example.com", "ada")).toMatchObject({ role: "administrator" });
    const listed = JSON.parse((await operators("list", "--json")).out);
    expect(listed).toMatchObject([{ username: "ada", role: "administrator", status: "active" }]);
  });

  it("mails the same link only once, and administrators learn of it", async () => {
    const args = ["invite", "mary@example.com", "--role", "support", "--language", "zh-CN"];
    const noticesBefore = (await mailsTo("ada@example.com")).length;
    const [first, second] = [await operators(...args), await operators(...args)];
    expect([first.code, second.out]).toEqual([0, first.out]);
    const mails = await mailsTo("mary@example.com");
    expect(mails.map(({ locale }) => locale)).toEqual(["zh-CN"]);
    expect(JSON.stringify(mails)).not.toContain("command-line");
    expect(await mailsTo("ada@example.com")).toHaveLength(noticesBefore + 1);
    const other = await operators("invite", "mary@example.com", "--role", "auditor");
    expect([other.code, other.err]).toEqual([1, expect.stringContaining("invit")]);
    expect(await mailsTo("mary@example.com")).toHaveLength(1);
  });

  it("links nobody: those whom the command line invited may approve together", async () => {
    await operators("invite", "grace@example.com", "--role", "reviewer");
    const { id } = await join("grace@example.com", "grace");
    const ada = await findPersonByName(open.context.db.kysely, "ada");
    const links = await linkedByInvitation(open.context.db.kysely, id, [ada?.id ?? ""]);
    expect([...links]).toEqual([]);
    const [row] = await open.context.db.sql`
      select inviter_id, approved_by from operator_invitation where email = 'grace@example.com'`;
    expect(row).toEqual({ inviter_id: null, approved_by: "command-line" });
  });

  it.each([
    [["invite", "--role", "support"], "operators invite needs a mail address", 2],
    [["invite", "nobody", "--role", "support"], "operators invite needs a mail address", 2],
    [["invite", "a@example.com"], "--role must be one of", 2],
    [["invite", "a@example.com", "--role", "customer"], "--role must be one of", 2],
    [["invite", "a@example.com", "--role", "support", "--language", "fr"], "--language must be", 2],
    [["list", "a@example.com"], "operators list takes no address", 2],
    [["list", "--language", "en"], "--language is only for invite", 2],
    [["invite", "ada@example.com", "--role", "support"], "already", 1],
  ])("refuses the arguments %j", async (args, said, status) => {
    const { code, err } = await operators(...args);
    expect(err).toContain(said);
    expect(code).toBe(status);
  });
});
