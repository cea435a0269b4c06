import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startForgettingNotices } from "../../authorization/keep-alive/forget-notices.ts";
import { startRecording } from "../../back-office/status/record-minutes.ts";
import { startSupport } from "../../back-office/support/start-support.ts";
import { startWebhooks } from "../../developers/webhooks/start-webhooks.ts";
import { startApiKeys } from "../../identity/api-keys/start-api-keys.ts";
import { startRetention } from "../../identity/retention/start-retention.ts";
import { startSignIn } from "../../identity/sign-in/start-sign-in.ts";
import { forgetImports } from "../../money-movement/bank/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { createBoss, type Jobs } from "../../platform/jobs/jobs.ts";
import { startMaintenance } from "../../platform/jobs/maintenance.ts";
import {
  type DatedClass,
  ENDED_JOB_DAYS,
  overBefore,
  RETENTION,
} from "../../platform/retention.policy.ts";
import { type CardsApp, createCardsApp } from "../cards-app.ts";
import { openCard } from "../test-cards.ts";
import { withoutRepeatedJobs } from "../without-repeated-jobs.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: CardsApp;
let sql: postgres.Sql;

beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
  sql = postgres(app.database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await app.close();
});

type Start = (context: AppContext) => unknown;

/** Runs one of the repeated jobs that a function starts, once, as the server would. */
async function runJob(start: Start, name: string): Promise<void> {
  const tasks = new Map<string, (stopping: AbortSignal) => Promise<void>>();
  const jobs: Jobs = {
    ...app.context.jobs,
    every: (_, task, run) => void tasks.set(task, run),
    hourly: (task, run) => void tasks.set(task, run),
  };
  await start({ ...app.context, jobs });
  const task = tasks.get(name);
  if (task === undefined) {
    throw new Error(`no job is called ${name}`);
  }
  await task(new AbortController().signal);
}

/**
 * Deletes the queue's jobs whose period has ended, as a server does an hour after that was done
 * last.
 */
async function superviseQueue(): Promise<void> {
  const boss = createBoss(app.database.appUrl, app.context.log);
  await boss.start();
  await sql`update jobs.queue set maintain_on = now() - interval '1 hour'`;
  await boss.supervise();
  await boss.stop({ graceful: true, close: true });
}

/** Counts what is left of a planted row: 1 or 0. */
type Left = () => Promise<number>;

interface Case {
  /** Inserts a row whose period is counted from `at`. */
  plant(at: Date): Promise<Left>;
  job(): Promise<void>;
}

const left = async (rows: PromiseLike<readonly unknown[]>) => (await rows).length;

async function plantDocument(at: Date): Promise<Left> {
  const [id, { customerId }] = [newId(), await app.newCustomer()];
  await sql`
    insert into review_case (id, kind, subject_id, customer_id, status, revision, reasons,
      needs_two, opened_at, asked, missing, decided_at, changed_at, changed_by)
    values (${id}, 'deposit', ${newId()}, ${customerId}, 'approved', 1, '{test}',
      false, ${at}, '{}', '{}', ${at}, ${at}, 'test')`;
  await sql`
    insert into review_document (id, case_id, customer_id, item, name, type, bytes,
      content_index, key_id, wrapped_key, sealed, created_at)
    values (${id}, ${id}, ${customerId}, 'other', 'a.pdf', 'application/pdf', 1,
      ${randomBytes(32)}, 'key', decode('00', 'hex'), decode('00', 'hex'), ${at})`;
  return () => left(sql`select from review_document where id = ${id}`);
}

async function plantConversation(at: Date): Promise<Left> {
  const [id, { customerId, userId }] = [newId(), await app.newCustomer()];
  await sql`
    insert into support_conversation (id, customer_id, subject, status, last_seq,
      last_message_id, last_at, created_at, client_key)
    values (${id}, ${customerId}, 'Money', 'open', 1, ${id}, ${at}, ${at}, ${id})`;
  await sql`
    insert into support_message (id, conversation_id, seq, kind, from_desk, person_id, text,
      created_at, client_key)
    values (${id}, ${id}, 1, 'message', false, ${userId}, 'Where is it?', ${at}, ${id})`;
  return async () => {
    const conversations = await left(sql`select from support_conversation where id = ${id}`);
    const messages = await left(sql`select from support_message where id = ${id}`);
    expect(messages).toBe(conversations);
    return conversations;
  };
}

