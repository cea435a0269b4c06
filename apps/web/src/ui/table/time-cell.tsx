import { useLocale } from "../../lib/locale.ts";
import { formatMoment } from "../text/format-date.ts";
import styles from "./data-table.module.css";

/** Renders a moment. Where its day and its time do not fit on one line, the time is on the next. */
export function TimeCell({ at }: { readonly at: string }) {
  const locale = useLocale();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) {
    return null;
  }
  const text = formatMoment(date, locale, new Date());
  const timeAt = text.lastIndexOf(" ") + 1;
  return (
    <time dateTime={at} className={styles.moment}>
      {timeAt > 0 && <span>{text.slice(0, timeAt).trimEnd()}</span>}{" "}
      <span>{text.slice(timeAt)}</span>
    </time>
  );
}
