import { expect, test } from "vitest";
import { ApiError } from "../../../lib/api/api-error.ts";
import { applyBodyOf, EMPTY_APPLICATION, fieldErrorsOf } from "./apply-draft.ts";
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

test("The server's errors for an application are assigned to the matching fields", () => {
  const error = new ApiError({
    status: 400,
    code: "invalid_input",
    message: "Check the marked fields and try again.",
    fields: [
      { path: "billingAddress.postalCode", code: "too_long", message: "Too long." },
      { path: "nickname", code: "too_long", message: "Too long." },
    ],
  });
  expect(fieldErrorsOf(error)).toEqual({
    nickname: "Too long.",
    address: { postalCode: "Too long." },
  });
});

test("An application states the card's usage only if it is restricted", () => {
  expect(applyBodyOf(EMPTY_APPLICATION, segment).usage).toBeUndefined();
  const single = applyBodyOf({ ...EMPTY_APPLICATION, usage: "single_use" }, segment);
  expect(single.usage).toBe("single_use");
});
