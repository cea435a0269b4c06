/** The PostgreSQL settings that all contenders share. Durability is the default, and checked. */
export const BENCH_SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: "2GB",
  max_wal_size: "8GB",
  checkpoint_timeout: "15min",
  max_connections: "100",
  autovacuum_naptime: "15s",
};
