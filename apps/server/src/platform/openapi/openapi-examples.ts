/** The subset of JSON Schema that the contract's schemas are converted to. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Example values from the contract. */
  readonly examples?: readonly unknown[];
}

const UUID = "0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f";

/** Example values by field name. */
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
  token: "vc1_b7Jw0fX2m1",
  rate: "1.000000",
  network: "203.0.113.0/24",
  advanceSeconds: 3_600,
  nextCursor: null,
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  totp: "402913",
  recoveryCode: "7kq3n-x8m2v",
  fromDay: "2026-11-01",
  toDay: "2026-11-20",
  birthDate: "1990-04-23",
  phone: "+493012345678",
  timeZone: "Asia/Shanghai",
};

/** Sample strings for patterns. The first one that matches a pattern is used. */
const BY_PATTERN = [
  "12.34",
  "2026-11-20",
  "2026-11",
  "09:30",
  "5734",
  "411111",
  "402913",
  "US",
  "USD",
  "b7Jw0fX2m1",
  "k3J9sQ0vWmZt7yLxR2aUeHcF5dNgB8pT1oVi4wEuKrA",
];

const ID_PATTERN = /^\^([a-z]+)_\[0-9a-f\]\{8\}/;

function typesOf({ type }: JsonSchema): readonly string[] {
  return type === undefined ? [] : [type].flat();
}

function isOfType(types: readonly string[], value: unknown): boolean {
  const own = value === null ? "null" : typeof value;
  return (
    types.length === 0 ||
    types.includes(own) ||
    (types.includes("integer") && Number.isInteger(value))
  );
}

function matches({ pattern }: JsonSchema, value: string): boolean {
  return pattern === undefined || new RegExp(pattern, "u").test(value);
}

/** Returns whether a scalar is valid against a schema. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity } = schema;
  const branches = schema.anyOf ?? schema.oneOf ?? [];
  return (
    isOfType(typesOf(schema), value) &&
    (schema.enum?.includes(value) ?? true) &&
    (branches.length === 0 || branches.some((branch) => fits(branch, value))) &&
    (schema.allOf ?? []).every((part) => fits(part, value)) &&
    (typeof value !== "number" || (value >= minimum && value <= maximum)) &&
    (typeof value !== "string" ||
      (value.length >= minLength && value.length <= maxLength && matches(schema, value)))
  );
}

function ofText(schema: JsonSchema): string {
  const { format, minLength = 0, maxLength } = schema;
  const pattern = schema.pattern ?? schema.allOf?.find((part) => part.pattern)?.pattern;
  if (format === "date-time") {
    return "2026-11-20T09:30:00.000Z";
  }
  if (pattern === undefined) {
    return "text".padEnd(minLength, ".").slice(0, maxLength);
  }
  const prefix = ID_PATTERN.exec(pattern)?.[1];
  const candidates = prefix === undefined ? BY_PATTERN : [`${prefix}_${UUID}`];
  return candidates.find((candidate) => fits(schema, candidate)) ?? "text";
}

/** Returns a realistic value that is valid against a schema. */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  if (schema.const !== undefined) {
    return schema.const;
  }
  const [given = BY_NAME[name]] = schema.examples ?? [];
  if (given !== undefined && (schema.examples !== undefined || fits(schema, given))) {
    return given;
  }
  const first = schema.enum?.[0] ?? (schema.anyOf ?? schema.oneOf)?.[0];
  if (first !== undefined) {
    return schema.enum === undefined ? exampleOf(first as JsonSchema, name) : first;
  }
  const [type] = typesOf(schema);
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, one]) => [key, exampleOf(one, key)]),
      );
    case "array":
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case "number":
    case "integer":
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? Infinity);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return ofText(schema);
  }
}
