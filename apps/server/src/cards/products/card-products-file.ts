import { createSegmentBody } from "@tessera/contract/back-office/program.schemas";
import { FIELD_TEXTS } from "@tessera/contract/errors/field-texts";
import * as z from "zod/mini";
import { fieldRefusals } from "../../platform/http/field-problems.ts";

const MAX_PRODUCTS = 200;

/** A card product's code, assigned by the issuer or the program. Unique within a file. */
const code = z
  .string("wrong_type")
  .check(z.regex(/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/, "malformed"));

const cardProductsFile = z.strictObject({
  cardProducts: z
    .array(z.extend(createSegmentBody, { code }), "wrong_type")
    .check(z.minLength(1, "required"), z.maxLength(MAX_PRODUCTS, "too_long")),
});

/** A card product in the file. */
export type CardProduct = z.infer<typeof cardProductsFile>["cardProducts"][number];

/** The problems in a card product file, one sentence each. */
export class CardProductsError extends Error {
  override readonly name = "CardProductsError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/**
 * Parses a card product file.
 *
 * @throws CardProductsError listing every missing, unknown or invalid field, and every duplicate
 * code
 */
export function readCardProducts(text: string): CardProduct[] {
  const parsed = cardProductsFile.safeParse(parseJson(text));
  if (!parsed.success) {
    const refusals = fieldRefusals(parsed.error.issues, parseJson(text));
    throw new CardProductsError(
      refusals.map(({ path, code: problem }) => `${path || "file"}: ${FIELD_TEXTS[problem].en}`),
    );
  }
  const { cardProducts } = parsed.data;
  const codes = cardProducts.map((product) => product.code);
  const repeated = [...new Set(codes.filter((one, place) => codes.indexOf(one) !== place))];
  if (repeated.length > 0) {
    throw new CardProductsError(repeated.map((one) => `${one}: The file has this code twice.`));
  }
  return cardProducts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CardProductsError(["The file is not valid JSON."]);
  }
}
