import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../platform/context.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { enqueueMail } from "./enqueue-mail.ts";

interface Received {
  readonly from: string;
  readonly to: string[];
  readonly data: string;
}

let test: TestApp;
let smtp: SMTPServer;
const received: Received[] = [];
let refusals = 0;

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo(_address, _session, done) {
      if (refusals > 0) {
        refusals -= 1;
        done(Object.assign(new Error("Try later"), { responseCode: 451 }));
        return;
      }
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          data: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  const port = await listen(smtp);
  test = await createTestApp({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Tessera <no-reply@tessera.example>",
      MAIL_REPLY_TO: "support@tessera.example",
    },
  });
});
afterAll(async () => {
  await test?.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const CONTENT = { subject: "Hello", heading: "Hello", paragraphs: ["A line."], note: "Bye." };

function send(to: string, subject = "Hello") {
  return inTransaction(test.context.db, (tx) =>
    enqueueMail(test.context, tx, { to, locale: "en", content: { ...CONTENT, subject } }, 600),
  );
}

it("mail: is delivered to a real mail server and to the sandbox's mailbox", async () => {
  await send("ada@example.com");
  expect((await test.mailTo("ada@example.com")).subject).toBe("Hello");
  expect(received.at(-1)).toMatchObject({
    from: "no-reply@tessera.example",
    to: ["ada@example.com"],
  });
  expect(received.at(-1)?.data).toContain("Content-Type: text/html; charset=utf-8");
});

it("mail: a reply goes to the address in MAIL_REPLY_TO", async () => {
  await send("grace@example.com");
  await test.mailTo("grace@example.com");
  expect(received.at(-1)?.data).toMatch(/^Reply-To: support@tessera\.example\r$/m);
});

it("mail: the subject and address cannot inject headers or recipients", async () => {
  await send("eve@example.com", "Hi\r\nBcc: victim@example.com");
  await test.mailTo("eve@example.com");
  expect(received.at(-1)?.to).toEqual(["eve@example.com"]);
  expect(received.at(-1)?.data).not.toMatch(/^Bcc:/m);
  const before = received.length;
  for (const to of ["a@b.c,victim@d.e", "a@b.c\r\nBcc: x@y.z", "<a@b.c>", "a@b.c victim@d.e"]) {
    await send(to);
  }
  await send("last@example.com");
  await test.mailTo("last@example.com");
  expect(received.length).toBe(before + 1);
});

it("mail: strips invisible and direction-changing characters", async () => {
  await send("rtl@example.com", "Card \u202e4242\u200b\u2066 frozen");
  const { subject } = await test.mailTo("rtl@example.com");
  expect(subject).toBe("Card 4242 frozen");
});

it("mail: is not sent if its transaction was rolled back or it has expired", async () => {
  const rolledBack = inTransaction(test.context.db, async (tx) => {
    const mail = { to: "never@example.com", locale: "en" as const, content: CONTENT };
    await enqueueMail(test.context, tx, mail, 600);
    throw new Error("undo");
  });
  await expect(rolledBack).rejects.toThrow("undo");
  await inTransaction(test.context.db, (tx) => {
    const mail = { to: "late@example.com", locale: "en" as const, content: CONTENT };
    return enqueueMail(test.context, tx, mail, -1);
  });
  await send("after@example.com");
  await test.mailTo("after@example.com");
  const { json } = await test.call("GET", "/sandbox/mail.json");
  const addresses = json.data.map(({ to }: { to: string }) => to);
  expect(addresses).not.toContain("never@example.com");
  expect(addresses).not.toContain("late@example.com");
});

it("sandbox mailbox: lists only the emails to one address on request", async () => {
  await send("one@example.com");
  await test.mailTo("one@example.com");
  const { json } = await test.call("GET", "/sandbox/mail.json?to=One%40example.com");
  expect(json.data.map(({ to }: { to: string }) => to)).toEqual(["one@example.com"]);
  expect((await test.call("GET", "/sandbox/mail.json?to=nobody")).status).toBe(400);
});

it("mail: callers get the usual response while the mail server refuses connections", async () => {
  refusals = 1;
  const { headers } = await test.call("GET", "/api/captcha");
  const captchaId = String(headers["x-captcha-id"]);
  const body = { email: "gray@example.com", purpose: "register", captchaId, captchaCode: "TESTER" };
  expect((await test.call("POST", "/api/auth/send-code", { body })).status).toBe(200);
  await expect.poll(() => refusals, { timeout: 60_000 }).toBe(0);
});

it("sandbox mailbox: shows emails on a page that cannot run scripts", async () => {
  const { text, headers } = await test.call("GET", "/sandbox/mail");
  expect(text).toContain("ada@example.com");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const { json } = await test.call("GET", "/sandbox/mail.json");
  const frame = await test.call("GET", `/sandbox/mail/${json.data[0].id}`);
  expect(frame.headers["content-security-policy"]).toContain("sandbox");
  expect((await test.call("GET", "/sandbox/mail/none")).status).toBe(404);
});

it.each([
  ["en", "Sandbox mailbox", "English"],
  ["zh-CN", "沙盒邮箱", "简体中文"],
  ["zh-TW", "沙盒信箱", "繁體中文"],
])(
  "sandbox mailbox: shows its page in %s, as set by the browser or chosen by the reader",
  async (locale, title, own) => {
    const headers = { "accept-language": locale };
    const other = locale === "en" ? "zh-TW" : "en";
    for (const page of [
      await test.call("GET", "/sandbox/mail", { headers }),
      await test.call("GET", `/sandbox/mail?lang=${locale}`, {
        headers: { "accept-language": other },
      }),
    ]) {
      expect(page.text).toContain(`<html lang="${locale}">`);
      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect(page.text).toContain(`aria-current="true">${own}</a>`);
    }
    const unknown = await test.call("GET", "/sandbox/mail?lang=%22%3E", { headers });
    expect(unknown.text).toContain(`<html lang="${locale}">`);
  },
);
