import { useLingui } from "@lingui/react/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Languages, type LucideIcon, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { nextLocale, setLocale, useLocale } from "../lib/locale.ts";
import { toggleTheme, useTheme } from "../lib/theme.ts";
import { LOCALE_NAMES } from "../ui/form/preference-buttons.tsx";
import { Logo } from "../ui/layout/logo.tsx";

const ITEM =
  "flex min-h-11 items-center gap-3 rounded-small px-3 font-medium text-ink-2 transition-colors duration-120 hover:bg-fill aria-[current=page]:bg-fill aria-[current=page]:font-semibold aria-[current=page]:text-ink";

/** Renders one item in the rail. */
export function RailLink({
  to,
  icon: Icon,
  count,
  within = false,
  children,
}: {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly icon: LucideIcon;
  /** Number of items waiting on that page, shown after the label. */
  readonly count?: ReactNode;
  /** Whether this item is also marked as current on the pages below its page. */
  readonly within?: boolean;
  readonly children: string;
}) {
  return (
    <Link to={to} activeOptions={{ exact: !within, includeSearch: false }} className={ITEM}>
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
      <span className="flex-1">{children}</span>
      {count}
    </Link>
  );
}

/** Renders the navigation for wide screens: its items, with the settings at the bottom. */
export function RailFrame({
  children,
  foot,
}: {
  readonly children: ReactNode;
  /** Additional links, shown above the settings. */
  readonly foot?: ReactNode;
}) {
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
        {children}
      </nav>
      <div className="flex-1" />
      {foot}
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
