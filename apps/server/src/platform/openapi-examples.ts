/** The part of JSON Schema that the contract's schemas come out as. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly maxLength?: number;
}

const UUID = "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f";

/** What a reader would write into a field of this name. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  id: `mov_${UUID}`,
  amount: "100.00",
  fee: "3.50",
  total: "103.50",
  email: "ada@example.com",
  username: "ada",
  password: "three small boats at dawn",
  confirmPassword: "three small boats at dawn",
  agreement: true,
  code: "402913",
  captchaId: "b7Jw0fX2m1",
  captchaCode: "K7MQ4R",
  segmentId: `seg_${UUID}`,
  cardId: `card_${UUID}`,
  quoteId: `quo_${UUID}`,
  depositId: `dep_${UUID}`,
  movementId: `mov_${UUID}`,
  authorizationId: `auth_${UUID}`,
  refundId: `mov_${UUID}`,
  messageId: "20261121-000042",
  networkReference: "MCC8K2Q71121",
  openingFee: "1.50",
  pan: "4111110000000211",
  cvv: "123",
  expiryMonth: 11,
  expiryYear: 2029,
  mcc: "5734",
  country: "US",
  name: "Example Software",
  token: "vc1_…",
  rate: "1.000000",
  network: "203.0.113.0/24",
  advanceSeconds: 3_600,
  nextCursor: null,
  totp: "402913",
  recoveryCode: "7kq3n-x8m2v",
  fromDay: "2026-11-01",
  toDay: "2026-11-20",
  timeZone: "Asia/Shanghai",
};

function isOneOf(schema: JsonSchema, value: unknown): boolean {
  return schema.enum === undefined || schema.enum.includes(value);
}

function ofText(schema: JsonSchema): string {
  if (schema.format === "date-time") {
    return "2026-11-20T09:30:00.000Z";
  }
  return schema.pattern?.includes("[0-9]+\\.[0-9]{2}") === true ? "12.34" : "text";
}

/** A value that fits a schema and reads like a real one. */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  if (schema.const !== undefined) {
    return schema.const;
  }
  const named = BY_NAME[name];
  if (named !== undefined && isOneOf(schema, named)) {
    return named;
  }
  const first = schema.enum?.[0] ?? undefined;
  if (first !== undefined) {
    return first;
  }
  const branch = schema.anyOf?.[0];
  if (branch !== undefined) {
    return exampleOf(branch, name);
  }
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, one]) => [key, exampleOf(one, key)]),
      );
    case "array":
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case "number":
    case "integer":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return ofText(schema);
  }
}
