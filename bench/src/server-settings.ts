/**
 * The PostgreSQL settings shared by all contenders. Durability stays at its default and is checked.
 */
export const BENCH_SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: "2GB",
  max_wal_size: "8GB",
  checkpoint_timeout: "15min",
  max_connections: "100",
  autovacuum_naptime: "15s",
};
