import type { Actor } from "./actor.ts";
import type { Answer } from "./conformance.ts";
import { findInMail, freshEmail, type Operator, PASSWORD } from "./people.ts";

const REASON = "Conformance";
const NAMES = { en: "Conformance", "zh-CN": "一致性", "zh-TW": "一致性" };

/** Two administrators of a cell, and its visitor. */
export interface Administration {
  readonly one: Operator;
  readonly two: Operator;
  readonly visitor: Actor;
}

/** Manages products and fees. */
export async function manageProgram({ one }: Administration): Promise<void> {
  const path = "/api/admin/programme";
  await one.ok("GET /api/admin/board", { query: { window: "24h" } });
  await one.ok("GET /api/admin/exchange/positions");
  const { data } = await one.ok(`GET ${path}/segments`, { query: { limit: "100" } });
  const { network, type, currency, names, limits } = data[0];
  const product = {
    ...{ network, type, currency, names, limits, openingFee: null, depositFeeBasisPoints: null },
    ...{ bin: `4${String(Date.now()).slice(-7)}`, open: false },
  };
  const made = await one.ok(`POST ${path}/segments`, { body: { ...product, stock: 5 } });
  const changed = { ...product, openingFee: "2.00", revision: made.revision };
  await one.ok(`PUT ${path}/segments/:id`, { id: made.id, body: changed });
  await one.refused(`PUT ${path}/segments/:id`, "programme_changed", {
    ...{ id: made.id, body: { ...changed, openingFee: "1.00" } },
  });
  const stock = { direction: "add", count: 3, reason: REASON };
  await one.ok(`POST ${path}/segments/:id/stock`, { id: made.id, body: stock });
  const listed = await one.ok(`GET ${path}/fees`);
  const inForce = listed.data.find((each: Answer["json"]) => each.status === "in_force");
  const fees = {
    cardOpeningFees: Object.fromEntries(
      inForce.cardOpeningFees.map((fee: Answer["json"]) => [fee.currency, fee.amount]),
    ),
    cardDepositBasisPoints: inForce.cardDepositBasisPoints,
    withdrawalBasisPoints: inForce.withdrawalBasisPoints,
    effectiveFrom: new Date(Date.now() + 400 * 86_400_000).toISOString(),
  };
  await one.ok(`POST ${path}/fees/preview`, { body: fees });
  const published = await one.ok(`POST ${path}/fees`, { body: fees });
  await one.ok(`POST ${path}/fees/:id/cancel`, { id: String(published.version) });
}

/** Lowers a limit, proposes to raise it again, and decides proposals. */
export async function manageSettings({ one, two }: Administration): Promise<void> {
  const path = "/api/admin/programme/settings";
  const read = async () => (await one.ok(`GET ${path}`)).current;
  const { version, withdrawal, application, correction } = await read();
  const lowered = { ...withdrawal, reviewAbove: String(Number(withdrawal.reviewAbove) - 1) };
  await one.ok(`PUT ${path}`, {
    body: { version, withdrawal: lowered, application, correction },
  });
  const stale = { ...withdrawal, reviewAbove: String(Number(withdrawal.reviewAbove) - 2) };
  await one.refused(`PUT ${path}`, "programme_changed", {
    body: { version, withdrawal: stale, application, correction },
  });
  const propose = async () => {
    const { version: now } = await read();
    const body = { version: now, withdrawal, application, correction, reason: REASON };
    return one.proven(`POST ${path}/proposals`, { body });
  };
  const proposals = "/api/admin/proposals";
  const first = await propose();
  await two.ok(`GET ${proposals}`);
  await two.ok(`GET ${proposals}/:id`, { id: first.id });
  await two.ok(`POST ${proposals}/:id/reject`, { id: first.id, body: { note: REASON } });
  const second = await propose();
  await one.ok(`POST ${proposals}/:id/withdraw`, { id: second.id });
  const offset = { amount: "1.00", currency: "USD" };
  const trade = { sold: offset, bought: { ...offset, currency: "EUR" }, reason: REASON };
  const recorded = await one.proven("POST /api/admin/exchange/trades", {
    body: { ...trade, bankReference: `Conformance ${Date.now()}` },
  });
  await one.ok(`POST ${proposals}/:id/withdraw`, { id: recorded.id });
  const third = await propose();
  await two.proven(`POST ${proposals}/:id/approve`, { id: third.id });
}

