// Preloaded into supervised processes: if the parent dies silently (SIGKILL, a closed terminal),
// this process exits instead of holding the port and the database.
process.channel?.unref();
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
