/**
 * Node's flags when it runs the server: 64 MiB per semi-space instead of 16. Most objects of
 * requests in progress are then dead before a minor GC sees them, so fewer are copied. In
 * interleaved runs against the default: 8 % more top-ups and authorizations, for up to 150 MiB more
 * memory under load and none at rest.
 */
export const NODE_FLAGS: readonly string[] = ["--max-semi-space-size=64"];
