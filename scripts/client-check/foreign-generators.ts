import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expectSuccess } from "./installed-package.ts";
import { onPath } from "./runtimes.ts";

/**
 * Has other people's generators read the server's OpenAPI document, and checks that what they write
 * is complete. Returns a line about each.
 */
export async function runForeignGenerators(
  origin: string,
  folder: string,
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const response = await fetch(`${origin}/openapi.json`);
  writeFileSync(path.join(folder, "openapi.json"), await response.text());
  return [await openApiTypescript(folder), await openApiPythonClient(folder)];
}

/** Uses a call with a path, a body and two kinds of answer, in the types that were written. */
const PROGRAM = `import type { paths } from "./openapi.ts";

type Deposit = paths["/api/cards/{id}/deposit"]["post"];
export const body: NonNullable<Deposit["requestBody"]>["content"]["application/json"] = {
  quoteId: "quo_0192f0c1-7c2e-7e6a-9f0b-3c5d1a2b4e6f",
};
export const total = (
  receipt: Deposit["responses"][201]["content"]["application/json"],
): string => receipt.total;
export const code = (
  problem: Deposit["responses"][409]["content"]["application/problem+json"],
): string => problem.code;
`;

async function openApiTypescript(folder: string): Promise<string> {
  await expectSuccess("openapi-typescript", ["openapi.json", "--output", "openapi.ts"], folder);
  writeFileSync(path.join(folder, "program.ts"), PROGRAM);
  const options = ["--strict", "--noEmit", "--allowImportingTsExtensions", "--module", "NodeNext"];
  await expectSuccess("tsc", [...options, "--ignoreConfig", "program.ts"], folder);
  return "openapi-typescript: its types compile";
}

/** Files, which the generator handles as bytes once it knows that they are. */
const FILE_TYPES = [
  "application/pdf",
  "application/xml",
  "image/jpeg",
  "image/png",
  "text/csv",
  "text/plain",
];

/** From PyPI, so only where somebody has installed it. */
async function openApiPythonClient(folder: string): Promise<string> {
  const generator = onPath("openapi-python-client");
  if (generator === undefined) {
    return "openapi-python-client: skipped, because it is not on the PATH (pipx installs it)";
  }
  const config = {
    content_type_overrides: Object.fromEntries(
      FILE_TYPES.map((type) => [type, "application/octet-stream"]),
    ),
    // They format the result with programs that may not be installed.
    post_hooks: [],
  };
  writeFileSync(path.join(folder, "config.json"), JSON.stringify(config));
  const files = ["--path", "openapi.json", "--output-path", "python", "--config", "config.json"];
  await expectSuccess(
    generator,
    ["generate", ...files, "--meta", "none", "--fail-on-warning"],
    folder,
  );
  await expectSuccess("python3", ["-m", "compileall", "-q", "python"], folder);
  return "openapi-python-client: its package compiles";
}
