import { useLingui } from "@lingui/react/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import {
  CreditCard,
  Gavel,
  Headset,
  Languages,
  type LucideIcon,
  Moon,
  ReceiptText,
  ShieldCheck,
  SlidersHorizontal,
  Sun,
  User,
  Wallet,
} from "lucide-react";
import { nextLocale, setLocale, useLocale } from "../lib/locale.ts";
import { toggleTheme, useTheme } from "../lib/theme.ts";
import { Logo } from "../ui/logo.tsx";
import { LOCALE_NAMES } from "../ui/preference-buttons.tsx";

const ITEM =
  "flex min-h-11 items-center gap-3 rounded-small px-3 font-medium text-ink-2 transition-colors duration-120 hover:bg-fill aria-[current=page]:bg-fill aria-[current=page]:font-semibold aria-[current=page]:text-ink";

function RailLink({
  to,
  icon: Icon,
  children,
}: {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly icon: LucideIcon;
  readonly children: string;
}) {
  return (
    <Link to={to} activeOptions={{ exact: true }} className={ITEM}>
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
      {children}
    </Link>
  );
}

/** The navigation of wide screens. */
export function SideRail() {
  const { t } = useLingui();
  const locale = useLocale();
  const theme = useTheme();
  const ThemeIcon = theme === "dark" ? Sun : Moon;
  return (
    <aside className="sticky top-0 flex h-dvh w-54 flex-none flex-col overflow-y-auto py-7">
      <Link to="/" aria-label="Tessera" className="mb-7 px-3">
        <Logo />
      </Link>
      <nav aria-label={t`Main`} className="flex flex-col gap-1">
        <RailLink to="/" icon={CreditCard}>{t`Card`}</RailLink>
        <RailLink to="/wallet" icon={Wallet}>{t`Wallet`}</RailLink>
        <RailLink to="/profile" icon={User}>{t`My`}</RailLink>
        <hr className="mx-3 my-4 border-line" />
        <RailLink to="/transactions" icon={ReceiptText}>{t`Transactions`}</RailLink>
        <RailLink to="/pending-reviews" icon={Gavel}>{t`Pending reviews`}</RailLink>
        <RailLink to="/risk-monitoring" icon={ShieldCheck}>{t`Risk insight`}</RailLink>
        <RailLink to="/risk-strategies" icon={SlidersHorizontal}>{t`Strategy center`}</RailLink>
      </nav>
      <div className="flex-1" />
      <RailLink to="/customer-service" icon={Headset}>{t`Support`}</RailLink>
      <button
        type="button"
        className={ITEM}
        aria-label={t`Language: ${LOCALE_NAMES[locale]}`}
        onClick={() => setLocale(nextLocale(locale))}
      >
        <Languages aria-hidden="true" size={20} strokeWidth={1.75} />
        {LOCALE_NAMES[locale]}
      </button>
      <button type="button" className={ITEM} onClick={toggleTheme}>
        <ThemeIcon aria-hidden="true" size={20} strokeWidth={1.75} />
        {theme === "dark" ? t`Light theme` : t`Dark theme`}
      </button>
    </aside>
  );
}
