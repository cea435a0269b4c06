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
  it("keeps the order of modules that need nothing", () => {
    expect(namesInOrder(named("c"), named("a"), named("b"))).toBe("c a b");
  });

  it("puts what a module needs before it, however far down the list it is", () => {
    const payouts = named("payouts", "pricing", "cases");
    const cases = named("cases", "mail");
    expect(namesInOrder(payouts, cases, named("mail"), named("pricing"))).toBe(
      "pricing mail cases payouts",
    );
  });

  it("lists a module once, however many need it", () => {
    const modules = [named("a", "mail"), named("b", "mail", "a"), named("mail")];
    expect(namesInOrder(...modules)).toBe("mail a b");
  });

  it("refuses two modules of one name", () => {
    expect(() => inOrderOfNeeds([named("mail"), named("mail")])).toThrow(
      "Two modules are named mail.",
    );
  });

  it("refuses a need that no module meets", () => {
    expect(() => inOrderOfNeeds([named("cases", "post")])).toThrow(
      "The module cases needs post, which is not listed.",
    );
  });

  it("names the modules of a cycle, and only those", () => {
    const modules = [named("a", "b"), named("b", "c"), named("c", "b")];
    expect(() => inOrderOfNeeds(modules)).toThrow(
      "The modules need each other in a cycle: b → c → b.",
    );
    expect(() => inOrderOfNeeds([named("a", "a")])).toThrow("in a cycle: a → a.");
  });
});