async function plantBankPayer(at: Date): Promise<Left> {
  const id = newId();
  await sql`
    insert into bank_entry (id, bank_statement_id, account, entry_key, n, currency, amount_minor,
      is_credit, is_reversal, booked_on, transaction_ids, creditor_references, remittance,
      party_name, state, changed_at)
    values (${id}, ${id}, 'X', ${id}, 1, 'EUR', 1, true, false, '2026-01-01', '{}', '{}', '',
      'Anna', 'unmatched', ${at})`;
  return () => left(sql`select from bank_entry where id = ${id} and party_name is not null`);
}

async function plantImport(at: Date): Promise<Left> {
  const id = newId();
  await sql`
    insert into bank_import (id, imported_by, state, entries, statements, problems, started_at,
      updated_at)
    values (${id}, 'reviewer', 'refused', 0, '[]', '[]', ${at}, ${at})`;
  return () => left(sql`select from bank_import where id = ${id}`);
}

async function plantUnsentFile(at: Date): Promise<Left> {
  const id = newId();
  await sql`
    insert into support_attachment (id, owner_id, kind, bytes, sealed, created_at)
    values (${id}, ${newId()}, 'text/plain', 1, decode('00', 'hex'), ${at})`;
  return () => left(sql`select from support_attachment where id = ${id}`);
}

async function plantFailures(at: Date): Promise<Left> {
  const [name, { userId }] = [randomBytes(32), await app.newCustomer()];
  await sql`insert into sign_in_failure (name_hash, failures, last_at) values (${name}, 3, ${at})`;
  await sql`insert into factor_failure (person_id, failures, last_at) values (${userId}, 3, ${at})`;
  return async () => {
    const names = await left(sql`select from sign_in_failure where name_hash = ${name}`);
    expect(await left(sql`select from factor_failure where person_id = ${userId}`)).toBe(names);
    return names;
  };
}

async function plantNetwork(at: Date): Promise<Left> {
  const name = randomBytes(32);
  await sql`
    insert into sign_in_network (name_hash, network_hash, failures, last_at, succeeded_at)
    values (${name}, ${name}, 0, ${at}, ${at})`;
  return () => left(sql`select from sign_in_network where name_hash = ${name}`);
}

async function plantVisitorKey(at: Date): Promise<Left> {
  const id = newId();
  await sql`
    insert into person_key (owner_id, owner_kind, key_id, wrapped_key, created_at)
    values (${id}, 'visitors', 'key', decode('00', 'hex'), ${at})`;
  return () => left(sql`select from person_key where owner_id = ${id} and wrapped_key is not null`);
}

async function plantAnswer(at: Date): Promise<Left> {
  const owner = newId();
  await sql`
    insert into idempotency_answer (owner, operation, key, fingerprint, status, body, created_at)
    values (${owner}, 'POST /tested', 'key', ${"0".repeat(64)}, 200, '{}', ${at})`;
  return () => left(sql`select from idempotency_answer where owner = ${owner}`);
}

async function plantEvent(at: Date): Promise<Left> {
  const customer = newId();
  // The newest event is always kept, so another one follows.
  for (const time of [at, new Date()]) {
    await sql`
      insert into customer_event (customer_id, topic, body, created_at)
      values (${customer}, 'tested', '{}', ${time})`;
  }
  return async () =>
    (await left(sql`select from customer_event where customer_id = ${customer}`)) - 1;
}

/** Plants a job that nothing handles. */
async function plantJob(at: Date): Promise<Left> {
  const queue = "tested-retention";
  const key = newId();
  await app.context.jobs.enqueue(app.context.db.kysely, queue, { key });
  // The job carries its period: moving its request moves the end of the period.
  await sql`
    update jobs.job set created_on = ${at}, start_after = ${at},
      keep_until = keep_until - (start_after - ${at}::timestamptz)
    where name = ${queue} and data ->> 'key' = ${key}`;
  return () => left(sql`select from jobs.job where data ->> 'key' = ${key}`);
}

