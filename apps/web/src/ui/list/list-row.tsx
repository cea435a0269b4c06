import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../style/class-names.ts";
import styles from "./list-row.module.css";

interface ListRowProps {
  /** A card's thumbnail, or a `RowIcon`. */
  readonly lead?: ReactNode;
  readonly title: ReactNode;
  readonly meta?: ReactNode;
  /** Shown at the end: the amount, with the status below it. */
  readonly amount?: ReactNode;
  readonly status?: ReactNode;
  /** Mutes the amount if the money did not move. */
  readonly quietAmount?: boolean | undefined;
}

const ROW =
  "relative flex min-h-16 w-full items-center gap-3 py-2.5 text-left not-first:before:absolute not-first:before:inset-x-0 not-first:before:top-0 not-first:before:h-px not-first:before:bg-line";

function RowContent({ lead, title, meta, amount, status, quietAmount }: ListRowProps) {
  return (
    <>
      {lead}
      <span className={`${styles.container} min-w-0 flex-1`}>
        {/* With very large text, the amount wraps to the next line. */}
        <span className={`flex flex-wrap items-center gap-x-3 ${styles.row}`}>
          <span className={`min-w-0 flex-[1_1_6rem] ${styles.part}`}>
            <span className="block font-medium">{title}</span>
            {meta !== undefined && (
              <span className={`block min-w-0 text-small text-ink-3 ${styles.meta}`}>{meta}</span>
            )}
          </span>
          {(amount !== undefined || status !== undefined) && (
            <span
              className={`ml-auto flex flex-none flex-col items-end gap-0.5 text-right ${styles.part}`}
            >
              <span
                className={classNames(
                  "font-semibold tracking-[-0.01em]",
                  styles.amount,
                  quietAmount && "text-ink-3",
                )}
              >
                {amount}
              </span>
              <span className={styles.status}>{status}</span>
            </span>
          )}
        </span>
      </span>
    </>
  );
}

/** Renders one entry in a list. Rows are separated by hairlines rather than boxes. */
export function ListRow(props: ListRowProps) {
  return (
    <div className={ROW}>
      <RowContent {...props} />
    </div>
  );
}

/** Renders a row that opens something on this page. */
export function ListRowButton({
  onClick,
  ...row
}: ListRowProps & { readonly onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={ROW}>
      <RowContent {...row} />
    </button>
  );
}

/** Renders a row that links to another page. */
export function ListRowLink({ to, ...row }: ListRowProps & { readonly to: LinkProps }) {
  return (
    <Link {...to} className={ROW}>
      <RowContent {...row} />
    </Link>
  );
}

/** Renders an icon in the shape of a thumbnail, for rows without a card. */
export function RowIcon({ children }: { readonly children: ReactNode }) {
  return (
    <span className="grid h-[31px] w-12 flex-none place-items-center rounded-thumb bg-fill text-ink-2 [&>svg]:size-[17px]">
      {children}
    </span>
  );
}

/** Renders a settings row as a link: icon, title, current value and chevron. */
export function SettingsRowLink({
  icon,
  title,
  value,
  to,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly value?: ReactNode;
  readonly to: LinkProps;
}) {
  return (
    <Link {...to} className={classNames(ROW, "min-h-14 py-1.5")}>
      {icon}
      <span className="min-w-0 flex-1 font-medium">{title}</span>
      <span className="flex items-center gap-2 text-small text-ink-3">
        {value}
        <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} />
      </span>
    </Link>
  );
}

/** Renders a settings row that opens something on this page; a long value is truncated. */
export function SettingsRowButton({
  icon,
  title,
  value,
  onClick,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly value?: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className={classNames(ROW, "min-h-14 py-1.5")}
    >
      {icon}
      <span className="min-w-0 flex-1 font-medium">{title}</span>
      {value !== undefined && (
        <span className="max-w-[60%] text-right text-small break-all text-ink-3">{value}</span>
      )}
      <ChevronRight
        aria-hidden="true"
        size={20}
        strokeWidth={1.75}
        className={classNames("text-ink-3", value !== undefined && "flex-none -ml-1")}
      />
    </button>
  );
}

/** Renders a settings row that contains its control. */
export function SettingsRow({
  icon,
  title,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames(ROW, "min-h-15 flex-wrap py-1.5")}>
      {icon}
      <span className="min-w-0 flex-1 font-medium">{title}</span>
      {children}
    </div>
  );
}
