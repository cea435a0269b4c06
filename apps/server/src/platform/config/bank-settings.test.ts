import { describe, expect, it } from "vitest";
import { bankAccountsOfCell, isIban } from "./bank-settings.ts";
import { readConfig } from "./config.ts";

const EUR = {
  ...{ currency: "EUR", holder: "Example Ltd", bank: "Example Bank" },
  iban: "DE89 3704 0044 0532 0130 00",
};

describe("BANK_ACCOUNTS", () => {
  it("names accounts by IBAN or number, each of one cell", () => {
    const usd = { ...EUR, iban: undefined, currency: "USD", number: "0012-3456", cell: 2 };
    const config = readConfig({ BANK_ACCOUNTS: JSON.stringify([EUR, usd]) });
    expect(config.bankAccounts).toMatchObject([
      { account: "DE89370400440532013000", isIban: true, bankCode: null, cell: 1 },
      { account: "0012-3456", isIban: false, cell: 2 },
    ]);
    expect(bankAccountsOfCell(config).map(({ currency }) => currency)).toEqual(["EUR"]);
  });

  it("defaults to fictitious accounts in the sandbox, with valid check digits", () => {
    const { bankAccounts } = readConfig({});
    expect(bankAccounts.map(({ currency }) => currency)).toEqual(["USD", "CNY", "EUR"]);
    expect(bankAccounts.every(({ account }) => isIban(account))).toBe(true);
    expect(readConfig({ BANK_ACCOUNTS: "none" }).bankAccounts).toEqual([]);
  });

  it.each([
    ["no JSON", "x"],
    ["an empty list", "[]"],
    ["a wrong check digit", JSON.stringify([{ ...EUR, iban: "DE88370400440532013000" }])],
    ["an account named twice", JSON.stringify([EUR, EUR])],
    ["both an IBAN and a number", JSON.stringify([{ ...EUR, number: "12345" }])],
    ["an unknown field", JSON.stringify([{ ...EUR, color: "red" }])],
  ])("is refused with %s", (_, text) => {
    expect(() => readConfig({ BANK_ACCOUNTS: text })).toThrow(/BANK_ACCOUNTS/);
  });
});
