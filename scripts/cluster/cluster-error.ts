/** Thrown if the cluster cannot start for a reason that its user can fix; the message says how. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
}
