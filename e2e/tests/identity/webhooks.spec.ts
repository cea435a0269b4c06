import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../../src/fixtures.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../../src/look-around.ts";
import { type Locale, wordsOf } from "../../src/words.ts";

/** Tests a webhook from its creation next to the API keys to its end, with a real receiver. */

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Opens a receiver that echoes challenges and remembers the types of other messages. */
async function openReceiver(): Promise<{ url: string; types: string[]; server: Server }> {
  const types: string[] = [];
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const { type, challenge } = JSON.parse(text);
      types.push(type);
      response.end(challenge);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/events`, types, server };
}

for (const [locale, width] of [
  ["en", 1280],
  ["zh-TW", 390],
] as const satisfies readonly (readonly [Locale, number])[]) {
  test(`webhooks: a customer creates one, verifies it and sees its attempts (${locale})`, async ({
    customer,
    signedIn: page,
  }) => {
    const say = wordsOf(locale);
    const { url, types, server } = await openReceiver();
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((kept) => localStorage.setItem("tessera-locale", kept), locale);
    await page.goto("/profile");
    await page.getByRole("link", { name: say("API keys") }).click();
    await expect(page.getByText(say("No webhooks yet."))).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: say("Create a webhook") }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: say("Continue") }).click();
    await expect(sheet.getByText(say("Enter an address that begins with https://"))).toBeVisible();
    await sheet.getByLabel(say("Name"), { exact: true }).fill("Books");
    await sheet.getByLabel(say("Server address")).fill(url);
    await sheet.getByLabel(say("Events"), { exact: true }).selectOption("some");
    await expectAccessible(page);
    await sheet.getByLabel(say("Events"), { exact: true }).selectOption("all");
    await sheet.getByRole("button", { name: say("Continue") }).click();
    await sheet.locator("input[type=password]").fill(customer.password);
    await sheet.getByRole("button", { name: say("Create webhook"), exact: true }).click();
    const secret = (await sheet.locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await expectAccessible(page);
    await sheet.getByRole("button", { name: say("Done") }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByText(secret)).toHaveCount(0);

    await expect(page.getByText(say("Not verified"), { exact: true })).toBeVisible();
    await page.getByRole("button", { name: say("Verify"), exact: true }).click();
    await expect(page.getByText(say("Sending"), { exact: true })).toBeVisible();
    expect(types).toEqual(["webhook.challenge"]);

    await page.getByRole("button", { name: say("Attempts") }).click();
    const attempts = page.getByRole("dialog");
    await attempts.getByRole("button", { name: say("Send an example") }).click();
    await expect(attempts.getByText(say("Delivered"), { exact: true })).toHaveCount(2);
    expect(types).toEqual(["webhook.challenge", "card.frozen"]);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press("Escape");
    await expect(attempts).toBeHidden();

    await page.getByRole("button", { name: say("Delete"), exact: true }).click();
    const asked = page.getByRole("alertdialog");
    await asked.getByRole("button", { name: say("Delete"), exact: true }).click();
    await expect(page.getByText(say("No webhooks yet."))).toBeVisible();
    await expectNoSidewaysScroll(page);
    server.close();
  });
}
