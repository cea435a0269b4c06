// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useEveryPage } from "./use-every-page.ts";

function follow(pageCount: number, fetchNextPage: () => unknown) {
  return {
    data: { pages: Array.from({ length: pageCount }, () => ({})) },
    hasNextPage: true,
    isFetching: false,
    isFetchNextPageError: false,
    fetchNextPage,
  };
}

it("useEveryPage continues if a page starts and finishes loading between renders", () => {
  const fetchNextPage = vi.fn();
  const { rerender } = renderHook((count: number) => useEveryPage(follow(count, fetchNextPage)), {
    initialProps: 1,
  });
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  rerender(2);
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});

it("useEveryPage requests each page exactly once", () => {
  const fetchNextPage = vi.fn();
  const { rerender } = renderHook((count: number) => useEveryPage(follow(count, fetchNextPage)), {
    initialProps: 1,
  });
  rerender(1);
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
});

it("useEveryPage requests nothing after the last page, during a load, or after a failure", () => {
  const fetchNextPage = vi.fn();
  const pages = follow(1, fetchNextPage);
  renderHook(() => useEveryPage({ ...pages, hasNextPage: false }));
  renderHook(() => useEveryPage({ ...pages, isFetching: true }));
  renderHook(() => useEveryPage({ ...pages, isFetchNextPageError: true }));
  expect(fetchNextPage).not.toHaveBeenCalled();
});
