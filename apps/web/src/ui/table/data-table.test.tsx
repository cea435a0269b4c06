// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { EndingPages } from "../list/list-end.tsx";
import { DataTable } from "./data-table.tsx";
import type { TableColumn, TableSort } from "./table-columns.ts";

interface Row {
  readonly id: string;
  readonly title: string;
  readonly amount: string;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: "title", label: "Description", value: ({ title }) => title, isTitle: true },
  {
    id: "amount",
    label: "Amount",
    value: ({ amount }) => ({ amount, currency: "USD" }),
    firstDirection: "descending",
    namesRow: true,
  },
];
const ROWS: readonly Row[] = [
  { id: "a", title: "Adobe", amount: "-9.00" },
  { id: "b", title: "Figma", amount: "-30.00" },
  { id: "c", title: "Refund", amount: "4.00" },
];
const LOADED: TableSort = { columnId: "time", direction: "descending" };

beforeAll(() => {
  // In jsdom, nothing ever comes into view.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

function Table({
  hasNextPage,
  onOpen = () => {},
}: {
  readonly hasNextPage: boolean;
  readonly onOpen?: (row: Row) => void;
}) {
  const sorting = useState<TableSort>();
  const pages: EndingPages = {
    data: { pages: [] },
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    hasNextPage,
    fetchNextPage: () => undefined,
  };
  return (
    <I18nProvider i18n={i18n}>
      <DataTable
        caption="Movements"
        columns={COLUMNS}
        rows={ROWS}
        loadedOrder={LOADED}
        sorting={sorting}
        pages={pages}
        failed="Failed"
        opening={{ onOpen }}
      />
    </I18nProvider>
  );
}

const titles = () =>
  within(screen.getByRole("table", { name: "Movements" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("button").textContent);

it("a table sorts by the clicked heading, marks it, and reports missing rows", async () => {
  render(<Table hasNextPage />);
  expect(screen.getByText("3 loaded")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Amount" }));
  expect(titles()).toEqual(["Refund", "Adobe", "Figma"]);
  const head = screen.getByRole("columnheader", { name: "Amount" });
  expect(head.getAttribute("aria-sort")).toBe("descending");
  expect(
    screen.getByText("Only the 3 loaded rows are sorted. Load all rows to sort them all."),
  ).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Amount" }));
  expect(titles()).toEqual(["Figma", "Adobe", "Refund"]);
  expect(head.getAttribute("aria-sort")).toBe("ascending");
});

it("a table says nothing about missing rows when all are loaded", async () => {
  render(<Table hasNextPage={false} />);
  await userEvent.click(screen.getByRole("button", { name: "Description" }));
  expect(screen.queryByText(/^Only the .* loaded rows are sorted/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Load all" })).toBeNull();
});

it("clicking anywhere on a table row, which is labeled by title and amount, opens it", async () => {
  const onOpen = vi.fn();
  render(<Table hasNextPage={false} onOpen={onOpen} />);
  await userEvent.click(screen.getByRole("button", { name: /^Figma.*30/ }));
  expect(onOpen).toHaveBeenLastCalledWith(ROWS[1]);
  const row = screen.getAllByRole("row")[1];
  await userEvent.click(within(row as HTMLElement).getAllByRole("cell")[1] as HTMLElement);
  expect(onOpen).toHaveBeenLastCalledWith(ROWS[0]);
  expect(onOpen).toHaveBeenCalledTimes(2);
});
