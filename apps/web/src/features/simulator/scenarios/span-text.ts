import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";

const SPAN = /^P(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/;

/** Formats the time since the previous step: “2 days later”. Undefined for an invalid duration. */
export function spanText(iso: string): MessageDescriptor | undefined {
  const [, months = 0, days = 0, hours = 0, minutes = 0] = (SPAN.exec(iso) ?? []).map(
    (part) => Number(part) || 0,
  );
  if (months > 0) {
    return msg`${plural(months, { one: "# month later", other: "# months later" })}`;
  }
  if (days > 0) {
    return msg`${plural(days, { one: "# day later", other: "# days later" })}`;
  }
  if (hours > 0) {
    return msg`${plural(hours, { one: "# hour later", other: "# hours later" })}`;
  }
  return minutes > 0
    ? msg`${plural(minutes, { one: "# minute later", other: "# minutes later" })}`
    : undefined;
}
