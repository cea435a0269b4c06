// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { type MoneyWrite, useMoneyWrite } from "./use-money-write.ts";

const lost = () => new ApiError({ status: 503, code: "overloaded", message: "Busy." });
const refused = (code: string) => new ApiError({ status: 409, code, message: "No." });

/** Errors for the next attempts. Once none are left, attempts succeed. */
let outcomes: Error[] = [];
let keys: string[] = [];
const onDone = vi.fn();
const onRefused = vi.fn();
const renew = vi.fn();
let write: MoneyWrite<string, string>;

beforeEach(() => {
  outcomes = [];
  keys = [];
  for (const callback of [onDone, onRefused, renew]) {
    callback.mockReset();
  }
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

function Writer() {
  write = useMoneyWrite({
    write: async (input: string, key) => {
      keys.push(key);
      const error = outcomes.shift();
      if (error !== undefined) {
        throw error;
      }
      return `${input} done`;
    },
    onDone,
    onRefused,
    renewal: { code: "quote_expired", renew },
  });
  return null;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function send(...tries: Error[]): Promise<void> {
  outcomes = tries;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Writer />
    </QueryClientProvider>,
  );
  act(() => write.send("one"));
  await pass(10);
}

test("A write with a lost response shows as processing until a retry gets a result", async () => {
  await send(lost());
  expect(write).toMatchObject({ sending: true, processing: true, unknown: false, error: null });
  await pass(1_000);
  expect(write).toMatchObject({ sending: false, processing: false, answer: "one done" });
  expect(onDone.mock.calls).toEqual([["one done"]]);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test("Sending again during the delay ends the delay and sends no additional request", async () => {
  await send(lost(), lost());
  act(() => write.sendAgain());
  await pass(10);
  expect(keys).toHaveLength(2);
  expect(write.processing).toBe(true);
  await pass(20_000);
  expect(keys).toHaveLength(3);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test("A request with an unknown outcome is sent again under its key", async () => {
  await send(...Array.from({ length: 5 }, lost));
  await pass(20_000);
  expect(write).toMatchObject({ sending: false, processing: false, unknown: true, error: null });
  expect(onRefused).not.toHaveBeenCalled();
  act(() => write.sendAgain());
  await pass(0);
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(new Set(keys).size).toBe(1);
});

test("A rejection is reported, retires the key, and renews only outdated input", async () => {
  await send(refused("insufficient_funds"));
  expect(write.error?.message).toBe("No.");
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(renew).not.toHaveBeenCalled();
  outcomes = [refused("quote_expired")];
  act(() => write.send("two"));
  await pass(10);
  expect(renew).toHaveBeenCalledTimes(1);
  expect(new Set(keys).size).toBe(2);
});

test("A second click during the first request sends nothing", async () => {
  await send(lost());
  act(() => write.send("two"));
  await pass(5_000);
  expect(onDone.mock.calls).toEqual([["one done"]]);
});
