import type * as z from "zod/mini";
import { docsOfDeclaration, type FieldDocs } from "./contract-source.ts";
import type { NamedSchema } from "./named-schemas.ts";

/** Whether a type describes what is sent or what is received. */
type Direction = "input" | "output";

/** A type that was written, for a schema of the contract. */
export interface WrittenType extends NamedSchema {
  readonly direction: Direction;
}

/** The parts of zod's definitions from which types are written. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly innerType?: z.ZodMiniType;
  readonly element?: z.ZodMiniType;
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly options?: readonly z.ZodMiniType[];
  readonly in?: z.ZodMiniType;
  readonly out?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
}

/** Types of a word: nothing is gained by a name. */
const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  int: "number",
  boolean: "boolean",
  unknown: "unknown",
};

/** Names of texts, declared once at the top of the file. */
const TEXT_NAMES: ReadonlySet<string> = new Set(["Amount", "Timestamp"]);

const NO_DOCS: FieldDocs = { fields: new Map() };

/** Returns the definition of a schema, of which zod states the type only. */
export function definitionOf(schema: z.ZodMiniType): Definition {
  const definition: Definition = schema._zod.def;
  return definition;
}

/** Writes the types of schemas, each named one once, as they are asked for. */
export class TypeWriter {
  readonly #named: ReadonlyMap<z.ZodMiniType, NamedSchema>;
  readonly #texts = new Map<string, string>();
  readonly #written = new Map<string, WrittenType>();

  constructor(named: ReadonlyMap<z.ZodMiniType, NamedSchema>) {
    this.#named = named;
  }

  /** Returns the declarations of all types asked for, in alphabetical order. */
  declarations(): readonly string[] {
    return [...this.#texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  }

  /** Returns the names of all types asked for, in alphabetical order. */
  names(): readonly string[] {
    return [...TEXT_NAMES, ...this.#texts.keys()].sort();
  }

  /** Returns the schemas whose types were written under their own name. */
  written(): readonly WrittenType[] {
    return [...this.#written.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Returns the type of a schema: its name, or its text. An object that the contract does not name
   * is declared as `fallback`, if that is given.
   */
  typeOf(
    schema: z.ZodMiniType,
    direction: Direction,
    { docs = NO_DOCS, fallback }: { docs?: FieldDocs; fallback?: string } = {},
  ): string {
    const named = this.#named.get(schema);
    if (named !== undefined) {
      return TEXT_NAMES.has(named.name) ? named.name : this.#declare(named, schema, direction);
    }
    if (fallback !== undefined && pageItemOf(schema) === undefined) {
      return this.#keep(fallback, this.#declaration(fallback, schema, { direction, docs }));
    }
    return this.#textOf(schema, direction, docs);
  }

  #declare(named: NamedSchema, schema: z.ZodMiniType, direction: Direction): string {
    const { name, file, exportName } = named;
    if (PLAIN[definitionOf(schema).type] !== undefined) {
      return PLAIN[definitionOf(schema).type] ?? "unknown";
    }
    const known = this.#written.get(name);
    if (known !== undefined && known.file !== file) {
      throw new Error(`Both ${file} and ${known.file} name a type ${name}: rename one of them.`);
    }
    if (known?.direction !== direction) {
      // Set first, so that a type that contains itself ends.
      this.#written.set(name, { ...named, direction: known?.direction ?? direction });
      const docs = docsOfDeclaration(file, exportName);
      this.#keep(name, this.#declaration(name, schema, { direction, docs }));
    }
    return name;
  }

  /** Keeps a declaration. What is sent and what is received must not differ under one name. */
  #keep(name: string, text: string): string {
    const known = this.#texts.get(name);
    if (known !== undefined && known !== text) {
      throw new Error(`${name} would be declared as both:\n${known}\n${text}`);
    }
    this.#texts.set(name, text);
    return name;
  }

  #declaration(
    name: string,
    schema: z.ZodMiniType,
    { direction, docs }: { direction: Direction; docs: FieldDocs },
  ): string {
    const text = this.#textOf(schema, direction, docs);
    const head = docs.doc === undefined ? "" : `${comment(docs.doc)}\n`;
    return definitionOf(schema).type === "object" && text.startsWith("{")
      ? `${head}export interface ${name} ${text}`
      : `${head}export type ${name} = ${text};`;
  }

  #textOf(schema: z.ZodMiniType, direction: Direction, docs: FieldDocs): string {
    const { type, ...definition } = definitionOf(schema);
    const inner = (one: z.ZodMiniType | undefined) =>
      one === undefined ? "unknown" : this.typeOf(one, direction, { docs: withoutOwn(docs) });
    const plain = PLAIN[type];
    if (plain !== undefined) {
      return plain;
    }
    switch (type) {
      case "object":
        return this.#objectText(schema, direction, docs);
      case "array":
        return arrayOf(inner(definition.element));
      case "nullable":
        return `${inner(definition.innerType)} | null`;
      case "optional":
        return `${inner(definition.innerType)} | undefined`;
      case "enum":
        return Object.values(definition.entries ?? {})
          .map(quoted)
          .join(" | ");
      case "literal":
        return (definition.values ?? []).map(quoted).join(" | ");
      case "union":
        return (definition.options ?? []).map(inner).join(" | ");
      case "pipe":
        return inner(direction === "input" ? definition.in : definition.out);
      case "record":
        return `Record<string, ${inner(definition.valueType)}>`;
      default:
        throw new Error(`No type is known for zod's ${type}: add it to type-writer.ts.`);
    }
  }

  #objectText(schema: z.ZodMiniType, direction: Direction, docs: FieldDocs): string {
    const item = pageItemOf(schema);
    if (item !== undefined) {
      return `Page<${this.typeOf(item, direction)}>`;
    }
    const fields = Object.entries(definitionOf(schema).shape ?? {}).flatMap(([name, field]) => {
      const own = docs.fields.get(name) ?? NO_DOCS;
      if (isPosition(name, direction)) {
        return [];
      }
      const isOptional = definitionOf(field).type === "optional";
      const type = isPageSize(name, direction) ? "number | undefined" : undefined;
      const text = type ?? this.typeOf(field, direction, { docs: own });
      const doc = own.doc === undefined ? "" : `${comment(own.doc)}\n`;
      return `${doc}${name}${isOptional ? "?" : ""}: ${text};`;
    });
    return fields.length === 0 ? "Record<string, never>" : `{\n${indented(fields.join("\n"))}\n}`;
  }
}

