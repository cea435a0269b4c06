import { type Endpoint, keyUseOf } from "@tessera/contract/endpoint";
import { scopeNeededBy } from "@tessera/contract/identity/key-scopes";
import type * as z from "zod/mini";
import { docsOfDeclaration, type FieldDocs } from "./contract-source.ts";
import { methodName } from "./method-names.ts";
import { comment, definitionOf, indented, type TypeWriter } from "./type-writer.ts";

/** A call that API keys can make. */
export interface KeyCall {
  /** The contract's name, such as `listCards`. */
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The file in which it is declared, relative to the repository's root. */
  readonly file: string;
}

type Shape = Readonly<Record<string, z.ZodMiniType>>;

function shapeOf(schema: z.ZodMiniType | null | undefined): Shape {
  return schema == null ? {} : (definitionOf(schema).shape ?? {});
}

/** Returns whether the client has a call: a key has a scope for it, and it needs no person. */
export function isCallOfKeys(endpoint: Endpoint): boolean {
  return scopeNeededBy(endpoint) !== undefined && (endpoint.proof ?? false) === false;
}

/** Returns the class with the calls of one group, and the name of each method. */
export function writeGroup(group: string, calls: readonly KeyCall[], types: TypeWriter): string {
  const methods = calls.map((call) => {
    const name = methodName(group, call.name);
    return { name, text: writeMethod(name, call, types) };
  });
  const names = methods.map(({ name }) => name);
  const twice = names.filter((name, n) => names.indexOf(name) !== n);
  if (twice.length > 0) {
    throw new Error(`${group} would have two methods ${twice.join(", ")}: see method-names.ts.`);
  }
  const head = comment(`The calls of the scope \`${group}\`.`);
  const body = [
    "readonly #transport: Transport;",
    "constructor(transport: Transport) {\n  this.#transport = transport;\n}",
    ...methods.map(({ text }) => text),
  ].join("\n\n");
  return `${head}\nexport class ${groupClass(group)} {\n${indented(body)}\n}\n`;
}

/** Returns the name of a group's class: `CardsCalls` for `cards`. */
export function groupClass(group: string): string {
  return `${typeName(group)}Calls`;
}

function typeName(name: string): string {
  return name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}

function writeMethod(name: string, call: KeyCall, types: TypeWriter): string {
  const { endpoint } = call;
  const parts = partsOf(call, types);
  const answer = answerOf(call, types);
  const options = keyUseOf(endpoint) === "ignored" ? "CallOptions" : "WriteOptions";
  const parameters = [...parts.map(({ parameter }) => parameter), `options?: ${options}`];
  const fields = [
    `method: ${JSON.stringify(endpoint.method)}`,
    `path: at\`${endpoint.path.replace(/:([a-zA-Z]+)/g, "$${$1}")}\``,
    `repeatable: ${JSON.stringify(repeatableOf(endpoint))}`,
    ...parts.flatMap(({ field }) => (field === undefined ? [] : [field])),
  ].map((field) => (answer.isList && field === "query" ? "query: { ...query, cursor }" : field));
  const send = `this.#transport.${answer.read}(\n  { ${fields.join(", ")} },\n  options,\n)`;
  const body = answer.isList ? `new List((cursor) =>\n${indented(send)},\n)` : send;
  return [
    comment(docOf(call)),
    `${name}(${parameters.join(", ")}): ${answer.type} {`,
    indented(`return ${body};`),
    "}",
  ].join("\n");
}

interface Part {
  readonly parameter: string;
  /** What the call gets from it; undefined for a part of the path. */
  readonly field?: string;
}

function partsOf({ name, endpoint, file }: KeyCall, types: TypeWriter): readonly Part[] {
  const { body, query, params, file: kinds } = endpoint;
  const docs = docsOfDeclaration(file, name).fields;
  const typed = (schema: z.ZodMiniType, part: "body" | "query"): Part => {
    const fallback = `${typeName(name)}${typeName(part)}`;
    const own: FieldDocs = docs.get(part) ?? { fields: new Map() };
    const type = types.typeOf(schema, "input", { docs: { fields: own.fields }, fallback });
    const isOptional = schema.safeParse({}).success;
    return { parameter: `${part}: ${type}${isOptional ? " = {}" : ""}`, field: part };
  };
  return [
    ...Object.keys(shapeOf(params)).map((param) => ({ parameter: `${param}: string` })),
    ...(kinds === undefined
      ? []
      : [{ parameter: `file: FileBody<${kinds.map(quoted).join(" | ")}>`, field: "file" }]),
    ...(body === undefined ? [] : [typed(body, "body")]),
    ...(query === undefined ? [] : [typed(query, "query")]),
  ];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

interface AnswerType {
  readonly type: string;
  readonly read: "json" | "response";
  readonly isList: boolean;
}

function answerOf({ name, endpoint }: KeyCall, types: TypeWriter): AnswerType {
  const { body, status } = endpoint.success;
  if (body === null) {
    return status === 204
      ? { type: "Promise<void>", read: "json", isList: false }
      : { type: "Promise<Response>", read: "response", isList: false };
  }
  const type = types.typeOf(body, "output", { fallback: `${typeName(name)}Answer` });
  const { data, nextCursor } = shapeOf(body);
  if (
    data === undefined ||
    nextCursor === undefined ||
    shapeOf(endpoint.query).cursor === undefined
  ) {
    return { type: `Promise<${type}>`, read: "json", isList: false };
  }
  const { element = data } = definitionOf(data);
  const item = types.typeOf(element, "output", { fallback: `${typeName(name)}Item` });
  const isPlain = type === `Page<${item}>` || Object.keys(shapeOf(body)).length === 2;
  return { type: `List<${item}${isPlain ? "" : `, ${type}`}>`, read: "json", isList: true };
}

function repeatableOf(endpoint: Endpoint): string {
  if (keyUseOf(endpoint) !== "ignored") {
    return "with key";
  }
  return scopeNeededBy(endpoint)?.access === "read" ? "safe" : "never";
}

function docOf({ name, endpoint, file }: KeyCall): string {
  const needed = scopeNeededBy(endpoint);
  const { doc } = docsOfDeclaration(file, name);
  const codes = endpoint.errors ?? [];
  return [
    `${endpoint.summary}.${doc === undefined ? "" : ` ${doc}`}`,
    `\`${endpoint.method} ${endpoint.path}\`. Keys need \`${needed?.tag}: ${needed?.access}\`.` +
      (codes.length === 0 ? "" : ` Codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`),
  ].join("\n\n");
}
