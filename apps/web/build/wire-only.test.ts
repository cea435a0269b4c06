import { expect, it } from "vitest";
import { keepWire } from "./wire-only.ts";

const ENDPOINTS = "/packages/contract/src/cards/cards.endpoints.ts";
const SCHEMAS = "/packages/contract/src/cards/cards.schemas.ts";
const words = (code: string) => code.replace(/\s+/g, " ").trim();

it("keeps of an endpoint what a call needs", () => {
  const source = `import { endpoint } from "../endpoint.ts";
import { card } from "./cards.schemas.ts";
export const getCard = endpoint({
  method: "GET",
  path: "/api/cards/:id",
  summary: "One card",
  idempotent: true,
  params: idParams,
  success: { status: 200, body: page(card) },
  errors: ["card_closed"],
});`;
  expect(words(keepWire(source, ENDPOINTS))).toBe(
    words(`import { endpoint } from "../endpoint.ts";
      export const getCard = endpoint({ method: "GET", path: "/api/cards/:id", idempotent: true,
        success: { status: 200, }, });`),
  );
});

it("keeps of the schemas their constants and types", () => {
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
