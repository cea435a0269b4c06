import {
  LEGAL_TEXTS,
  LEGAL_VERSIONS,
  type LegalVersions,
} from "@tessera/contract/identity/legal-versions";
import { connectTo, openDatabase } from "@tessera/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createAuthenticator } from "../sessions/index.ts";
import { acceptTexts } from "./accept-texts.ts";
import { createAcceptanceGate } from "./acceptance-gate.ts";
import { versionsWithNewTerms } from "./legal-versions.fixtures.ts";
import { newProgramVersions, ROLLOUT_MS, versionsInForce } from "./legal-versions.policy.ts";
import { programVersions } from "./program-versions.ts";

const DAY_MS = 86_400_000;
/** Two releases. The second has new terms, whose published date is past at the rollout. */
const NEW = versionsWithNewTerms(new Date(Date.now() - DAY_MS / 2));
const OLD: LegalVersions = { ...NEW, terms: NEW.terms.slice(0, 1) };
const ORIGIN = { network: null, device: "test" };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ legalVersions: OLD });
});
afterAll(() => app?.close());

/** Starts a server of a release: its context has the versions of the release. */
async function start(release: LegalVersions): Promise<AppContext> {
  const { db, clock } = app.context;
  const legalVersions = await programVersions(db.kysely, clock.now(), release);
  return Object.freeze({ ...app.context, legalVersions });
}

async function newSession(): Promise<Session> {
  const { token } = await app.signUp();
  const session = await createAuthenticator(app.context).session(token);
  if (session === undefined) {
    throw new Error("a session did not open");
  }
  return session;
}

function accept(server: AppContext, session: Session, version: number) {
  const texts = LEGAL_TEXTS.map((text) => ({
    text,
    version: text === "terms" ? version : 1,
    locale: "en" as const,
  }));
  return acceptTexts(server, { session, texts, origin: ORIGIN, requestId: "request" });
}

const mayOpenCards = async (server: AppContext, session: Session) =>
  (await createAcceptanceGate(server).refusal(session)) === undefined;

test("program versions: in a rollout, both releases accept the same version", async () => {
  const former = await start(OLD);
  const [ada, ben] = [await newSession(), await newSession()];
  const next = await start(NEW);
  // The former release does not know the new terms, and refuses them. Nobody is asked for them.
  for (const [session, server] of [
    [ada, former],
    [ben, next],
  ] as const) {
    expect((await accept(server, session, 1)).texts).toEqual([]);
    expect(await mayOpenCards(former, session)).toBe(true);
    expect(await mayOpenCards(next, session)).toBe(true);
  }
  const refused = { code: "legal_version_not_in_force" };
  await expect(accept(former, ada, 2)).rejects.toMatchObject(refused);
  await expect(accept(next, ada, 2)).rejects.toMatchObject(refused);

  // A server that starts later keeps the date of the first one.
  const { effectiveFrom } = next.legalVersions.terms[1] ?? { effectiveFrom: "" };
  app.clock.advance(60);
  expect((await start(NEW)).legalVersions.terms[1]?.effectiveFrom).toBe(effectiveFrom);
  app.clock.advance(ROLLOUT_MS / 1_000);
  expect(await mayOpenCards(next, ada)).toBe(false);
  expect((await accept(next, ada, 2)).texts).toEqual([]);
  expect(await mayOpenCards(next, ada)).toBe(true);
  // Back to the former release: it asks neither the customer who accepted more nor the other one.
  const back = await start(OLD);
  expect(await mayOpenCards(back, ada)).toBe(true);
  expect(await mayOpenCards(back, ben)).toBe(true);
});

test("program versions: the first start waits while it reads many acceptances", async () => {
  const { appUrl, ownerUrl } = app.database;
  const owner = connectTo(ownerUrl, {});
  // Without records, as before the first start. Reading Ada's acceptance exceeds the usual limit.
  await owner`delete from legal_version`;
  await owner`create policy slow on legal_acceptance
    using (case when version = 2 then pg_sleep(1.5)::text = '' else true end)`;
  await owner`alter table legal_acceptance enable row level security`;
  const db = openDatabase<object>({ url: appUrl, maxConnections: 4, statementTimeoutMs: 1_000 });
  try {
    await expect(db.sql`select from legal_acceptance`).rejects.toMatchObject({ code: "57014" });
    const now = app.context.clock.now();
    const published = versionsWithNewTerms(new Date(now.getTime() - DAY_MS / 2));
    const [first, second, third] = published.terms;
    const effectiveFrom = new Date(now.getTime() - DAY_MS / 4).toISOString();
    const terms = [first, second, third && { ...third, effectiveFrom }].filter(
      (one) => one !== undefined,
    );
    const dated = await programVersions(db.kysely, now, { ...published, terms });
    expect(dated.terms.map((one) => one.effectiveFrom)).toEqual([
      first?.effectiveFrom,
      second?.effectiveFrom,
      new Date(now.getTime() + ROLLOUT_MS).toISOString(),
    ]);
  } finally {
    await owner`alter table legal_acceptance disable row level security`;
    await Promise.all([db.close(), owner.end({ timeout: 1 })]);
  }
});

const NOW = new Date("2030-01-01T00:00:00.000Z");
const dateOf = (former: Parameters<typeof newProgramVersions>[1]["former"], now = NOW) =>
  newProgramVersions(NEW, { known: [], former, now })
    .filter(({ text }) => text === "terms")
    .map(({ inForceFrom }) => inForceFrom.toISOString());
const published = NEW.terms.map(({ effectiveFrom }) => effectiveFrom);

test("program versions: in a new program, every version has its published date", () => {
  expect(dateOf([])).toEqual(published);
  expect(versionsInForce(LEGAL_VERSIONS, NOW)).toHaveLength(LEGAL_TEXTS.length);
});

test("program versions: one that customers accepted before has its published date", () => {
  expect(dateOf([{ text: "terms", version: 3 }])).toEqual(published);
});

test("program versions: a new one is in force a day later, or from a later published date", () => {
  const aDayLater = new Date(NOW.getTime() + ROLLOUT_MS).toISOString();
  const known = [{ text: "terms", version: 1 }] as const;
  expect(dateOf(known)).toEqual([published[0], aDayLater, aDayLater]);
  const early = new Date(Date.parse(published[1] ?? "") - 2 * ROLLOUT_MS);
  expect(dateOf(known, early)).toEqual(published);
});