async function plantInvitee(at: Date): Promise<Left> {
  const [id, { userId }] = [newId(), await app.newOperator("administrator")];
  const email = `${id}@tessera.test`;
  await sql`
    insert into operator_invitation (id, email, role, locale, token_hash, status, revision,
      inviter_id, invited_by, invited_at, sent_at, expires_at)
    values (${id}, ${email}, 'support', 'en', ${randomBytes(32)}, 'waiting', 1,
      ${userId}, 'test', ${at}, ${at}, ${at})`;
  await sql`
    insert into proposal ${sql({
      ...{ id, kind: "operator_invite", status: "waiting", proposer_id: userId },
      ...{
        reason: "test",
        proposed_by: "test",
        terms: { email },
        proposed_at: at,
        expires_at: at,
        client_key: id,
      },
    })}`;
  return async () => {
    const invitations = await left(sql`select from operator_invitation where email = ${email}`);
    expect(await left(sql`select from proposal where terms ->> 'email' = ${email}`)).toBe(
      invitations,
    );
    return invitations;
  };
}

async function plantView(at: Date): Promise<Left> {
  const [{ userId }, { customerId }] = [await app.newOperator("support"), await app.newCustomer()];
  await sql`
    insert into customer_view (operator_id, customer_id, viewed_at)
    values (${userId}, ${customerId}, ${at})`;
  return () => left(sql`select from customer_view where operator_id = ${userId}`);
}

async function plantKeyCall(at: Date): Promise<Left> {
  const { customerId, userId } = await app.newCustomer();
  const [keyId, id] = [newId(), newId()];
  await sql`
    insert into api_key (id, customer_id, person_id, name, mode, scopes, addresses,
      calls_per_minute, created_at, expires_at)
    values (${keyId}, ${customerId}, ${userId}, 'A', 'test', '{bills:read}', '{}', 1, ${at},
      ${new Date(at.getTime() + DAY_MS)})`;
  await sql`
    insert into api_key_call (id, key_id, at, method, route, status, address, duration_ms,
      request_id)
    values (${id}, ${keyId}, ${at}, 'GET', '/api/bills', 200, '127.0.0.1', 1, 'r')`;
  return () => left(sql`select from api_key_call where id = ${id}`);
}

async function plantNotice(at: Date): Promise<Left> {
  const customer = await app.newCustomer();
  const cardId = parseId("card", (await openCard(app, customer)).id) ?? "";
  await sql`
    insert into keep_alive_notice (card_id, day, merchant_key, decline_code, told_at)
    values (${cardId}, '2026-11-28', 'A', 'draw_stopped', ${at})`;
  return () => left(sql`select from keep_alive_notice where card_id = ${cardId}`);
}

async function plantWebhookEvent(at: Date): Promise<Left> {
  const { customerId } = await app.newCustomer();
  const [endpointId, id] = [newId(), newId()];
  await sql`
    insert into webhook_feed (customer_id, since_block, last_sequence, created_at)
    values (${customerId}, 0, 1, ${at})`;
  await sql`
    insert into webhook_endpoint (id, customer_id, name, url, types, card_ids, status, created_at)
    values (${endpointId}, ${customerId}, 'A', 'https://a.example', '{}', '{}', 'unverified',
      ${at})`;
  await sql`
    insert into webhook_event (customer_id, sequence, id, type, object_type, object_id, block,
      source, at, created_at)
    values (${customerId}, 1, ${id}, 'card.frozen', 'card', ${id}, 1, ${`audit:${id}`}, ${at},
      ${at})`;
  await sql`
    insert into webhook_delivery (endpoint_id, sequence, customer_id, next_at, queued_at)
    values (${endpointId}, 1, ${customerId}, ${at}, ${at})`;
  await sql`
    insert into webhook_attempt (id, endpoint_id, kind, at, duration_ms, outcome)
    values (${id}, ${endpointId}, 'example', ${at}, 1, 'delivered')`;
  return () =>
    left(sql`
      select where exists (select from webhook_event where id = ${id})
        or exists (select from webhook_delivery where endpoint_id = ${endpointId})
        or exists (select from webhook_attempt where id = ${id})`);
}

