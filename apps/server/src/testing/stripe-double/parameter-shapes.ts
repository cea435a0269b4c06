import ts from "typescript";

/** The values that the library's types allow for a parameter. */
export type Shape =
  | { readonly kind: "anything" | "text" | "integer" | "truth" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly item: Shape }
  | { readonly kind: "map" }
  | { readonly kind: "either"; readonly shapes: readonly Shape[] }
  | { readonly kind: "fields"; readonly fields: ReadonlyMap<string, Field> };

interface Field {
  readonly shape: Shape;
  readonly isRequired: boolean;
}

/**
 * Returns the shape of a type, without `null` and the empty string, both of which unset a value.
 */
export function shapeOf(checker: ts.TypeChecker, type: ts.Type): Shape {
  const parts = (type.isUnion() ? type.types : [type]).filter(
    (part) =>
      (part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0 &&
      !(part.isStringLiteral() && part.value === ""),
  );
  const choices = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
  if (choices.length > 0) {
    // The library's type also allows any other string, in case Stripe adds values later.
    return { kind: "choice", values: choices };
  }
  const [part] = parts;
  // TypeScript represents a boolean as a union of two types, and an array type without alternatives
  // as a union of one.
  const isMixed = parts.some(isObject) && !parts.every(isObject);
  if (isMixed) {
    return { kind: "either", shapes: parts.map((one) => shapeOfPart(checker, one)) };
  }
  return part === undefined ? { kind: "anything" } : shapeOfPart(checker, part);
}

function isObject({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.Object) !== 0;
}

function shapeOfPart(checker: ts.TypeChecker, type: ts.Type): Shape {
  if ((type.flags & ts.TypeFlags.StringLike) !== 0) {
    return { kind: "text" };
  }
  if ((type.flags & ts.TypeFlags.NumberLike) !== 0) {
    return { kind: "integer" };
  }
  if ((type.flags & ts.TypeFlags.BooleanLike) !== 0) {
    return { kind: "truth" };
  }
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return {
      kind: "list",
      item: item === undefined ? { kind: "anything" } : shapeOf(checker, item),
    };
  }
  if ((type.flags & ts.TypeFlags.Object) === 0) {
    return { kind: "anything" };
  }
  if (checker.getIndexInfosOfType(type).length > 0) {
    return { kind: "map" };
  }
  const fields = checker.getPropertiesOfType(type).map((property): [string, Field] => {
    const isRequired = (property.flags & ts.SymbolFlags.Optional) === 0;
    return [
      property.name,
      { shape: shapeOf(checker, checker.getTypeOfSymbol(property)), isRequired },
    ];
  });
  return { kind: "fields", fields: new Map(fields) };
}

/** Lists the parts of a value that its shape does not allow, each with its path. */
export function complaintsAbout(shape: Shape, value: unknown, path: string): string[] {
  switch (shape.kind) {
    case "anything":
    case "text":
      return [];
    case "integer":
      return /^-?\d+$/.test(String(value)) ? [] : [`${path} is no integer`];
    case "truth":
      return ["true", "false"].includes(String(value)) ? [] : [`${path} is neither true nor false`];
    case "choice":
      return shape.values.includes(String(value)) ? [] : [`${path} cannot be ${value}`];
    case "list":
      return Array.isArray(value)
        ? value.flatMap((item, place) => complaintsAbout(shape.item, item, `${path}[${place}]`))
        : [`${path} is no list`];
    case "either":
      return shape.shapes.some((one) => complaintsAbout(one, value, path).length === 0)
        ? []
        : [`${path} is none of what it can be`];
    case "map":
      return typeof value === "object" ? [] : [`${path} is no map`];
    default:
      return complaintsAboutFields(shape.fields, value, path);
  }
}

function complaintsAboutFields(
  fields: ReadonlyMap<string, Field>,
  value: unknown,
  path: string,
): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [`${path} has no fields`];
  }
  const given = new Map<string, unknown>(Object.entries(value));
  const missing = [...fields]
    .filter(([name, { isRequired }]) => isRequired && !given.has(name))
    .map(([name]) => `${path}.${name} is missing`);
  const wrong = [...given].flatMap(([name, inner]) => {
    const field = fields.get(name);
    return field === undefined
      ? [`${path}.${name} is no parameter`]
      : complaintsAbout(field.shape, inner, `${path}.${name}`);
  });
  return [...missing, ...wrong];
}
