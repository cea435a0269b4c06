import { describe, expect, it } from "vitest";
import { type OwnershipInput, ownershipProblems } from "./table-ownership/ownership-problems.ts";
import { readOwnership } from "./table-ownership/read-ownership.ts";
import { relationsIn } from "./table-ownership/sql-tables.ts";

it("table ownership: the server's modules use exactly the tables that they declare", async () => {
  expect(ownershipProblems(await readOwnership())).toEqual([]);
});

const payouts = "money-movement/payouts";
const cards = "cards/lifecycle";
const reading = 'tx.selectFrom("card as c").innerJoin("payout as p", "p.id", "c.id")';

/** Returns the problems for two modules that use what they declare, after applying `change`. */
function planted(change: Partial<OwnershipInput> & { readonly code?: string } = {}): string[] {
  const { code = reading, ...others } = change;
  return ownershipProblems({
    files: [
      {
        path: `${payouts}/send/payouts.repository.ts`,
        text: `${code};sql\`update payout set n = 1\``,
      },
      { path: `${cards}/cards.repository.ts`, text: 'tx.insertInto("card")' },
    ],
    modules: modules(["payout"], ["card"]),
    tables: ["card", "payout", "ledger.movement"],
    usedInSql: new Set(),
    exempt: {},
    outside: { "ledger.": "packages/ledger" },
    ...others,
  });
}

function modules(
  owns: readonly string[],
  reads: readonly string[],
  { writes = {}, owned = ["card"] } = {},
): OwnershipInput["modules"] {
  return new Map([
    [payouts, { owns, reads, writes }],
    [cards, { owns: owned, reads: [], writes: {} }],
  ]);
}

describe("the table ownership check", () => {
  it("table ownership: accepts modules that use what they declare", () => {
    expect(planted()).toEqual([]);
  });

  it.each([
    ["a template", `sql\`select id from ledger.movement m where m.id = \${id}\``],
    ["a join", "sql`select 1 from card left join ledger.movement on true`"],
    ["a list of relations", "sql`select 1 from card c, lateral (select 1) x, ledger.movement`"],
    ["a string", 'const text = "select count(*) from ledger.movement"'],
    ["Kysely's call", 'tx.selectFrom(["card", "ledger.movement as m"])'],
    [
      "an interpolated table",
      `const t = ["ledger.movement"]; sql\`select 1 from \${sql.table(t[0])}\``,
    ],
  ])("table ownership: rejects an undeclared read in %s", (_, code) => {
    expect(planted({ code: `${reading};${code}` })).toEqual([
      `${payouts}/send/payouts.repository.ts reads ledger.movement of packages/ledger: ` +
        `call its module, or add it to "reads" in ${payouts}/tables.ts`,
    ]);
  });

  it.each([
    "sql`update card set n = 2`",
    "sql`delete from card where n = 1`",
    "sql`insert into public.card (id) values (1)`",
    "sql`with old as (delete from only card returning id) select * from old`",
    'tx.updateTable("card")',
    'tx.deleteFrom("card as c")',
    `const name = "card"; sql\`truncate \${name}\``,
  ])("table ownership: rejects a write to another module's table: %s", (code) => {
    expect(planted({ code: `${reading};${code}` })).toEqual([
      `${payouts}/send/payouts.repository.ts writes card of ${cards}: call its module, ` +
        `or add it to "writes" in ${payouts}/tables.ts with the reason`,
    ]);
  });

  it("table ownership: accepts a write that is declared with a reason", () => {
    const declared = modules(["payout"], [], { writes: { card: "counts payouts" } });
    expect(planted({ modules: declared, code: "sql`update card set n = 2`" })).toEqual([]);
  });

  it("table ownership: rejects a table with two owners", () => {
    expect(planted({ modules: modules(["payout", "card"], []) })).toEqual([
      `card has 2 owners, ${payouts}, ${cards}: keep the one that writes it`,
    ]);
  });

  it("table ownership: rejects a table without an owner", () => {
    expect(planted({ tables: ["card", "payout", "deposit"] })).toEqual([
      'deposit has no owner: add it to "owns" in the tables.ts of the module that writes it',
    ]);
  });

  it("table ownership: rejects names that are declared but not used", () => {
    const others = { writes: { "ledger.hold": "for no reason" }, owned: ["card", "card_debt"] };
    const tables = ["card", "payout", "card_debt", "ledger.hold", "ledger.movement"];
    const declared = modules(["payout"], ["card", "ledger.movement"], others);
    expect(planted({ modules: declared, tables })).toEqual([
      `${payouts} does not read ledger.movement: remove it from "reads" in ${payouts}/tables.ts`,
      `${payouts} does not write ledger.hold: remove it from "writes" in ${payouts}/tables.ts`,
      `${cards} does not use card_debt: remove it from "owns" in ${cards}/tables.ts`,
    ]);
  });

  it("table ownership: accepts an owned table that only a database function uses", () => {
    const declared = modules(["payout"], ["card"], { owned: ["card", "card_debt"] });
    const tables = ["card", "payout", "card_debt"];
    expect(planted({ modules: declared, tables, usedInSql: new Set(["card_debt"]) })).toEqual([]);
  });

  it("table ownership: rejects a file outside all modules, unless its folder is exempt", () => {
    const files = [{ path: "operations/list.ts", text: "sql`select from card`" }];
    const none = { files, tables: ["card"], modules: new Map() };
    expect(planted({ ...none, outside: { card: cards } })).toEqual([
      `operations/list.ts reads card of ${cards}: call its module, ` +
        'or add it to "reads" in a tables.ts in its module',
    ]);
    const declared = new Map([["operations", { owns: [], reads: [], writes: {} }]]);
    const exempt = { operations: "reads lists" };
    expect(planted({ ...none, modules: declared, exempt, outside: { card: cards } })).toEqual([]);
  });

  it.each([
    ["select 1 from a where x is distinct from b for update of a", ["a"]],
    ["select extract(year from t), 'from x' from a -- from b", ["t", "a"]],
    ["insert into a select 1 from b on conflict (id) do update set n = 1", ["a", "b"]],
    ["select 1 from a, b c, d where x in (e, f) order by g, h", ["a", "b", "d"]],
    ["update a set n = 1 from b join c using (id, n) where a.id = b.id", ["a", "b", "c"]],
  ])("table ownership: finds the relations in %s", (sql, expected) => {
    expect(relationsIn(sql).map(({ table }) => table)).toEqual(expected);
  });
});
