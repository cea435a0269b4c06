import { CURRENCIES, type CurrencyCode } from "@tessera/money";
import * as z from "zod";

/** An account of the program at a bank, to which customers transfer money. */
export interface BankAccountSettings {
  readonly currency: CurrencyCode;
  /** To whom the account belongs, as the payer writes it. */
  readonly holder: string;
  readonly bank: string;
  /** The IBAN or account number without spaces, in upper case, as statements have it. */
  readonly account: string;
  readonly isIban: boolean;
  /** BIC, or the bank's number in its country; null if payers need none. */
  readonly bankCode: string | null;
  /** The cell whose customers use the account; null for the sandbox's, which every cell has. */
  readonly cell: number | null;
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Returns whether an IBAN's check digits are right (ISO 13616). */
export function isIban(text: string): boolean {
  const rearranged = `${text.slice(4)}${text.slice(0, 4)}`;
  const digits = rearranged.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return IBAN.test(text) && BigInt(digits) % 97n === 1n;
}

const line = z.string().trim().min(2).max(70);
const plain = (text: string) => text.replace(/\s/g, "").toUpperCase();

const ACCOUNTS = z
  .array(
    z
      .strictObject({
        currency: z.enum(CURRENCIES),
        holder: line,
        bank: line,
        iban: z.string().transform(plain).refine(isIban).optional(),
        number: z
          .string()
          .transform(plain)
          .refine((text) => /^[A-Z0-9-]{4,34}$/.test(text))
          .optional(),
        bankCode: z.string().trim().min(3).max(20).optional(),
        cell: z.number().int().min(1).max(999).default(1),
      })
      .refine(({ iban, number }) => (iban === undefined) !== (number === undefined)),
  )
  .min(1)
  .max(200);

type Given = z.infer<typeof ACCOUNTS>;

const HINT =
  "set none, or a JSON list of accounts, each with currency, holder, bank, and iban or number " +
  "(docs/providers/bank-statements.md)";

function parse(text: string): Given | undefined {
  try {
    return ACCOUNTS.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The setting for the program's accounts at banks. */
export const BANK_SETTINGS = {
  BANK_ACCOUNTS: z
    .string()
    .refine((text) => text === "none" || parse(text) !== undefined, HINT)
    .refine((text) => areUnique(parse(text) ?? []), "name each account once")
    .optional(),
};

function accountOf({ iban, number }: Given[number]): string {
  return iban ?? number ?? "";
}

function areUnique(accounts: Given): boolean {
  return new Set(accounts.map(accountOf)).size === accounts.length;
}

/** The sandbox's accounts: their country does not exist, and neither does the bank. */
const DEMO_ACCOUNTS: readonly BankAccountSettings[] = (
  [
    ["USD", "XX50DEMO0000000000000001"],
    ["CNY", "XX23DEMO0000000000000002"],
    ["EUR", "XX93DEMO0000000000000003"],
  ] as const
).map(([currency, account]) => ({
  currency,
  account,
  holder: "Tessera Demo Program",
  bank: "Demo Bank (fictitious)",
  isIban: true,
  bankCode: "DEMOXX00",
  cell: null,
}));

/** Returns the program's accounts at banks; in sandbox mode, fictitious ones by default. */
export function bankAccountsOf(env: {
  readonly BANK_ACCOUNTS?: string | undefined;
  readonly TESSERA_MODE: "sandbox" | "live";
}): readonly BankAccountSettings[] {
  const { BANK_ACCOUNTS: text } = env;
  if (text === undefined) {
    return env.TESSERA_MODE === "sandbox" ? DEMO_ACCOUNTS : [];
  }
  return (parse(text) ?? []).map((given) => ({
    currency: given.currency,
    holder: given.holder,
    bank: given.bank,
    account: accountOf(given),
    isIban: given.iban !== undefined,
    bankCode: given.bankCode ?? null,
    cell: given.cell,
  }));
}

/** Returns the accounts for the customers of a cell. */
export function bankAccountsOfCell({
  bankAccounts,
  cell,
}: {
  readonly bankAccounts: readonly BankAccountSettings[];
  readonly cell: number;
}): readonly BankAccountSettings[] {
  return bankAccounts.filter((account) => account.cell === null || account.cell === cell);
}
