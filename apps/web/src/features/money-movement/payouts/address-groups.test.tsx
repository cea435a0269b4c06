// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { Lookalike } from "@tessera/contract/money-movement/withdrawals.schemas";
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { LookalikeNote } from "./address-groups.tsx";

const CHOSEN = "TKx1pAAAAAAAAAAAAAAAAAAAAAAAAAz9Qp";
const SENDER = "TKx1pBBBBBBBBBBBBBBBBBBBBBBBBBz9Qp";
const BOOK = "TKx1pAAAAAAAAAAABAAAAAAAAAAAAAz9Qp";

function show(lookalikes: readonly Lookalike[]) {
  return render(
    <I18nProvider i18n={i18n}>
      <LookalikeNote address={CHOSEN} title="Just entered" lookalikes={lookalikes} />
    </I18nProvider>,
  );
}

test("Look-alike addresses: both are shown in full, with where they differ", () => {
  show([
    { kind: "sender", label: null, address: SENDER },
    { kind: "book", label: "Ledger", address: BOOK },
  ]);
  const note = within(screen.getByRole("alert"));
  for (const address of [CHOSEN, SENDER, BOOK]) {
    expect(note.getByText(address)).toBeTruthy();
  }
  expect(note.getByText("An address that paid you")).toBeTruthy();
  expect(note.getByText("Ledger")).toBeTruthy();
  expect(note.getByText("Different from character 6 to 30")).toBeTruthy();
  expect(note.getByText("Different from character 17 to 17")).toBeTruthy();
});

test("Look-alike addresses: without any, nothing is shown", () => {
  show([]);
  expect(screen.queryByRole("alert")).toBeNull();
});
