import { describe, expect, it } from "vitest";
import { inOrderOfNeeds } from "./in-order-of-needs.ts";

function named(name: string, ...needs: readonly string[]) {
  return { name, needs };
}

function namesInOrder(...modules: readonly ReturnType<typeof named>[]): string {
  return inOrderOfNeeds(modules)
    .map(({ name }) => name)
    .join(" ");
}

describe("inOrderOfNeeds", () => {
  it("keeps the order of modules that need no other module", () => {
    expect(namesInOrder(named("c"), named("a"), named("b"))).toBe("c a b");
  });

  it("puts every module after the modules it needs, wherever they are in the list", () => {
    const payouts = named("payouts", "pricing", "cases");
    const cases = named("cases", "mail");
    expect(namesInOrder(payouts, cases, named("mail"), named("pricing"))).toBe(
      "pricing mail cases payouts",
    );
  });

  it("lists each module only once, even if several modules need it", () => {
    const modules = [named("a", "mail"), named("b", "mail", "a"), named("mail")];
    expect(namesInOrder(...modules)).toBe("mail a b");
  });

  it("rejects two modules with the same name", () => {
    expect(() => inOrderOfNeeds([named("mail"), named("mail")])).toThrow(
      "Two modules are named mail.",
    );
  });

  it("rejects a module that needs a module not in the list", () => {
    expect(() => inOrderOfNeeds([named("cases", "post")])).toThrow(
      "The module cases needs post, which is not listed.",
    );
  });

  it("names exactly the modules that form a cycle", () => {
    const modules = [named("a", "b"), named("b", "c"), named("c", "b")];
    expect(() => inOrderOfNeeds(modules)).toThrow(
      "The modules need each other in a cycle: b → c → b.",
    );
    expect(() => inOrderOfNeeds([named("a", "a")])).toThrow("in a cycle: a → a.");
  });
});