/** Returns the item of a page that has nothing but its items and the next position. */
function pageItemOf(schema: z.ZodMiniType): z.ZodMiniType | undefined {
  const { shape = {} } = definitionOf(schema);
  const isPage = Object.keys(shape).sort().join() === "data,nextCursor";
  return isPage && shape.data !== undefined ? definitionOf(shape.data).element : undefined;
}

/** Returns whether a field is the size of a page, which is a text in a URL only. */
function isPageSize(name: string, direction: Direction): boolean {
  return name === "limit" && direction === "input";
}

/** Returns whether a field is the position in a list, which `List` keeps. */
function isPosition(name: string, direction: Direction): boolean {
  return name === "cursor" && direction === "input";
}

/** The comment of a field is its own; inside of it, only the fields below it have comments. */
function withoutOwn({ fields }: FieldDocs): FieldDocs {
  return { fields };
}

function arrayOf(type: string): string {
  return /[ {]/.test(type) ? `(${type})[]` : `${type}[]`;
}

function quoted(value: unknown): string {
  return JSON.stringify(value);
}

/** Indents every line of a text by one step. */
export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

const COMMENT_COLUMNS = 90;

/** Returns a doc comment, on one line if it fits. */
export function comment(text: string): string {
  const lines: string[] = [];
  for (const paragraph of text.replaceAll("*/", "*\\/").split("\n\n")) {
    lines.push(...(lines.length === 0 ? [] : [""]), ...wrapped(paragraph));
  }
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");
}

/** Matches as many words as fit on a line; a longer word has one of its own. */
const COMMENT_LINE = new RegExp(`\\S(?:.{0,${COMMENT_COLUMNS - 2}}\\S)?(?=\\s|$)|\\S+`, "g");

function wrapped(text: string): readonly string[] {
  return text.replace(/\s+/g, " ").match(COMMENT_LINE) ?? [];
}
