import { ENDPOINTS } from "@tessera/contract/endpoints";
import { expect, it } from "vitest";
import { type BadCall, badCalls } from "../../testing/bad-input.ts";
import { checkInput } from "./check-input.ts";
import { Refusal } from "./refusal.ts";

function queryOf(url: string): Record<string, unknown> {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URL(url, "http://localhost").searchParams) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
}

/** Returns the paths that were rejected, or "accepted". */
function refusedPaths({ endpoint, url, body }: BadCall): string[] {
  try {
    const params = endpoint.params === undefined ? {} : { id: "card_1" };
    checkInput(endpoint, { params, query: queryOf(url), body });
    return ["accepted"];
  } catch (error) {
    return error instanceof Refusal ? error.fields.map(({ path }) => path) : [String(error)];
  }
}

it("check input: rejects bad values in every call in the contract", () => {
  const calls = badCalls(Object.values(ENDPOINTS).flatMap((group) => Object.values(group)));
  const accepted = calls.filter(
    (call) => !refusedPaths(call).some((path) => path === call.path || path.startsWith(call.path)),
  );
  expect(calls.length).toBeGreaterThan(600);
  expect(accepted.map(({ name }) => name)).toEqual([]);
});

it("check input: treats a missing body as an empty object, and rejects null", () => {
  const { closeCard } = ENDPOINTS.cards;
  const url = closeCard.path;
  const pathsOf = (body: unknown) =>
    refusedPaths({ name: "", endpoint: closeCard, url, body, path: "" });
  expect([pathsOf(undefined), pathsOf({}), pathsOf(null)]).toEqual([
    ["accepted"],
    ["accepted"],
    [""],
  ]);
});
