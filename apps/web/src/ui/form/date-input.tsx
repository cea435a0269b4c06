import { useLingui } from "@lingui/react/macro";
import { CalendarDays } from "lucide-react";
import { useRef, useState } from "react";
import { useLocale } from "../../lib/locale.ts";
import {
  readTypedDate,
  type TypedDateKind,
  typedDateFormat,
  UNREADABLE_DATE,
  writeTypedDate,
} from "../../lib/time/typed-date.ts";
import type { FieldControl } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { Input } from "./input.tsx";

interface DateInputProps extends Partial<FieldControl> {
  readonly kind?: TypedDateKind | undefined;
  /** An ISO day or local time, an empty string, or {@link UNREADABLE_DATE}. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The last day that the calendar offers. */
  readonly max?: string | undefined;
  readonly name?: string | undefined;
  readonly autoComplete?: string | undefined;
}

/**
 * Renders a date input. The user types a date, either with the year first or in the format of their
 * language (a native input would use the browser's language), or picks it from the browser's
 * calendar.
 */
export function DateInput({ kind = "day", value, onChange, max, ...rest }: DateInputProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [typed, setTyped] = useState({ text: "", value: "", locale });
  const calendar = useRef<HTMLInputElement>(null);
  const type = (text: string) => {
    const read = text.trim() === "" ? "" : (readTypedDate(text, kind, locale) ?? UNREADABLE_DATE);
    setTyped({ text, value: read, locale });
    onChange(read);
  };
  // The text stays as typed until the value or the language changes.
  const isTyped = typed.value === value && typed.locale === locale;
  return (
    <Input
      {...rest}
      type="text"
      autoComplete={rest.autoComplete ?? "off"}
      spellCheck={false}
      maxLength={24}
      placeholder={typedDateFormat(kind, locale)}
      value={isTyped ? typed.text : writeTypedDate(value, locale)}
      onChange={({ target }) => type(target.value)}
      trailing={
        <span className="relative flex-none">
          <input
            ref={calendar}
            type={kind === "day" ? "date" : "datetime-local"}
            tabIndex={-1}
            aria-hidden="true"
            className="sr-only"
            max={max}
            value={value === UNREADABLE_DATE ? "" : value}
            onChange={({ target }) => onChange(target.value)}
          />
          <IconButton
            label={t`Choose from a calendar`}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarDays aria-hidden="true" size={20} strokeWidth={1.75} />
          </IconButton>
        </span>
      }
    />
  );
}
