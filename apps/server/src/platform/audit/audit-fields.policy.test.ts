import { describe, expect, it } from "vitest";
import { divideFields, isNameless, joinFields } from "./audit-fields.policy.ts";

describe("the fields of an audit event", () => {
  it("are sealed unless listed as plain, so a new action reveals nothing", () => {
    const data = { ref: "r", shoeSize: "43", status: "open", nickname: "Ann", note: "tall" };
    const { plain, aboutSubject } = divideFields("act.of_tomorrow", data);
    expect(plain).toEqual({ ref: "r", status: "open" });
    expect(aboutSubject).toEqual({ shoeSize: "43", nickname: "Ann", note: "tall" });
  });

  it("are sealed if a plain field contains text written by a person", () => {
    const { plain, aboutSubject } = divideFields("case.end", { status: "Ann Smith, 5 Elm Road" });
    expect(plain).toEqual({});
    expect(aboutSubject).toEqual({ status: "Ann Smith, 5 Elm Road" });
    expect(divideFields("case.end", { cards: ["card_1", "my blue card"] }).plain).toEqual({});
    expect(divideFields("case.end", { status: { name: "Ann" } }).plain).toEqual({});
  });

  it("are divided individually within a before or after state", () => {
    const data = { before: { name: "Groceries", version: 1 }, after: { name: "Food", version: 2 } };
    const { plain, aboutSubject } = divideFields("strategy.revise", data);
    expect(plain).toEqual({ before: { version: 1 }, after: { version: 2 } });
    expect(aboutSubject).toEqual({ before: { name: "Groceries" }, after: { name: "Food" } });
    expect(joinFields(plain, aboutSubject)).toEqual(data);
  });

  it("are sealed under the actor's key if they show where a request came from", () => {
    const data = { ip: "192.0.2.7", device: "Firefox", systemUser: "ops", role: "support" };
    const { plain, aboutActor } = divideFields("segment.change", data);
    expect(plain).toEqual({ role: "support" });
    expect(aboutActor).toEqual({ ip: "192.0.2.7", device: "Firefox", systemUser: "ops" });
  });

  it("stay readable if the action concerns the program itself", () => {
    const after = { "title.en": "Maintenance on Sunday", revision: 2 };
    expect(divideFields("announcement.change", { after }).plain).toEqual({ after });
    expect(divideFields("settings.change", { after: { limit: "1.00" } }).aboutSubject).toEqual({});
  });
});

describe("an actor", () => {
  it("is stored as the name of a part of Tessera or a person's id, never a person's name", () => {
    for (const actor of ["visitor", "chain:tron", "risk", "0197a0f0-0000-7000-8000-000000000001"]) {
      expect(isNameless(actor)).toBe(true);
    }
    for (const actor of ["ann", "demo", "chain:tron; ann", "ann@example.com"]) {
      expect(isNameless(actor)).toBe(false);
    }
  });
});
