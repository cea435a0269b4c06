/**
 * Returns the OpenAPI operation for `GET /api/events`. Its response is a stream, which no endpoint
 * schema describes.
 */
export function eventStreamOperation(errorAnswers: Readonly<Record<string, unknown>>) {
  return {
    operationId: "streamEvents",
    summary: "What changes for the signed-in customer, as server-sent events",
    description:
      "Each event names what to ask for again: `card`, `bills`, `wallet`, `deposit` and others. " +
      "The event `reset` says that the past is not known any more: ask for everything again.",
    tags: ["events"],
    security: [{ session: [] }],
    parameters: [
      {
        name: "Last-Event-ID",
        in: "header",
        required: false,
        description: "The id of the last event seen; the stream resumes after it",
        schema: { type: "string", pattern: "^[0-9]{1,18}$" },
      },
    ],
    responses: {
      "200": {
        description: "A stream that lasts until either side ends it",
        content: { "text/event-stream": { schema: { type: "string" } } },
      },
      ...errorAnswers,
    },
  };
}
