import type { ClipboardEvent } from "react";
import { clipboardText, headCells, tableOfCells } from "./table-clipboard.ts";
import type { CellValue, TableColumn } from "./table-columns.ts";

/**
 * Returns whether any of a cell's content is selected; a selection that only touches the cell's
 * edge does not count.
 */
function isSelected(cell: Element, selection: Selection, range: Range): boolean {
  if (cell.getClientRects().length === 0) {
    return false;
  }
  if (selection.containsNode(cell, false)) {
    return true;
  }
  if (!range.intersectsNode(cell)) {
    return false;
  }
  const part = document.createRange();
  part.selectNodeContents(cell);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) {
    part.setStart(range.startContainer, range.startOffset);
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) {
    part.setEnd(range.endContainer, range.endOffset);
  }
  return part.toString().trim() !== "";
}

/** Returns the indices of a row's selected columns. */
function selectedPlaces(row: Element, selection: Selection, range: Range): readonly number[] {
  return [...row.children].flatMap((cell, place) =>
    isSelected(cell, selection, range) ? [place] : [],
  );
}

interface PickedRow<R> {
  readonly row: R;
  readonly places: readonly number[];
}

/** Returns whether a selection lies within one text cell and is therefore copied as plain text. */
function isPartOfText(values: readonly CellValue[]): boolean {
  const [only] = values;
  return values.length === 1 && (typeof only === "string" || only === null);
}

/** Copies the selected cells as a table, with plain numbers and times. */
export function copySelection<R>(
  event: ClipboardEvent<HTMLTableElement>,
  columns: readonly TableColumn<R>[],
  rowOf: (id: string) => R | undefined,
): void {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) {
    return;
  }
  const range = selection.getRangeAt(0);
  const picked: PickedRow<R>[] = [];
  for (const element of event.currentTarget.querySelectorAll<HTMLElement>("tr[data-row]")) {
    const row = rowOf(element.dataset.row ?? "");
    const places = selectedPlaces(element, selection, range);
    if (row !== undefined && places.length > 0) {
      picked.push({ row, places });
    }
  }
  const shown = columns.filter((_, at) => picked.some(({ places }) => places.includes(at)));
  const values = picked.map(({ row, places }) =>
    shown.map((column) => (places.includes(columns.indexOf(column)) ? column.value(row) : null)),
  );
  if (picked.length === 0 || isPartOfText(values.flat())) {
    return;
  }
  const top = event.currentTarget.tHead?.rows[0];
  const withHead = top !== undefined && selectedPlaces(top, selection, range).length > 0;
  const heads = headCells(
    shown,
    picked.map(({ row }) => row),
  );
  const { text, html } = tableOfCells(
    withHead ? heads : undefined,
    values.map((cells) => cells.map(clipboardText)),
  );
  event.clipboardData.setData("text/plain", text);
  event.clipboardData.setData("text/html", html);
  event.preventDefault();
}
