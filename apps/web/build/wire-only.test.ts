import { build } from "vite";
import { describe, expect, it } from "vitest";
import { keepWire, wireOnly } from "./wire-only.ts";

const ENDPOINTS = "/packages/contract/src/cards/cards.endpoints.ts";
const SCHEMAS = "/packages/contract/src/cards/cards.schemas.ts";
const words = (code: string) => code.replace(/\s+/g, " ").trim();

it("keepWire keeps the endpoint fields that a call needs", () => {
  const source = `import { endpoint } from "../endpoint.ts";
import { card } from "./cards.schemas.ts";
export const getCard = endpoint({
  method: "GET",
  path: "/api/cards/:id",
  summary: "One card",
  idempotencyKey: "required",
  params: idParams,
  success: { status: 200, body: page(card) },
  errors: ["card_closed"],
});`;
  expect(words(keepWire(source, ENDPOINTS))).toBe(
    words(`import { endpoint } from "../endpoint.ts";
      export const getCard = endpoint({ method: "GET", path: "/api/cards/:id", });`),
  );
});

it("keepWire keeps the constants and types in schema files", () => {
  const source = `import * as z from "zod/mini";
export const CARD_TYPES = ["premium", "standard"] as const;
export const BOUNDS = { min: "10.00", digits: 2 } as const;
const short = (max: number) => z.string().check(z.maxLength(max));
export const cardType = z.enum(CARD_TYPES);
export type CardType = z.infer<typeof cardType>;`;
  expect(words(keepWire(source, SCHEMAS))).toBe(
    words(`export const CARD_TYPES = ["premium", "standard"] as const;
      export const BOUNDS = { min: "10.00", digits: 2 } as const;
      export type CardType = z.infer<typeof cardType>;`),
  );
});

describe("keepWire with code that still needs a removed name", () => {
  const HEAD = `import { endpoint } from "../endpoint.ts";
import { card as cardSchema, page } from "./cards.schemas.ts";
`;
  const LITERAL = `${HEAD}const tag = { page: "cards", card: 1 }.page;
export const listCards = endpoint({ method: "GET", path: "/api/cards", tag,
  success: { status: 200, body: page(cardSchema) } });
export type Card = typeof cardSchema;
`;
  const IN_A_FUNCTION = `${HEAD}const ok = () => ({ status: 200, body: page(cardSchema) });
export const listCards = endpoint({ method: "GET", path: "/api/cards", success: ok() });
`;

  /** Builds a one-module console that calls the endpoint. */
  function buildWith(source: string): Promise<unknown> {
    const files: Readonly<Record<string, string>> = {
      "/packages/contract/src/cards/cards.endpoints.ts": source,
      "/packages/contract/src/endpoint.ts": "export const endpoint = (one) => one;",
      "/main.ts": `import { listCards } from "/packages/contract/src/cards/cards.endpoints.ts";
        console.log(listCards.path);`,
    };
    const planted = {
      name: "planted",
      // Runs before the bundler resolves the real files with these names under the repository root.
      enforce: "pre" as const,
      resolveId: (name: string, from?: string) =>
        name in files ? name : new URL(name, `file://${from ?? "/"}`).pathname,
      load: (id: string) => files[id],
    };
    return build({
      configFile: false,
      logLevel: "silent",
      plugins: [planted, wireOnly()],
      build: { write: false, rolldownOptions: { input: "/main.ts" } },
    });
  }

  it("fails the build and lists the missing names", async () => {
    await expect(buildWith(IN_A_FUNCTION)).rejects.toThrow(/does not get page, cardSchema/);
  });

  it("accepts removed names in endpoint literals, property keys and types", async () => {
    await expect(buildWith(LITERAL)).resolves.toBeDefined();
  });

  it.each([
    ["a value", "export const first = cardSchema;"],
    ["a shorthand", "export const all = { cardSchema };"],
    ["an export by name", "export { cardSchema };"],
    ["a value under a type", "export const one = (cardSchema as unknown);"],
    ["a computed key", "export const x = { [page]: 1 };"],
  ])("throws if a removed name is used in %s", (_, line) => {
    expect(() => keepWire(`${HEAD}${line}`, ENDPOINTS)).toThrow(/does not get/);
  });

  it("removes the export of a schema declared in the same module", () => {
    const source = `import * as z from "zod/mini";
export const kind = z.enum(["a"]);
export { kind as sort };`;
    expect(keepWire(source, SCHEMAS).trim()).toBe("");
  });
});
