// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, fireEvent, render } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { setLocale } from "../../lib/locale.ts";
import type { TypedDateKind } from "../../lib/time/typed-date.ts";
import { DateInput } from "./date-input.tsx";

function Form({ kind, start }: { readonly kind: TypedDateKind; readonly start: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <DateInput kind={kind} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

function show(kind: TypedDateKind, start = "") {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <Form kind={kind} start={start} />
    </I18nProvider>,
  );
  const input = container.querySelector<HTMLInputElement>('input[type="text"]');
  const calendar = container.querySelector<HTMLInputElement>('input[aria-hidden="true"]');
  if (input === null || calendar === null) {
    throw new Error("The input has no text or no calendar.");
  }
  return { input, calendar, value: () => container.querySelector("output")?.textContent };
}

const type = (input: HTMLInputElement, text: string) =>
  fireEvent.change(input, { target: { value: text } });

test("A day is entered and shown in the format of the reader's language", () => {
  act(() => setLocale("en"));
  const { input, value } = show("day", "2026-11-20");
  expect([input.value, input.placeholder]).toEqual(["11/20/2026", "MM/DD/YYYY"]);
  type(input, "1/2/2026");
  expect([input.value, value()]).toEqual(["1/2/2026", "2026-01-02"]);
  act(() => setLocale("zh-CN"));
  expect([input.value, input.placeholder]).toEqual(["2026-01-02", "YYYY-MM-DD"]);
});

test("Invalid text stays in the input to be corrected, and the form is notified", () => {
  act(() => setLocale("en"));
  const { input, value } = show("day");
  type(input, "31/12/2026");
  fireEvent.blur(input);
  expect([input.value, value()]).toEqual(["31/12/2026", "unreadable"]);
  type(input, "12/31/2026");
  expect(value()).toBe("2026-12-31");
  type(input, "");
  expect(value()).toBe("");
});

test("A date is typed along with its time, and the calendar fills in the same input", () => {
  act(() => setLocale("en"));
  const { input, calendar, value } = show("moment");
  expect([input.placeholder, calendar.type]).toEqual(["MM/DD/YYYY HH:MM", "datetime-local"]);
  type(input, "11/24/2026 9:30");
  expect(value()).toBe("2026-11-24T09:30");
  fireEvent.change(calendar, { target: { value: "2026-12-01T18:00" } });
  expect([input.value, value()]).toEqual(["12/01/2026 18:00", "2026-12-01T18:00"]);
});
