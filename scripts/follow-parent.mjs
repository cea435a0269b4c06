// Preloaded into supervised processes: when the parent dies without a word (kill -9, a closed
// terminal), this process stops itself instead of holding the port and the database permanently.
process.channel?.unref();
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
