import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenContext } from "../../platform/create-context.ts";
import { type CommandHome, createCommandHome } from "../../testing/command-home.ts";

let home: CommandHome;
let open: OpenContext;

beforeAll(async () => {
  home = await createCommandHome();
  open = await home.open();
});
afterAll(async () => {
  await open.close();
  await home.remove();
});

interface Line {
  readonly id: string;
  readonly bin: string;
  readonly stock: number;
  readonly revision: number;
  readonly active: boolean;
}

const product = (code: string, bin: string, over: object = {}) => ({
  code,
  network: "visa",
  bin,
  type: "standard",
  currency: "USD",
  names: { en: "Books", "zh-CN": "图书", "zh-TW": "圖書" },
  limits: { perTransaction: "100.00", daily: "200.00", monthly: "1000.00" },
  openingFee: null,
  depositFeeBasisPoints: null,
  stock: 20,
  open: true,
  ...over,
});

async function importFile(content: unknown, ...options: readonly string[]) {
  const file = join(home.folder, "products.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return home.run(["import-card-products", file, ...options]);
}

const importProducts = (cardProducts: readonly object[], ...options: readonly string[]) =>
  importFile({ cardProducts }, ...options);

function linesOf(...bins: readonly string[]) {
  const { sql } = open.context.db;
  return sql<Line[]>`
    select id, bin, stock, revision, active from card_segment where bin in ${sql(bins)}
    order by position`;
}

describe("import-card-products", () => {
  it("adds every product once with an audit event, and changes nothing when repeated", async () => {
    const products = [product("books", "441100"), product("travel", "441101", { open: false })];
    const first = await importProducts(products);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain("added: books, travel");
    const lines = await linesOf("441100", "441101");
    expect(lines).toMatchObject([
      { bin: "441100", stock: 20, revision: 1, active: true },
      { bin: "441101", stock: 20, revision: 1, active: false },
    ]);
    const audited = await open.context.db.sql`
      select actor, data ->> 'code' as code from ledger.audit
      where action = 'segment.create' and object = ${lines[0]?.id ?? ""}`;
    expect(audited).toEqual([{ actor: "command-line", code: "books" }]);
    const again = await importProducts(products);
    expect(again.out).toContain("unchanged: books, travel");
    expect(await linesOf("441100", "441101")).toEqual(lines);
  });

  it("updates the product with the same code, but not its stock", async () => {
    await importProducts([product("games", "441110")]);
    const [before] = await linesOf("441110");
    const changed = await importProducts([product("games", "441111", { stock: 900 })]);
    expect(changed.out).toContain("changed: games");
    expect(await linesOf("441110", "441111")).toMatchObject([
      { id: before?.id, bin: "441111", stock: 20, revision: 2 },
    ]);
  });

  it("imports nothing if any product in the file is invalid", async () => {
    const refused = await importProducts([
      product("fine", "441120"),
      product("taken", "441120"),
      product("odd", "441121", {
        limits: { perTransaction: "9.00", daily: "8.00", monthly: "10.00" },
      }),
    ]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("Nothing was imported");
    expect(refused.err).toContain("taken: ");
    expect(refused.err).toContain("odd: limits.daily: ");
    expect(await linesOf("441120", "441121")).toEqual([]);
  });

  it("writes nothing in a dry run, and lists what an import would change", async () => {
    const dry = await importProducts([product("later", "441130")], "--dry-run");
    expect(dry).toMatchObject({ code: 0, err: "" });
    expect(dry.out).toContain("Nothing was written");
    expect(dry.out).toContain("added: later");
    expect(await linesOf("441130")).toEqual([]);
  });

  it.each([
    ["{", "not valid JSON"],
    [{ cardProducts: [] }, "cardProducts: This field is required."],
    [{ cardProducts: [{ ...product("x", "441140"), bin: "44" }] }, "cardProducts.0.bin: "],
    [{ cardProducts: [{ ...product("x", "441140"), color: "red" }] }, "cardProducts.0.color: "],
    [{ cardProducts: [product("x", "441140"), product("x", "441141")] }, "this code twice"],
  ])("reports what is wrong with the file %j", async (content, said) => {
    const refused = await importFile(content);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain(said);
    expect(await linesOf("441140", "441141")).toEqual([]);
  });

  it("names the file in the error if it is missing", async () => {
    const refused = await home.run(["import-card-products", join(home.folder, "none.json")]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("cannot be read (ENOENT)");
  });
});
