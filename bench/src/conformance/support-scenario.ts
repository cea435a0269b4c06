import type { Answer } from "./conformance.ts";
import type { Customer, Operator } from "./people.ts";

const RECEIPT = { bytes: Buffer.from("A receipt.\n"), type: "text/plain" };

/** Writes to support, and an operator answers. */
export async function talkToSupport(
  me: Customer,
  desk: Operator | undefined,
  { cardId }: { readonly cardId: string },
): Promise<void> {
  const path = "/api/support/conversations";
  await me.ok("GET /api/support/facts", { query: { kind: "card", id: cardId } });
  const file = await me.ok("POST /api/support/attachments", { file: RECEIPT });
  const attachments = [{ id: file.id, name: "receipt.txt" }];
  const { id } = await me.ok(`POST ${path}`, {
    body: { subject: "A question", text: "Why?", attachments },
  });
  await me.ok(`GET ${path}`);
  await me.ok(`GET ${path}/:id`, { id });
  await me.ok(`POST ${path}/:id/messages`, { id, body: { text: "One more thing" } });
  await me.ok("GET /api/support/attachments/:id", { id: file.id });
  if (desk !== undefined) {
    await answerAtDesk(desk, { id, attachment: file.id });
  }
  const { data } = await me.ok(`GET ${path}/:id/messages`, { id });
  await me.ok(`POST ${path}/:id/read`, { id, body: { upTo: data[0].id } });
  await me.ok("GET /api/support/unread");
  await me.ok(`POST ${path}/:id/resolve`, { id });
}

async function answerAtDesk(
  desk: Operator,
  { id, attachment }: { readonly id: string; readonly attachment: string },
): Promise<void> {
  const path = "/api/admin/support/conversations";
  await desk.ok(`GET ${path}`, { query: { q: "question" } });
  await desk.ok(`GET ${path}/:id`, { id });
  const { data } = await desk.ok(`GET ${path}/:id/messages`, { id });
  await desk.ok(`POST ${path}/:id/read`, { id, body: { upTo: data[0].id } });
  const people = await desk.ok("GET /api/admin/support/people");
  const assigneeId = people.data[0].id;
  await desk.ok(`PUT ${path}/:id/assignee`, { id, body: { assigneeId } });
  await desk.ok(`PUT ${path}/:id/priority`, { id, body: { priority: "high" } });
  await desk.ok(`POST ${path}/:id/notes`, { id, body: { text: "Called back" } });
  const file = await desk.ok("POST /api/admin/support/attachments", { file: RECEIPT });
  const attachments = [{ id: file.id, name: "answer.txt" }];
  await desk.ok(`POST ${path}/:id/messages`, { id, body: { text: "Because.", attachments } });
  await desk.ok(`PUT ${path}/:id/status`, { id, body: { status: "open" } });
  await desk.ok("GET /api/admin/support/counts");
  await desk.ok("GET /api/admin/support/attachments/:id", { id: attachment });
}

/** Votes on a help article. */
export async function vote(me: Customer): Promise<void> {
  const body = { article: "fees", helped: true, locale: "en" };
  await me.ok("POST /api/support/article-votes", { body });
}

/** Manages the desk's saved replies, and the announcements. */
export async function manageTexts(desk: Operator): Promise<void> {
  await desk.ok("GET /api/admin/support/article-votes");
  const answers = "/api/admin/support/canned-answers";
  const name = `Hello ${crypto.randomUUID().slice(0, 8)}`;
  const made = await desk.ok(`POST ${answers}`, { body: { name, texts: { en: "Hello" } } });
  await desk.ok(`GET ${answers}`);
  const changed = { name, texts: { en: "Good day" }, revision: made.revision };
  await desk.ok(`PUT ${answers}/:id`, { id: made.id, body: changed });
  await desk.ok(`DELETE ${answers}/:id`, { id: made.id });
  const path = "/api/admin/announcements";
  const body = { type: "info", title: "Maintenance", content: "<p>On Sunday.</p>", draft: true };
  const one = await desk.ok(`POST ${path}`, { body });
  await desk.ok(`GET ${path}`);
  await desk.ok(`GET ${path}/:id`, { id: one.id });
  await desk.ok(`PUT ${path}/:id`, { id: one.id, body: { ...body, revision: one.revision } });
  await desk.ok(`DELETE ${path}/:id`, { id: one.id });
  const other: Answer["json"] = await desk.ok(`POST ${path}`, { body });
  await desk.ok(`POST ${path}/batch-delete`, { body: { ids: [other.id] } });
}
