import { classNames } from "../style/class-names.ts";
import { Input, type InputProps } from "./input.tsx";

/** Keeps only digits, at most `length` of them, because pasted codes often contain spaces. */
function codeDigits(text: string, length: number): string {
  return text.replace(/\D/g, "").slice(0, length);
}

interface CodeInputProps extends Omit<InputProps, "onChange" | "value" | "maxLength"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly length?: number;
}

/** Renders the field for an emailed code, which phones can fill in from a message. */
export function CodeInput({ value, onChange, length = 6, className, ...rest }: CodeInputProps) {
  return (
    <Input
      {...rest}
      value={value}
      onChange={(event) => onChange(codeDigits(event.target.value, length))}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      boxClassName="flex-1 basis-32"
      className={classNames("font-medium tracking-[0.2em]", className)}
    />
  );
}
