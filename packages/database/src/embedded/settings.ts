/** Settings of the embedded server: always durable, sized for two cores and a few gigabytes. */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  wal_buffers: "16MB",
  min_wal_size: "256MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  checkpoint_completion_target: "0.9",
  random_page_cost: "1.1",
  jit: "off",
  autovacuum_naptime: "15s",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
};

/** Returns the settings as command-line arguments; `extra` takes precedence. */
export function settingArguments(extra: Readonly<Record<string, string>>): string[] {
  const merged = { ...SETTINGS, ...extra };
  return Object.entries(merged).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
