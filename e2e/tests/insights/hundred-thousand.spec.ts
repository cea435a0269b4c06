import { test as base, expect } from "../../src/fixtures.ts";
import { heapBytes, type ScrollRecord, scrollList } from "../../src/list-scroll.ts";
import { type Books, openBooks, writeHistory } from "../../src/long-history.ts";
import { createCustomer } from "../../src/sandbox-client.ts";
import { makeHome, startAt } from "../../src/tessera-process.ts";

const COUNT = 100_000;
const PER_DAY = 250;
/** Number of rows to scroll through. */
const NEAR = 1_000;
const FAR = 4_000;
const ELEMENTS_MAX = 2_500;
/** Maximum number of bytes that each additional row may cost while the list is open. */
const BYTES_A_ROW_MAX = 4_096;

interface History {
  readonly origin: string;
  readonly books: Books;
}

/** Provides a customer with a hundred thousand movements, on a separate server. */
const test = base.extend<{ readonly history: History }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern for dependencies.
  history: async ({}, use) => {
    const home = await makeHome();
    const server = await startAt(home, "server");
    try {
      const books = await openBooks(home);
      await use({ origin: home.origin, books });
      await books.close();
    } finally {
      await server.end("SIGINT");
      home.removeData();
    }
  },
  baseURL: async ({ history }, use) => use(history.origin),
  customer: async ({ history }, use) => {
    const customer = await createCustomer(history.origin);
    await customer.fund("100.00");
    const cards = [await customer.openCard(), await customer.openCard()];
    await writeHistory(
      history.books,
      cards.map(({ id }) => id),
      { count: COUNT, perDay: PER_DAY, last: new Date(Date.now() - 86_400_000) },
    );
    await use(customer);
  },
});

/** Reads every movement of the customer, newest first, with the API's ids. */
async function rowsInOrder({ sql }: Books): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select 'mov_' || id as id from ledger.movement
    where parent_id is null and kind <> 'asset'
    order by event_at desc, id desc`;
  return rows.map(({ id }) => id);
}

/** Maps each movement to the total amount settled on its day, in minor units. */
async function totalsByRow({ sql }: Books): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; total: string }[]>`
    select 'mov_' || m.id as id, abs(sum(
        case when m.kind in ('purchase', 'refund', 'force_post')
          and coalesce(s.status, m.status) = 'completed' then coalesce(s.amount, m.amount) end)
      over (partition by (m.event_at at time zone 'UTC')::date))::text as total
    from ledger.movement m left join ledger.movement_state s on s.movement_id = m.id
    where m.parent_id is null`;
  return new Map(rows.map(({ id, total }) => [id, total]));
}

function frameTimes({ frames }: ScrollRecord): string {
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `${sorted.length} frames: median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(0.999)} ms`;
}

// Most of the time goes into writing the history. A loaded machine takes several times as long.
test.describe.configure({ timeout: 1_800_000 });

test("long lists: a list of 100,000 movements scrolls through thousands of rows and back", async ({
  signedIn: page,
  history: { books },
}, testInfo) => {
  const say = (type: string, description: string) =>
    testInfo.annotations.push({ type, description });
  const [expected, totals] = await Promise.all([rowsInOrder(books), totalsByRow(books)]);
  expect(expected.length).toBeGreaterThanOrEqual(COUNT);
  await page.goto("/bills");
  await expect(page.locator("[data-movement]").first()).toBeVisible();

  // A short list is rendered completely. From here on, only the visible rows are rendered.
  await scrollList(page, { direction: "down", rows: 1 });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  const near = await scrollList(page, { direction: "down", rows: NEAR });
  const heapNear = await heapBytes(page);
  const far = await scrollList(page, { direction: "down", rows: FAR });
  const heapFar = await heapBytes(page);
  const back = await scrollList(page, { direction: "up", rows: Number.MAX_SAFE_INTEGER });
  const heapBack = await heapBytes(page);
  say("down", frameTimes(far));
  say("up", frameTimes(back));
  say("heap", [heapNear, heapFar, heapBack].map((bytes) => `${bytes >> 20} MiB`).join(", "));

  await test.step("no row is missing or repeated, and all are in order", () => {
    const seen = [...new Set([...near.rows, ...far.rows])];
    expect(seen.length).toBeGreaterThanOrEqual(FAR);
    expect(seen).toEqual(expected.slice(0, seen.length));
    const upwards = expected.indexOf(back.rows[0] ?? "");
    expect(back.rows).toEqual(expected.slice(upwards, upwards + back.rows.length));
    expect(back.rows.length).toBeGreaterThan(FAR);
  });

  await test.step("nothing stays blank", () => {
    expect([...near.gaps, ...far.gaps, ...back.gaps]).toEqual([]);
  });

  await test.step("day headings match the ledger", () => {
    const heads = [...near.heads, ...far.heads, ...back.heads];
    expect(new Set(heads.map(({ row }) => row)).size).toBeGreaterThanOrEqual(FAR / PER_DAY);
    expect(heads).toEqual(heads.map(({ row }) => ({ row, minor: totals.get(row) })));
  });

  await test.step("the page renders only visible rows and uses little memory per row read", () => {
    expect(Math.max(near.elementsMax, far.elementsMax, back.elementsMax)).toBeLessThan(
      ELEMENTS_MAX,
    );
    expect((heapFar - heapNear) / FAR).toBeLessThan(BYTES_A_ROW_MAX);
    expect(heapBack - heapFar).toBeLessThan(8 << 20);
  });
});
