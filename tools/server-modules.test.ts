import { describe, expect, it } from "vitest";
import { MODULES } from "../apps/server/src/modules.ts";
import { root } from "../scripts/repository.ts";
import { announcedCanaries, asText, canaryFolder } from "./canary-tree.ts";
import { checkManifests, MANIFEST_RULES } from "./module-manifests.ts";
import { readSourceFiles } from "./tidy/source-files.ts";

describe("the manifests of the server's modules", () => {
  it("module manifests: exist, are listed, and need exactly the imported modules", () => {
    const found = checkManifests(readSourceFiles(root));
    expect(found.map(({ path, message }) => `${path}: ${message}`)).toEqual([]);
  });

  it("module manifests: every module starts after the modules it needs", () => {
    expect(MODULES.length).toBeGreaterThan(50);
    const started = new Set<string>();
    for (const { name, needs } of MODULES) {
      expect({ name, missing: needs.filter((need) => !started.has(need)) }).toEqual({
        name,
        missing: [],
      });
      started.add(name);
    }
  });

  it("module manifests: each planted violation is flagged only by the rule it names", () => {
    const found = checkManifests(readSourceFiles(canaryFolder("modules")));
    expect(asText(found)).toEqual(asText(announcedCanaries("modules")));
    expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(MANIFEST_RULES));
  });
});