/** Writes a program rule, tries it on the past, and turns it on and off. */
export async function manageRules({ one, two }: Administration): Promise<void> {
  const path = "/api/admin/programme/rules";
  const terms = { kind: "payments", when: { mccs: { match: "any_of", values: ["5733"] } } };
  const written = { names: NAMES, terms, mode: "off", reason: REASON };
  const { id, version } = await one.ok(`POST ${path}`, { body: written });
  await one.ok(`GET ${path}`);
  await one.ok(`GET ${path}/:id`, { id });
  await one.ok(`POST ${path}/backtest`, { body: { terms, days: 30 } });
  const turnOn = { version, ...written, mode: "active" };
  const decisions = "/api/admin/programme/rule-proposals";
  const propose = async (): Promise<string> =>
    (await one.ok(`PUT ${path}/:id`, { id, body: turnOn })).proposal.id;
  const rejected = { id: await propose(), body: { note: REASON } };
  await two.ok(`POST ${decisions}/:id/reject`, rejected);
  await one.ok(`POST ${decisions}/:id/withdraw`, { id: await propose() });
  const active = await two.proven(`POST ${decisions}/:id/approve`, { id: await propose() });
  await one.ok(`GET ${path}/:id/hits`, { id });
  const off = { ...turnOn, version: active.version, mode: "off" };
  const proposal = (await one.ok(`PUT ${path}/:id`, { id, body: off })).proposal?.id;
  if (proposal !== undefined) {
    await two.proven(`POST ${decisions}/:id/approve`, { id: proposal });
  }
}

/** Invites an operator, changes their access, and removes them. */
export async function manageOperators({ one, two, visitor }: Administration): Promise<void> {
  const invitations = "/api/admin/operator-invitations";
  const email = freshEmail();
  const body = { email, role: "auditor", locale: "en" };
  const invited = await one.proven(`POST ${invitations}`, { body });
  await one.ok(`GET ${invitations}`);
  const link = /operator-invitation#([A-Za-z0-9_-]+)/;
  const first = await findInMail([visitor], email, link);
  const resend = { id: invited.id, body: { revision: invited.revision } };
  await one.proven(`POST ${invitations}/:id/resend`, resend);
  const token = await findInMail([visitor], email, link, new Set([first]));
  await visitor.refused("POST /api/operator-invitations/read", "invitation_invalid", {
    body: { token: first },
  });
  await visitor.ok("POST /api/operator-invitations/read", { body: { token } });
  const username = `auditor-${crypto.randomUUID().slice(0, 8)}`;
  const accepted = { token, username, password: PASSWORD, confirmPassword: PASSWORD };
  await visitor.ok("POST /api/operator-invitations/accept", { body: accepted });
  const another = { ...body, email: freshEmail() };
  const second = await one.proven(`POST ${invitations}`, { body: another });
  const withdrawn = { id: second.id, body: { revision: second.revision } };
  await one.ok(`POST ${invitations}/:id/withdraw`, withdrawn);
  await changeAccess({ one, two, visitor }, username);
}

async function changeAccess({ one }: Administration, username: string): Promise<void> {
  const path = "/api/admin/operators";
  const { data } = await one.ok(`GET ${path}`, { query: { limit: "100" } });
  const { id } = data.find((each: Answer["json"]) => each.username === username);
  const act = async (what: string, more: object = {}) => {
    const { revision } = await one.ok(`GET ${path}/:id`, { id });
    const body = { revision, reason: REASON, ...more };
    await one.proven(`POST ${path}/:id/${what}`, { id, body });
  };
  await act("role", { role: "support" });
  await act("suspend");
  await act("resume");
  const asked = { email: freshEmail(), role: "reviewer", locale: "en", reason: REASON };
  await one.proven("POST /api/admin/proposals/invitation", { body: asked });
  const { revision } = await one.ok(`GET ${path}/:id`, { id });
  const proposed = { kind: "operator_role", operatorId: id, revision, role: "reviewer" };
  const made = await one.proven("POST /api/admin/proposals/operator", {
    body: { ...proposed, reason: REASON },
  });
  await one.ok("POST /api/admin/proposals/:id/withdraw", { id: made.id });
  await act("remove");
}

/** Reads and exports the program's audit log. */
export async function readAudit({ one }: Administration): Promise<void> {
  const { data } = await one.ok("GET /api/operator/audit", { query: { limit: "5" } });
  await one.ok("GET /api/operator/audit/:id", { id: data[0].id });
  const from = new Date(Date.now() - 3_600_000).toISOString();
  await one.ok("POST /api/operator/audit/export", { body: { from } });
}
