import * as z from "zod/mini";

const document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({
            content: z.optional(
              z.record(
                z.string(),
                z.object({ examples: z.optional(z.record(z.string(), z.unknown())) }),
              ),
            ),
          }),
        ),
      }),
    ),
  ),
});

/** The error codes that the API's own OpenAPI document lists, by call. */
export type PublishedErrors = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads which error codes `/openapi.json` lists for each call, such as `GET /api/cards/:id`. */
export async function readPublishedErrors(origin: string): Promise<PublishedErrors> {
  const answer = await fetch(`${origin}/openapi.json`);
  const { paths } = document.parse(await answer.json());
  const published = new Map<string, ReadonlySet<string>>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const codes = Object.values(responses)
        .flatMap(({ content = {} }) => Object.values(content))
        .flatMap(({ examples = {} }) => Object.keys(examples));
      const name = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
      published.set(name, new Set(codes));
    }
  }
  return published;
}
