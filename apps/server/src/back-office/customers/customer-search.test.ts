import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { searchOf } from "./customer-search.policy.ts";
import { type CustomerFilter, searchQueries } from "./customers.repository.ts";

const CUSTOMERS = 100_000;

let setup: TestContext;
beforeAll(async () => {
  setup = await createTestContext();
  const owner = postgres(setup.ownerUrl, { max: 1 });
  // Creates a hundred thousand customers, of whom one in a thousand is suspended.
  await owner`
    insert into customer (id, suspended_at, created_at)
    select ledger.uuid_floor(at), case when n % 1000 = 0 then at end, at
    from generate_series(1, ${CUSTOMERS}) n
      cross join lateral (select timestamptz '2026-01-01' + n * interval '1 minute') t (at)`;
  await owner`
    insert into person
      (id, customer_id, username, email, role, password_hash, locale, created_at)
    select id, id, 'u' || md5(id::text), md5('mail' || id::text) || '@example.com', 'customer',
      'none', 'en', created_at
    from customer`;
  await owner`analyze customer, person, card`;
  await owner.end();
}, 300_000);
afterAll(() => setup.close());

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Returns a search's query plans, both generic and custom. */
async function plansOf(filter: CustomerFilter): Promise<Plan[]> {
  const { db } = setup.context;
  return db.sql.begin(async (tx) => {
    const plans: Plan[] = [];
    for (const mode of ["force_custom_plan", "force_generic_plan"]) {
      await tx`select set_config('plan_cache_mode', ${mode}, true)`;
      for (const [place, query] of searchQueries(db.kysely, filter).entries()) {
        const { sql, parameters } = query.compile();
        const name = `search_${mode}_${place}`;
        const values = parameters.map(
          (value: unknown) => `'${String(value).replaceAll("'", "''")}'`,
        );
        const given = values.length === 0 ? "" : `(${values.join(", ")})`;
        await tx.unsafe(`prepare ${name} as ${sql}`);
        const [row] = await tx.unsafe(
          `explain (analyze, costs off, timing off, format json) execute ${name}${given}`,
        );
        await tx.unsafe(`deallocate ${name}`);
        plans.push(row?.["QUERY PLAN"][0].Plan);
      }
    }
    return plans;
  });
}

const LIMIT = 21;
/** Maximum number of rows that a search may read, far below the hundred thousand customers. */
const ROWS_READ = 2_000;

function rowsRead(plan: Plan): number {
  return nodesOf(plan)
    .filter((node) => node["Relation Name"] !== undefined)
    .reduce((sum, node) => sum + node["Actual Rows"] * node["Actual Loops"], 0);
}

describe("a search among a hundred thousand customers", () => {
  it.each([
    ["a name", { search: searchOf("u0a1b") }],
    ["a name that nobody has", { search: searchOf("nobody at all") }],
    ["the last digits of a card", { search: searchOf("4242") }],
    ["an id", { search: searchOf(newId()) }],
    ["nothing", {}],
    ["nothing, far down the list", { after: "019b9000-0000-7000-8000-000000000000" }],
    ["the suspended", { status: "suspended" }],
  ] as const)("by %s uses an index and reads few rows", async (_, filter) => {
    for (const plan of await plansOf({ ...filter, limit: LIMIT })) {
      const kinds = nodesOf(plan).map((node) => `${node["Node Type"]} ${node["Relation Name"]}`);
      // This test creates no cards, and the planner prefers to scan an empty table.
      expect(kinds).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^Seq Scan (customer|person)$/)]),
      );
      expect(rowsRead(plan)).toBeLessThan(ROWS_READ);
    }
  });
});
