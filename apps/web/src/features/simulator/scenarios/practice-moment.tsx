import { useLocale } from "../../../lib/locale.ts";
import { formatDay, formatTime } from "../../../ui/text/format-date.ts";

/** Renders a simulated time, always with its year, because the simulated day is not today. */
export function PracticeMoment({ at }: { readonly at: string }) {
  const locale = useLocale();
  const date = new Date(at);
  const day = formatDay(date, locale, new Date(0));
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {locale === "en" ? `${day}, ${formatTime(date)}` : `${day} ${formatTime(date)}`}
    </time>
  );
}
