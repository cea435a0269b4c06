// @vitest-environment jsdom
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { RateNote } from "./rate-note.tsx";

test.each(["7.10428867", "0.00000001", "7.1042", "1.0000"])(
  "The rate note shows every decimal of a deposit's or withdrawal's rate: %s",
  (rate) => {
    const { container } = render(
      <I18nProvider i18n={i18n}>
        <RateNote
          asset="USDT"
          currency="CNY"
          rate={rate}
          ratedAt="2026-11-24T10:00:00.000Z"
          source="European Central Bank"
          spreadBasisPoints={0}
        />
      </I18nProvider>,
    );
    expect(container.textContent).toContain(`1 USDT = ${rate} CNY`);
  },
);

test.each([
  [0, false],
  [50, true],
])(
  "The rate note names the spread of a rate that includes one: %i basis points",
  (spread, told) => {
    const { container } = render(
      <I18nProvider i18n={i18n}>
        <RateNote
          asset="USDT"
          currency="EUR"
          rate="0.8612"
          ratedAt="2026-11-24T10:00:00.000Z"
          source={null}
          spreadBasisPoints={spread}
        />
      </I18nProvider>,
    );
    expect(container.textContent?.includes("includes a 0.5% spread")).toBe(told);
  },
);
