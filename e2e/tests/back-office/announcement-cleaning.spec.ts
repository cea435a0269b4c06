import type { Page } from "@playwright/test";
import published from "../../src/dompurify-cases.json" with { type: "json" };
import { expect, serverOrigin, test } from "../../src/fixtures.ts";
import { administrator } from "../../src/operators.ts";
import { call } from "../../src/sandbox-client.ts";

// The console's content security policy is bypassed, because it would block anything that the
// sanitizer misses, and these tests are about the sanitizer.
test.use({ bypassCSP: true, tolerated: [/./] });

/**
 * More recent attacks on sanitizers, in which text becomes a different tree when it is parsed
 * again.
 */
const LATER = [
  "<math><mtext><table><mglyph><style><!--</style>" +
    '<img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<svg><foreignobject><math><mi><style><!--</style><img src=x onerror=alert(1)>-->",
  '<a href="java&#9;script:alert(1)">x</a><a href="/\\evil.example">y</a>',
  '<p is="x-evil" onclick=alert(1)>x</p><template><img src=x onerror=alert(1)></template>',
];
const PAYLOADS = [...published.cases.map(({ payload }) => payload), ...LATER];
const TAGS = "P BR STRONG B EM I U S UL OL LI H3 H4 BLOCKQUOTE CODE A".split(" ");
const ATTRIBUTES = ["href", "title", "rel", "target", "aria-level"];

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly locale: string;
  readonly title: string;
  readonly content: string;
  readonly publishedAt: string;
}

function announced(contents: readonly string[]): Shown[] {
  return contents.map((content, place) => ({
    id: `ann_${place}`,
    type: "info",
    locale: "en",
    title: `Case ${place}`,
    content,
    publishedAt: "2026-01-01T00:00:00.000Z",
  }));
}

/**
 * Watches a page for anything that announcements must not do, such as opening dialogs, running
 * scripts, and calling other origins.
 */
async function watch(page: Page): Promise<() => Promise<readonly string[]>> {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== serverOrigin()) {
      seen.push(`request ${request.url()}`);
    }
  });
  await page.route(
    (url) => url.origin !== serverOrigin(),
    (route) => route.abort(),
  );
  await page.addInitScript(() => {
    const ran: string[] = [];
    Reflect.set(window, "ranScripts", ran);
    for (const name of ["alert", "confirm", "prompt"]) {
      Reflect.set(window, name, (text: unknown) => void ran.push(`${name} ${String(text)}`));
    }
  });
  return async () => [
    ...seen,
    ...(await page.evaluate(() => Reflect.get(window, "ranScripts") as string[])),
  ];
}

/** Finds forbidden elements and attributes in the texts on the page. */
function offenses(page: Page): Promise<string[]> {
  return page.evaluate(
    ([tags, attributes]) =>
      [...document.querySelectorAll("article > div:last-child > div *")].flatMap((element) => [
        ...(tags.includes(element.tagName) ? [] : [element.tagName]),
        ...[...element.attributes]
          .filter(
            ({ name, value }) =>
              !attributes.includes(name) ||
              (name === "href" && !/^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(value)),
          )
          .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
      ]),
    [TAGS, ATTRIBUTES] as const,
  );
}

/** Triggers every remaining handler for pointer, focus and load events. */
async function touchEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("article > div:last-child > div *")) {
      for (const type of ["click", "mouseover", "focus", "load", "error", "toggle", "input"]) {
        element.addEventListener(type, (event) => event.preventDefault(), { capture: true });
        element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
      }
    }
  });
}

/** Opens an empty page on the console's origin, with an element to hold texts. */
async function openBlank(page: Page): Promise<void> {
  const body = "<article><div><div></div></div></article>";
  await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("/blank");
}

async function expectHarmless(page: Page, contents: readonly string[]): Promise<void> {
  const did = await watch(page);
  await page.route("**/api/announcements/active", (route) =>
    route.fulfill({ json: announced(contents) }),
  );
  await page.goto("/system/announcements");
  await expect(page.getByRole("article")).toHaveCount(contents.length);
  await touchEverything(page);
  expect(await offenses(page)).toEqual([]);
  expect(await did()).toEqual([]);
}

test("announcement sanitizer: the attacks succeed on a page without the sanitizer", async ({
  page,
}) => {
  const did = await watch(page);
  await openBlank(page);
  const handlers = await page.evaluate((payloads) => {
    // Created before any attack is present, because some attacks redefine functions of the
    // document.
    const places = payloads.map(() => document.body.appendChild(document.createElement("p")));
    for (const [index, place] of places.entries()) {
      place.innerHTML = payloads[index] ?? "";
    }
    return places
      .flatMap((place) => [...place.querySelectorAll("*")])
      .flatMap((element) => Element.prototype.getAttributeNames.call(element))
      .filter((name) => name.startsWith("on")).length;
  }, PAYLOADS);
  expect(handlers).toBeGreaterThan(50);
  await expect.poll(async () => (await did()).length).toBeGreaterThan(10);
});

test("announcement sanitizer: stored attacks are harmless when the console renders them", async ({
  signedIn: page,
}) => {
  expect(published.cases.length).toBeGreaterThan(180);
  await expectHarmless(page, PAYLOADS);
});

test("announcement sanitizer: the API stores attacks only in a harmless form", async ({
  signedIn: page,
}) => {
  // Sends two hundred requests, one after the other.
  test.setTimeout(900_000);
  const { token } = await administrator();
  const stored: string[] = [];
  const ids: string[] = [];
  for (const [place, payload] of PAYLOADS.entries()) {
    const { status, body } = await call<{
      readonly id?: string;
      readonly texts?: { readonly en: { readonly content: string } };
      readonly fields?: readonly { readonly path: string; readonly code: string }[];
    }>(serverOrigin(), "/api/admin/announcements", {
      token,
      key: crypto.randomUUID(),
      body: {
        type: "info",
        audience: "operators",
        draft: true,
        startsAt: null,
        endsAt: null,
        texts: { en: { title: `Case ${place}`, content: `<p>Text</p>${payload}` } },
      },
    });
    if (status === 201) {
      stored.push(body.texts?.en.content ?? "");
      ids.push(body.id ?? "");
    } else {
      // Characters that no text may contain. Nothing from this request is stored.
      expect(
        body.fields?.map(({ path, code }) => `${path} ${code}`),
        payload,
      ).toEqual(["texts.en.content malformed_text"]);
    }
  }
  for (let from = 0; from < ids.length; from += 100) {
    const { status } = await call(serverOrigin(), "/api/admin/announcements/batch-delete", {
      token,
      key: crypto.randomUUID(),
      body: { ids: ids.slice(from, from + 100) },
    });
    expect(status).toBe(200);
  }
  expect(stored.length).toBeGreaterThan(PAYLOADS.length - 10);
  // Rendered as the API returns it, without the console's sanitizer: stored text is already clean.
  const did = await watch(page);
  await openBlank(page);
  await page.evaluate((contents) => {
    const place = document.querySelector("article > div > div");
    for (const content of contents) {
      const own = document.createElement("p");
      own.innerHTML = content;
      place?.append(...own.childNodes);
    }
  }, stored);
  await touchEverything(page);
  expect(await offenses(page)).toEqual([]);
  expect(await did()).toEqual([]);
});
