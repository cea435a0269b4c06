/**
 * What Node is told when it runs the server. Room for what is young, 64 MiB a half where Node gives
 * 16: the objects of requests under way are then mostly dead when they are looked at, and less of
 * them is copied. Measured in turns against none: 8 % more top-ups and authorisations, for up to
 * 150 MiB more memory under load and none at rest.
 */
export const NODE_FLAGS: readonly string[] = ["--max-semi-space-size=64"];
