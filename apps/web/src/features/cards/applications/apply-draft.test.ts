import { expect, test } from "vitest";
import { applyBodyOf, applyProblems, EMPTY_APPLICATION } from "./apply-draft.ts";
import { missingFields } from "./billing-address.ts";

const segment = { id: "seg_1", openingFee: "1.50" };

test("A card application includes the displayed fee and omits empty fields", () => {
  expect(applyBodyOf({ ...EMPTY_APPLICATION, nickname: "  " }, segment)).toEqual({
    segmentId: "seg_1",
    billingAddress: "auto",
    openingFee: "1.50",
  });
});

test("A custom billing address is sent without empty lines", () => {
  const address = {
    line1: " 1 High St ",
    line2: "",
    city: "Leeds",
    region: "",
    postalCode: "LS1",
    country: "GB",
  };
  expect(missingFields(address)).toEqual([]);
  expect(missingFields({ ...address, city: " " })).toEqual(["city"]);
  const body = applyBodyOf(
    { nickname: "Ads", usage: "standard", assignment: "custom", address },
    segment,
  );
  expect(body.billingAddress).toEqual({
    line1: "1 High St",
    city: "Leeds",
    postalCode: "LS1",
    country: "GB",
  });
});

test("An application needs the fields of its billing address only if the address is custom", () => {
  const missing = (assignment: "auto" | "custom") =>
    Object.entries(applyProblems({ ...EMPTY_APPLICATION, assignment }))
      .filter(([, problem]) => problem)
      .map(([field]) => field);
  expect(missing("auto")).toEqual([]);
  expect(missing("custom")).toEqual([
    "billingAddress.line1",
    "billingAddress.city",
    "billingAddress.postalCode",
    "billingAddress.country",
  ]);
});

test("An application states the card's usage only if it is restricted", () => {
  expect(applyBodyOf(EMPTY_APPLICATION, segment).usage).toBeUndefined();
  const single = applyBodyOf({ ...EMPTY_APPLICATION, usage: "single_use" }, segment);
  expect(single.usage).toBe("single_use");
});
