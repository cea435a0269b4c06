import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromRoot } from "../scripts/repository.ts";

interface LockedPackage {
  readonly optionalDependencies?: Record<string, string>;
  readonly hasInstallScript?: boolean;
}

const read = (file: string): unknown => JSON.parse(readFileSync(fromRoot(file), "utf8"));
const { packages } = read("package-lock.json") as {
  readonly packages: Record<string, LockedPackage>;
};
const { allowScripts } = read("package.json") as {
  readonly allowScripts: Record<string, boolean>;
};

/** Whether the package at `place` finds `name` in its own or any outer `node_modules`. */
function isLocked(place: string, name: string): boolean {
  const candidate = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`;
  if (packages[candidate] !== undefined) {
    return true;
  }
  const end = place.lastIndexOf("/node_modules/");
  return place !== "" && isLocked(place.slice(0, Math.max(end, 0)), name);
}

describe("the lockfile", () => {
  it("names the optional packages of every platform, or npm ci refuses it", () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(place, name))
        .map((name) => `${name}, which ${place} asks for`),
    );
    expect(missing).toEqual([]);
  });

  it("has an answer in package.json for every package that would run a script", () => {
    const unanswered = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.replace(/^.*node_modules\//, ""))
      .filter((name) => allowScripts[name] === undefined);
    expect(unanswered).toEqual([]);
  });
});