async function plantServiceHour(at: Date): Promise<Left> {
  const component = newId();
  await sql`
    insert into service_hour (component, hour, measured, degraded, down, last_minute)
    values (${component}, ${at}, 1, 0, 0, ${at})`;
  return () => left(sql`select from service_hour where component = ${component}`);
}

async function plantMail(at: Date): Promise<Left> {
  const id = newId();
  await sql`
    insert into sandbox_mail (id, recipient, subject, text_body, html_body, sent_at)
    values (${id}, 'a@example.com', 'A', 'A', 'A', ${at})`;
  return () => left(sql`select from sandbox_mail where id = ${id}`);
}

const retention = () => runJob(startRetention, "retention");
const maintenance = () => runJob(startMaintenance, "forgetting");
const signIn = () => runJob(startSignIn, "sign-in");

/** A case for every class with a number of days. The type rejects a missing one. */
const CASES: Readonly<Record<DatedClass, Case>> = {
  documents: { plant: plantDocument, job: retention },
  conversations: { plant: plantConversation, job: retention },
  unsentFiles: { plant: plantUnsentFile, job: () => runJob(startSupport, "support.forget") },
  signInFailures: { plant: plantFailures, job: signIn },
  signInNetworks: { plant: plantNetwork, job: signIn },
  visitors: { plant: plantVisitorKey, job: retention },
  keepAliveNotices: {
    plant: plantNotice,
    job: () => runJob(startForgettingNotices, "keep-alive notices"),
  },
  answers: { plant: plantAnswer, job: maintenance },
  events: { plant: plantEvent, job: maintenance },
  jobs: { plant: plantJob, job: superviseQueue },
  bankPayers: { plant: plantBankPayer, job: retention },
  statementImports: { plant: plantImport, job: () => forgetImports(app.context) },
  invitees: { plant: plantInvitee, job: retention },
  apiKeyCalls: { plant: plantKeyCall, job: () => runJob(startApiKeys, "api-key calls") },
  webhookEvents: {
    plant: plantWebhookEvent,
    job: () => runJob(startWebhooks, "old webhook events"),
  },
  views: { plant: plantView, job: retention },
  serviceHours: {
    plant: plantServiceHour,
    job: () => runJob(startRecording, "service-status.forget"),
  },
  sandboxMails: { plant: plantMail, job: retention },
};

it("retention: every class with a number of days has a case", () => {
  const dated = Object.entries(RETENTION).filter(
    ([, { period }]) => typeof period === "object" && "days" in period,
  );
  expect(Object.keys(CASES).toSorted()).toEqual(dated.map(([name]) => name).toSorted());
});

it.each(Object.entries(CASES) as [DatedClass, Case][])(
  "retention: %s past their period are gone after the job, and younger ones stay",
  async (name, { plant, job }) => {
    const cutoffMs = overBefore(name, app.context.clock.now()).getTime();
    const old = await plant(new Date(cutoffMs - HOUR_MS));
    const young = await plant(new Date(cutoffMs + HOUR_MS));
    expect([await old(), await young()]).toEqual([1, 1]);
    await job();
    expect([await old(), await young()]).toEqual([0, 1]);
  },
);

it("retention: a job that ended is deleted a week after its end", async () => {
  const plantEnded = async (at: Date): Promise<Left> => {
    const key = newId();
    await app.context.jobs.enqueue(app.context.db.kysely, "tested-ended", { key });
    await sql`
      update jobs.job set state = 'completed', started_on = ${at}, completed_on = ${at}
      where data ->> 'key' = ${key}`;
    return () => left(sql`select from jobs.job where data ->> 'key' = ${key}`);
  };
  const cutoffMs = app.context.clock.now().getTime() - ENDED_JOB_DAYS * DAY_MS;
  const old = await plantEnded(new Date(cutoffMs - HOUR_MS));
  const young = await plantEnded(new Date(cutoffMs + HOUR_MS));
  await superviseQueue();
  expect([await old(), await young()]).toEqual([0, 1]);
});
