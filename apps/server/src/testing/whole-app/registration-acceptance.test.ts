import { afterAll, beforeAll, expect, test } from "vitest";
import { versionsWithNewTerms } from "../../identity/legal/legal-versions.fixtures.ts";
import {
  captcha,
  mailedCode,
  mailedToken,
  newAddress,
  PASSWORD,
  register,
  sendCode,
  signIn,
} from "../../identity/people/account-flows.fixtures.ts";
import { createTestApp, type TestApp } from "../test-app.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) " +
  "Version/18.5 Mobile/15E148 Safari/604.1";
const HEADERS = { "accept-language": "zh-CN", "user-agent": IPHONE };
const FROM_HERE = { headers: HEADERS, ip: "203.0.113.77" };
const SECOND_FROM = new Date(Date.now() + 86_400_000);
const versions = versionsWithNewTerms(SECOND_FROM);

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ legalVersions: versions });
});
afterAll(() => app.close());

async function tokenOf(email: string): Promise<string> {
  return (await signIn(app, email)).json.token;
}

const acceptances = async (token: string) =>
  (await app.call("GET", "/api/legal/acceptances", { token })).json.data;
const rows = (email: string) => app.context.db.sql`
  select a.* from legal_acceptance a join person p on p.id = a.person_id
  where p.email = ${email} order by a.text`;

test("registration: records each legal text's version, language, digest and origin", async () => {
  const email = newAddress("lin");
  await sendCode(app, email, "register");
  const before = app.clock.now();
  const code = await mailedCode(app, email);
  expect((await register(app, { email, code }, FROM_HERE)).status).toBe(201);
  expect(await rows(email)).toMatchObject(
    (["agreement", "privacy", "security", "terms"] as const).map((text) => ({
      text,
      version: 1,
      locale: "zh-CN",
      text_sha256: versions[text][0]?.sha256["zh-CN"],
      network: "203.0.113.0/24",
      device: IPHONE,
      source: "registration",
    })),
  );
  const [row] = await rows(email);
  expect(row?.accepted_at.getTime()).toBeGreaterThanOrEqual(before.getTime());

  const token = await tokenOf(email);
  expect(await acceptances(token)).toHaveLength(4);
  expect((await acceptances(token))[0]).toEqual({
    text: "terms",
    version: 1,
    locale: "zh-CN",
    acceptedAt: row?.accepted_at.toISOString(),
    source: "registration",
    browser: "safari",
    system: "iphone",
    network: "203.0.113.0/24",
  });
  const { json } = await app.call("GET", "/api/legal/outstanding", { token });
  expect(json.texts).toEqual([]);
});

test("registration: without agreement, creates no account and records nothing", async () => {
  const email = newAddress("no");
  await sendCode(app, email, "register");
  const code = await mailedCode(app, email);
  const refused = await register(app, { email, code, agreement: false });
  expect(refused.status).toBe(400);
  expect(await rows(email)).toEqual([]);
});

test("registration: by link, accepts the versions shown in the form, not newer ones", async () => {
  const email = newAddress("late");
  app.clock.advance((SECOND_FROM.getTime() - app.clock.now().getTime()) / 1_000 - 600);
  const asked = await register(app, { email, ...(await captcha(app)) }, FROM_HERE);
  expect(asked.status).toBe(201);
  const token = await mailedToken(app, email);
  app.clock.advance(3_600);
  const followed = await app.call("POST", "/api/customer/verify-email", {
    body: { token },
    ip: "198.51.100.9",
  });
  expect(followed.status).toBe(200);
  const terms = (await rows(email)).find(({ text }) => text === "terms");
  expect(terms).toMatchObject({ version: 1, network: "203.0.113.0/24", device: IPHONE });
  expect(terms?.accepted_at < SECOND_FROM).toBe(true);
  const { json } = await app.call("GET", "/api/legal/outstanding", { token: followed.json.token });
  expect(json.texts).toMatchObject([{ text: "terms", version: 2, acceptedVersion: 1 }]);
});

test("registration: after a new version takes effect, accepts that version", async () => {
  const email = newAddress("new");
  await sendCode(app, email, "register");
  await register(app, { email, code: await mailedCode(app, email) });
  const [, , , terms] = await rows(email);
  expect(terms).toMatchObject({ text: "terms", version: 2 });
  expect(
    await app.call("POST", "/api/customer/login", {
      body: { username: email, password: PASSWORD },
    }),
  ).toMatchObject({ status: 200 });
});
