/**
 * Node's flags for the server: semi-spaces of 64 MiB instead of 16 MiB. Most objects of a request
 * are then already dead at the next minor GC, so fewer are copied. In interleaved runs against the
 * default, 8 % more top-ups and authorizations, for up to 150 MiB more memory under load and no
 * more at rest.
 */
export const NODE_FLAGS: readonly string[] = ["--max-semi-space-size=64"];
