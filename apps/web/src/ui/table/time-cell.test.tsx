// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { localeStore } from "../../lib/locale.ts";
import { TimeCell } from "./time-cell.tsx";

const parts = (at: string) => {
  const { container } = render(<TimeCell at={at} />);
  return [...container.querySelectorAll("span")].map(({ textContent }) => textContent);
};

it("a time breaks only between its day and its time", () => {
  const other = new Date(2020, 10, 29, 9, 5).toISOString();
  expect(parts(other)).toEqual(["29 Nov 2020,", "09:05"]);
  localeStore.set("zh-CN");
  expect(parts(other)).toEqual(["2020 年 11 月 29 日", "09:05"]);
});
