import { Actor } from "./actor.ts";
import type { Answer } from "./conformance.ts";
import { enrollTotp } from "./identity-scenario.ts";
import { type Customer, findInMail, freshEmail } from "./people.ts";

const OTHER_ADDRESS = "member_invitation_other_address";
const LINK = /company-invitation#([A-Za-z0-9_-]+)/;

/** A person with a second factor, who can act for a company. */
class Member {
  readonly own: Customer;
  readonly #codes: string[];
  #acting: Actor | undefined;

  constructor(own: Customer, codes: readonly string[]) {
    this.own = own;
    this.#codes = [...codes];
  }

  /** Opens a session in which the person acts for a company. */
  async actFor(id: string): Promise<Actor> {
    const { token } = await this.own.ok("POST /api/companies/:id/session", { id });
    this.#acting = new Actor(this.own.conformance, this.own.cell, token);
    return this.#acting;
  }

  /** Confirms the person's identity in the session that acts for the company, or in their own. */
  async proof(by: Actor = this.#acting ?? this.own): Promise<string> {
    const body = { recoveryCode: this.#codes.pop() };
    return (await by.ok("POST /api/auth/proof", { body })).proof;
  }
}

/** Invites an address, and returns what its link contains. */
async function invite(acting: Actor, by: Member, email: string, role: string) {
  const body = { email, role, locale: "en" };
  const options = { body, proof: await by.proof() };
  const { id } = await acting.ok("POST /api/company/invitations", options);
  return { id, invitation: await findInMail([acting], email, LINK) };
}

/**
 * Opens a company, invites a member, changes their role, hands the company over, and leaves it.
 * Both people have a second factor from then on.
 */
export async function runCompany(first: Customer, second: Customer): Promise<void> {
  const owner = new Member(first, await enrollTotp(first));
  const member = new Member(second, await enrollTotp(second));
  const texts = (await first.ok("GET /api/legal/versions")).data
    .filter((one: Answer["json"]) => one.status === "in_force")
    .map(({ text, version }: Answer["json"]) => ({ text, version, locale: "en" }));
  const opened = await first.ok("POST /api/companies", { body: { name: "Northlight", texts } });
  const { id } = opened;
  await first.ok("GET /api/companies");
  const acting = await owner.actFor(id);
  await acting.ok("GET /api/company");
  const unwanted = await invite(acting, owner, freshEmail(), "bookkeeper");
  await acting.ok("GET /api/company/invitations");
  await acting.ok("POST /api/company/invitations/:id/withdraw", { id: unwanted.id });
  const { invitation } = await invite(acting, owner, second.email, "admin");
  await second.ok("POST /api/company-invitations/read", { body: { invitation } });
  const accept = { body: { invitation } };
  await first.refused("POST /api/company-invitations/accept", OTHER_ADDRESS, accept);
  await second.ok("POST /api/company-invitations/accept", accept);
  await second.refused("POST /api/company-invitations/accept", "member_invitation_invalid", accept);
  await handOver({ id, acting, owner, member });
}

interface Company {
  readonly id: string;
  /** The session in which the owner acts for it. */
  readonly acting: Actor;
  readonly owner: Member;
  readonly member: Member;
}

async function memberNamed(acting: Actor, person: Customer): Promise<Answer["json"]> {
  const { data } = await acting.ok("GET /api/company/members");
  return data.find(({ email }: { email: string }) => email === person.email);
}

/** Changes a member's role and hands the company over. The former owner leaves and is removed. */
async function handOver({ id, acting, owner, member }: Company): Promise<void> {
  const theirs = await member.actFor(id);
  await theirs.refused("DELETE /api/company/ownership", "role_lacks_permission");
  const { id: memberId, revision } = await memberNamed(acting, member.own);
  const role = { id: memberId, body: { revision, role: "manager" }, proof: await owner.proof() };
  await acting.ok("PUT /api/company/members/:id", role);
  const ask = async () =>
    acting.ok("POST /api/company/ownership", { body: { memberId }, proof: await owner.proof() });
  await ask();
  await acting.ok("DELETE /api/company/ownership");
  await ask();
  await member.own.ok("POST /api/companies/:id/ownership/decline", { id });
  await ask();
  const accepted = { id, proof: await member.proof(member.own) };
  await member.own.ok("POST /api/companies/:id/ownership/accept", accepted);
  await owner.own.ok("POST /api/companies/:id/leave", { id });
  await acting.refused("GET /api/company", "unauthenticated");
  const now = await member.actFor(id);
  const { invitation } = await invite(now, member, owner.own.email, "bookkeeper");
  await owner.own.ok("POST /api/company-invitations/accept", { body: { invitation } });
  const former = await memberNamed(now, owner.own);
  await now.ok("POST /api/company/members/:id/remove", {
    ...{ id: former.id, body: { revision: former.revision } },
  });
  await owner.own.refused("POST /api/companies/:id/session", "not_found", { id });
}
