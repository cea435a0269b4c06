import { globSync, readFileSync } from "node:fs";
import type { Endpoint } from "@tessera/contract/endpoint";
import { ENDPOINTS } from "@tessera/contract/endpoints";
import { ERRORS } from "@tessera/contract/errors/catalog";
import { problem } from "@tessera/contract/errors/problem";
import { KEY_TAGS } from "@tessera/contract/identity/key-scopes";
import * as z from "zod/mini";
import { fromRoot } from "../../../scripts/repository.ts";
import { groupClass, isCallOfKeys, type KeyCall, writeGroup } from "./call-writer.ts";
import { docsOfDeclaration } from "./contract-source.ts";
import { namedSchemas } from "./named-schemas.ts";
import { comment, indented, TypeWriter, type WrittenType } from "./type-writer.ts";

const HEAD = "// Written by `npm run client:generate` from packages/contract. Do not edit.\n";
const CONTRACT = "packages/contract/src";
const GUIDES = "apps/server/src/platform/openapi/guides";
const PROBLEM_FILE = `${CONTRACT}/errors/problem.ts`;

/** Returns the client's generated files by path relative to the repository's root. */
export async function clientFiles(): Promise<
  readonly { readonly file: string; readonly text: string }[]
> {
  const types = new TypeWriter(await namedSchemas());
  const groups = await callsByGroup();
  const classes = [...groups].map(([group, calls]) => writeGroup(group, calls, types));
  // A key never gets the next step of a sign-in.
  types.typeOf(z.omit(problem, { secondFactor: true }), "output", {
    docs: docsOfDeclaration(PROBLEM_FILE, "problem"),
    fallback: "Problem",
  });
  return [
    {
      file: "packages/client/src/calls.generated.ts",
      text: callsFile([...groups.keys()], classes, types),
    },
    { file: "packages/client/src/schemas.generated.ts", text: schemasFile(types) },
    { file: "packages/client/test/contract-types.generated.ts", text: checkFile(types.written()) },
    ...guideFiles(),
  ];
}

/** Matches a block of code in a guide that is an example of the client. */
const EXAMPLE_BLOCK = /```ts ([a-z-]+\.ts)\n[\s\S]*?```/g;

/** Returns the guides with the examples as they are now. */
function guideFiles() {
  return globSync(`${GUIDES}/*.md`, { cwd: fromRoot() })
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .map((file) => ({
      file,
      text: readFileSync(fromRoot(file), "utf8").replace(EXAMPLE_BLOCK, (_, name: string) => {
        const code = readFileSync(fromRoot(`packages/client/examples/${name}`), "utf8");
        return `\`\`\`ts ${name}\n${code}\`\`\``;
      }),
    }));
}

/** Returns the calls that keys can make, by tag, in the order of the scopes. */
async function callsByGroup(): Promise<ReadonlyMap<string, readonly KeyCall[]>> {
  const files = await filesOfCalls();
  const all = Object.values(ENDPOINTS).flatMap((feature) => Object.entries<Endpoint>(feature));
  const calls = all
    .filter(([, endpoint]) => isCallOfKeys(endpoint))
    .map(([name, endpoint]) => ({ name, endpoint, file: files.get(endpoint) ?? "" }));
  return new Map(
    KEY_TAGS.map((tag) => [tag as string, calls.filter(({ endpoint }) => endpoint.tag === tag)]),
  );
}

async function filesOfCalls(): Promise<ReadonlyMap<Endpoint, string>> {
  const files = globSync(`${CONTRACT}/**/*.endpoints.ts`, { cwd: fromRoot() });
  const found = new Map<Endpoint, string>();
  for (const file of files.map((one) => one.replaceAll("\\", "/"))) {
    const module = (await import(fromRoot(file))) as Readonly<Record<string, object>>;
    for (const exported of Object.values(module)) {
      for (const one of [exported, ...Object.values(exported)] as Endpoint[]) {
        if (typeof one === "object" && "method" in one) {
          found.set(one, file);
        }
      }
    }
  }
  return found;
}

function callsFile(
  groups: readonly string[],
  classes: readonly string[],
  types: TypeWriter,
): string {
  const members = groups.map((group) => `readonly ${group}: ${groupClass(group)};`);
  const made = groups.map((group) => `this.${group} = new ${groupClass(group)}(transport);`);
  const client = [
    comment("The calls of Tessera's API that an API key can make, by scope."),
    "export class Tessera {",
    indented(members.join("\n")),
    "",
    `  ${comment("@throws TypeError if the key or the address cannot be used")}`,
    "  constructor(options: ClientOptions) {",
    "    const transport = new Transport(options);",
    indented(indented(made.join("\n"))),
    "  }",
    "}",
  ].join("\n");
  const body = [...classes, `${client}\n`].join("\n");
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(body);
  const used = (names: readonly string[]) => names.filter(isUsed).map((name) => `  ${name},\n`);
  const sent = ["CallOptions", "ClientOptions", "FileBody", "WriteOptions"];
  return [
    HEAD,
    `import { List${isUsed("Page") ? ", type Page" : ""} } from "./list.ts";`,
    `import type {\n${used(types.names()).join("")}} from "./schemas.generated.ts";`,
    'import { at, Transport } from "./transport.ts";',
    `import type {\n${used(sent).join("")}} from "./transport.ts";`,
    "",
    body,
  ].join("\n");
}

function schemasFile(types: TypeWriter): string {
  const declarations = types.declarations();
  const page = declarations.some((text) => text.includes("Page<"));
  const codes = Object.keys(ERRORS)
    .sort()
    .map((code) => `  | ${JSON.stringify(code)}`);
  return [
    HEAD,
    ...(page ? ['import type { Page } from "./list.ts";\n'] : []),
    comment(
      "An amount of money as a decimal string, with the decimals of its currency: `12.34`, or " +
        "`-12.34` if it may be negative.",
    ),
    "export type Amount = string;\n",
    comment("A time in UTC (RFC 3339), such as `2026-11-28T09:30:00.000Z`."),
    "export type Timestamp = string;\n",
    comment("Codes of refusals. A later release of the server may have more."),
    `export type ErrorCode =\n${codes.join("\n")};\n`,
    declarations.join("\n\n"),
    "",
  ].join("\n");
}

/** Returns a file that compiles only if the written types are those of the contract's schemas. */
function checkFile(written: readonly WrittenType[]): string {
  // The size of a page is a number here, and a text in a URL.
  const checked = written.filter(({ name }) => !name.endsWith("Query"));
  const files = [...new Set(checked.map(({ file }) => file))].sort();
  const alias = (file: string) => `schemas${files.indexOf(file) + 1}`;
  return [
    HEAD,
    ...files.map((file) => {
      const name = file.slice(CONTRACT.length + 1).replace(/\.ts$/, "");
      return `import type * as ${alias(file)} from "@tessera/contract/${name}";`;
    }),
    'import type * as z from "zod/mini";',
    'import type * as Client from "../src/schemas.generated.ts";',
    "",
    "type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;",
    "",
    comment("Compiles only with `true` for two types that are the same."),
    "function expectSame<A, B>(same: Same<A, B>): boolean {\n  return same;\n}",
    "",
    "export const CHECKED = [",
    ...checked.map(
      ({ name, exportName, file, direction }) =>
        `  expectSame<Client.${name}, z.${direction}<typeof ${alias(file)}.${exportName}>>(true),`,
    ),
    "];",
    "",
  ].join("\n");
}
