import { readFileSync } from "node:fs";
import path from "node:path";
import { fromRoot } from "../repository.ts";

/** Values for a template, by name: a string, or whether to keep a section. */
export type TemplateValues = Readonly<Record<string, string | boolean>>;

/**
 * Fills in a template from `scripts/templates`: `{{name}}` is replaced with its value, and the
 * section between `{{#name}}` and `{{/name}}` is kept if the value is true.
 *
 * @throws TypeError for a name without a value
 */
export function fillTemplate(file: string, values: TemplateValues): string {
  const template = readFileSync(fromRoot(path.join("scripts/templates", file)), "utf8");
  const kept = template.replace(
    /\{\{#(\w+)\}\}([\s\S]*?)\{\{\/\1\}\}/g,
    (_, name: string, part: string) => (requiredValue(values, name) === true ? part : ""),
  );
  return kept.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(requiredValue(values, name)));
}

function requiredValue(values: TemplateValues, name: string): string | boolean {
  const value = values[name];
  if (value === undefined) {
    throw new TypeError(`The template needs a value for ${name}.`);
  }
  return value;
}

/** Converts a dashed name to camel case: `setGoal` for `set-goal`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts a dashed name to Pascal case: `SetGoal` for `set-goal`. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return `${camel[0]?.toUpperCase() ?? ""}${camel.slice(1)}`;
}
