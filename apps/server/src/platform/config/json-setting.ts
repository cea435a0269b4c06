import { readFileSync } from "node:fs";
import type * as z from "zod";

/** What is wrong with a setting. */
export interface SettingProblem {
  readonly setting: string;
  readonly problem: string;
}

/** A setting that is either JSON or the path of a file with it, with the suffix `_FILE`. */
export interface JsonSetting {
  readonly name: string;
  readonly text: string | undefined;
  readonly file: string | undefined;
  /** The page that describes the setting. */
  readonly page: string;
}

/** The value of a setting, or what is wrong with it. `setting` is the one that was set. */
export type JsonSettingValue<T> =
  | { readonly setting: string; readonly value: T; readonly problems?: undefined }
  | { readonly problems: SettingProblem[] };

/** Reads and checks a setting with JSON. Its problems never repeat its text. */
export function readJsonSetting<T>(
  { name, text, file, page }: JsonSetting,
  schema: z.ZodType<T>,
): JsonSettingValue<T> {
  if ((text === undefined) === (file === undefined)) {
    const problem = `set ${name} or ${name}_FILE, as ${page} describes`;
    return { problems: [{ setting: name, problem }] };
  }
  const setting = file === undefined ? name : `${name}_FILE`;
  let json: unknown;
  try {
    json = JSON.parse(file === undefined ? (text ?? "") : readFileSync(file, "utf8"));
  } catch (error) {
    // The message of a SyntaxError would repeat the text, which may contain keys.
    const problem = error instanceof SyntaxError ? "set valid JSON" : "the file cannot be read";
    return { problems: [{ setting, problem }] };
  }
  const read = schema.safeParse(json);
  return read.success
    ? { setting, value: read.data }
    : {
        problems: read.error.issues.map(({ path, message }) => ({
          setting,
          problem: `${path.join(".")}: ${message}`,
        })),
      };
}
