import { describe, expect, it } from "vitest";
import { MODULES } from "../apps/server/src/modules.ts";
import { root } from "../scripts/repository.ts";
import { announcedCanaries, asText, canaryFolder } from "./canary-tree.ts";
import { checkManifests, MANIFEST_RULES } from "./module-manifests.ts";
import { readSourceFiles } from "./tidy/source-files.ts";

describe("the manifests of the server's modules", () => {
  it("exist, are listed, and need exactly the modules that their files import", () => {
    const found = checkManifests(readSourceFiles(root));
    expect(found.map(({ path, message }) => `${path}: ${message}`)).toEqual([]);
  });

  it("start after what they need", () => {
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

  it("are refused by the rule that each planted violation names, and by no other", () => {
    const found = checkManifests(readSourceFiles(canaryFolder("modules")));
    expect(asText(found)).toEqual(asText(announcedCanaries("modules")));
    expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(MANIFEST_RULES));
  });
});
