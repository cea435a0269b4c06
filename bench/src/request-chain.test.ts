import { expect, test } from "vitest";
import type { FollowUp, PreparedRequest } from "./http-load.ts";
import { fillIn, readyOf } from "./request-chain.ts";

const QUOTE = { field: "quoteId", placeholder: "quo_0000" };
const AMOUNT = { field: "amount", placeholder: "##.##" };
const PROOF = { field: "proof", placeholder: "vp1_0000" };

function chainOf(...followUps: FollowUp[]): PreparedRequest {
  return { path: "/quote", headers: {}, body: "{}", followUps };
}

const PROVE: FollowUp = {
  path: "/proof",
  headers: { a: "b" },
  body: JSON.stringify({ quoteId: QUOTE.placeholder, amount: AMOUNT.placeholder }),
  takes: [QUOTE, AMOUNT],
};
const CREATE: FollowUp = {
  path: "/create",
  headers: { "x-proof": PROOF.placeholder },
  body: JSON.stringify({ quoteId: QUOTE.placeholder }),
  takes: [QUOTE, PROOF],
};

test("request chain: later requests take values from every earlier response", () => {
  const { bytes, followUps } = readyOf(chainOf(PROVE, CREATE), "host:1");
  fillIn(followUps, Buffer.from('{"quoteId":"quo_1234","totalAmount":"99","amount":"10.00"}'));
  fillIn(followUps.slice(1), Buffer.from('{"proof":"vp1_abcd","amount":"20.00"}'));
  expect(bytes.toString()).toBe(
    "POST /quote HTTP/1.1\r\nhost: host:1\r\ncontent-length: 2\r\n\r\n{}",
  );
  expect(followUps.map((followUp) => followUp.bytes.toString())).toEqual([
    "POST /proof HTTP/1.1\r\nhost: host:1\r\na: b\r\ncontent-length: 39\r\n\r\n" +
      '{"quoteId":"quo_1234","amount":"10.00"}',
    "POST /create HTTP/1.1\r\nhost: host:1\r\nx-proof: vp1_abcd\r\ncontent-length: 22\r\n\r\n" +
      '{"quoteId":"quo_1234"}',
  ]);
});

test("request chain: a request without a body is a GET, and has no follow-ups", () => {
  const { bytes, followUps } = readyOf({ path: "/cards", headers: {} }, "host:1");
  expect(bytes.toString()).toBe("GET /cards HTTP/1.1\r\nhost: host:1\r\n\r\n");
  expect(followUps).toEqual([]);
});

test("request chain: a value of another length than its placeholder is an error", () => {
  const { followUps } = readyOf(chainOf(CREATE), "host:1");
  expect(() => fillIn(followUps, Buffer.from('{"quoteId":"quo_12345"}'))).toThrow("length");
  expect(() => fillIn(followUps, Buffer.from('{"quoteId":"quo_123"}'))).toThrow("length");
});

test("request chain: a request without a place for a value that it takes is an error", () => {
  const wrong = { ...CREATE, takes: [...CREATE.takes, AMOUNT] };
  expect(() => readyOf(chainOf(wrong), "host:1")).toThrow("/create takes amount");
});
