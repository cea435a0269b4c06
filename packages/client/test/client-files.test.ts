import { readFileSync } from "node:fs";
import { ENDPOINTS } from "@tessera/contract/endpoints";
import { expect, it } from "vitest";
import { fromRoot } from "../../../scripts/repository.ts";
import { isCallOfKeys } from "../scripts/call-writer.ts";
import { clientFiles } from "../scripts/client-files.ts";
import { CHECKED } from "./contract-types.generated.ts";

const calls = Object.values(ENDPOINTS).flatMap((feature) => Object.values(feature));

it("client: its calls, types and guides are those that the contract gives now", async () => {
  const stale: string[] = [];
  for (const { file, text } of await clientFiles()) {
    if (readFileSync(fromRoot(file), "utf8") !== text) {
      stale.push(`${file}: run npm run client:generate`);
    }
  }
  expect(stale).toEqual([]);
});

it("client: has a method for each call that keys can make, and for no other", () => {
  const text = readFileSync(fromRoot("packages/client/src/calls.generated.ts"), "utf8");
  const paths = [...text.matchAll(/method: "(\w+)", path: at`([^`]+)`/g)].map(
    ([, method, path = ""]) => `${method} ${path.replace(/\$\{(\w+)\}/g, ":$1")}`,
  );
  const expected = calls.filter(isCallOfKeys).map(({ method, path }) => `${method} ${path}`);
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.toSorted()).toEqual(expected.toSorted());
});

it("client: repeats a call only if it reads or has an idempotency key", () => {
  const text = readFileSync(fromRoot("packages/client/src/calls.generated.ts"), "utf8");
  const never = [...text.matchAll(/path: at`([^`]+)`, repeatable: "never"/g)].map(
    ([, path]) => path,
  );
  // Writes a file while it is sent, and an audit record.
  expect(never).toEqual(["/api/logs/export"]);
});

it("client: its types are those of the contract's schemas", () => {
  // The type check decides: a type that differs does not compile.
  expect(CHECKED.length).toBeGreaterThan(50);
  expect(CHECKED.every((same) => same)).toBe(true);
});
