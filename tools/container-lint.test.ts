import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { DCLinter } from "dclint";
import { ValidationCode, validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { fromRoot } from "../scripts/repository.ts";
import { announcedCanaries, asText, type Canary, canaryFolder } from "./canary-tree.ts";

/** Returns the findings of dockerfile-utils in the Dockerfiles of a folder. */
function lintDockerfiles(folder: string): Canary[] {
  return globSync("{,*.}Dockerfile", { cwd: folder }).flatMap((file) =>
    validate(readFileSync(path.join(folder, file), "utf8")).map(({ code }) => ({
      path: file,
      rule: ValidationCode[Number(code)] ?? `${code}`,
    })),
  );
}

/** A file's findings. dclint's own declarations import files that TypeScript does not resolve. */
interface LintResult {
  readonly messages: readonly { readonly rule: string }[];
}

/** Returns the findings of dclint in the Compose files of a folder, with the repository's rules. */
function lintComposeFiles(folder: string): Canary[] {
  const { rules } = JSON.parse(readFileSync(fromRoot(".dclintrc.json"), "utf8"));
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
  const files = globSync("compose{,.*}.yaml", { cwd: folder });
  return files.flatMap((file) => {
    const results: readonly LintResult[] = linter.lintFiles([path.join(folder, file)], false);
    return results.flatMap(({ messages }) => messages.map(({ rule }) => ({ path: file, rule })));
  });
}

describe("container files", () => {
  it("Dockerfile: has no error, no warning and nothing deprecated", () => {
    expect(lintDockerfiles(fromRoot())).toEqual([]);
  });

  it("compose.yaml: fits the Compose schema and dclint's rules", () => {
    expect(lintComposeFiles(fromRoot())).toEqual([]);
  });

  it("container files: every canary is flagged by its own rule, and by no other", () => {
    const folder = canaryFolder("containers");
    const found = [...lintDockerfiles(folder), ...lintComposeFiles(folder)];
    expect(announcedCanaries("containers")).toHaveLength(5);
    expect(asText(found)).toEqual(asText(announcedCanaries("containers")));
  });
});
