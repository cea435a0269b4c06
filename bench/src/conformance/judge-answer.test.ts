import { accountsEndpoints } from "@tessera/contract/identity/accounts.endpoints";
import { expect, it } from "vitest";
import { judgeAnswer } from "./judge-answer.ts";

const { login, logout, sendCode } = accountsEndpoints;
const CODES = new Set(["wrong_credentials", "captcha_invalid"]);
const json = (status: number, value: unknown, contentType = "application/json") => ({
  status,
  contentType,
  text: JSON.stringify(value),
  json: value,
});
const refused = (code: string, status: number) =>
  json(
    status,
    { type: "about:blank", title: "No", status, message: "No.", code, requestId: "1" },
    "application/problem+json; charset=utf-8",
  );
const complaintOf = (...args: Parameters<typeof judgeAnswer>) => judgeAnswer(...args).complaint;

it("conformance: accepts a success with exactly the contract's fields", () => {
  const body = { expiresInSeconds: 600, retryAfterSeconds: 60 };
  expect(judgeAnswer(sendCode, json(200, body), CODES)).toEqual({
    ...{ kind: "success", code: undefined, complaint: undefined },
  });
  expect(complaintOf(sendCode, json(201, body), CODES)).toMatch("instead of 200");
  expect(complaintOf(sendCode, json(200, { ...body, more: 1 }), CODES)).toMatch("does not list");
  expect(complaintOf(sendCode, json(200, { expiresInSeconds: 1 }), CODES)).toMatch("retryAfter");
});

it("conformance: accepts an empty response only where the contract has one", () => {
  const empty = { status: 204, contentType: "", text: "", json: undefined };
  expect(complaintOf(logout, empty, CODES)).toBeUndefined();
  expect(complaintOf(logout, { ...empty, text: "x" }, CODES)).toMatch("a body with 204");
  expect(complaintOf(login, empty, CODES)).toMatch("instead of 200");
});

it("conformance: accepts only published errors with the catalog's status", () => {
  expect(judgeAnswer(login, refused("wrong_credentials", 401), CODES)).toEqual({
    ...{ kind: "error", code: "wrong_credentials", complaint: undefined },
  });
  expect(complaintOf(login, refused("wrong_credentials", 400), CODES)).toMatch("another status");
  expect(complaintOf(login, refused("card_closed", 409), CODES)).toMatch("does not publish");
  expect(complaintOf(login, refused("nothing", 400), CODES)).toMatch("does not list");
  expect(complaintOf(login, json(502, "Bad gateway"), CODES)).toMatch("not in the error format");
});
