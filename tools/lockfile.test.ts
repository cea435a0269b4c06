import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromRoot } from "../scripts/repository.ts";

interface LockedPackage {
  readonly optionalDependencies?: Record<string, string>;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly engines?: { readonly node?: string };
}

/** The oldest Node that can run npm install; everything else runs on the Node in the lockfile. */
const INSTALLING_NODE = 20;

/** Returns the lowest major version in a range of Node versions; 0 if there is no range. */
function lowestMajor(range = ""): number {
  const majors = [...range.matchAll(/(?<![\d.])(\d+)/g)].map(([major]) => Number(major));
  return majors.length === 0 ? 0 : Math.min(...majors);
}

const read = (file: string): unknown => JSON.parse(readFileSync(fromRoot(file), "utf8"));
const { packages } = read("package-lock.json") as {
  readonly packages: Record<string, LockedPackage>;
};
const { allowScripts } = read("package.json") as {
  readonly allowScripts: Record<string, boolean>;
};

/** Returns whether the package at `place` finds `name` in its own or any outer `node_modules`. */
function isLocked(place: string, name: string): boolean {
  const candidate = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`;
  if (packages[candidate] !== undefined) {
    return true;
  }
  const end = place.lastIndexOf("/node_modules/");
  return place !== "" && isLocked(place.slice(0, Math.max(end, 0)), name);
}

describe("the lockfile", () => {
  it("lockfile: contains the optional packages of every platform, as npm ci requires", () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(place, name))
        .map((name) => `${name}, which ${place} asks for`),
    );
    expect(missing).toEqual([]);
  });

  it("lockfile: the oldest supported Node can install the binaries of every platform", () => {
    // npm silently skips an optional package whose engines exclude the running Node. To fix this,
    // delete the `engines` field from the package's entry: its binary runs on the Node in the
    // lockfile.
    const skipped = Object.entries(packages)
      .filter(([, { optional, os }]) => optional === true && os !== undefined)
      .filter(([, { engines }]) => lowestMajor(engines?.node) > INSTALLING_NODE)
      .map(([place]) => place);
    expect(skipped).toEqual([]);
  });

  it("lockfile: package.json allows or denies every install script", () => {
    const unanswered = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.replace(/^.*node_modules\//, ""))
      .filter((name) => allowScripts[name] === undefined);
    expect(unanswered).toEqual([]);
  });
});
