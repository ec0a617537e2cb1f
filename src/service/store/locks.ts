/**
 * Advisory locks of PostgreSQL. The numbers are arbitrary, and the same in every process and version, because processes
 * of two versions can share a database while it is upgraded.
 */
export const locks = {
  migration: 7_361_001,
  /** Claiming URLs of jobs. */
  claim: 7_361_002,
  /** The class of the locks of limits, to which the hash of a name is added. Such pairs are apart from single numbers. */
  limits: 7_361_002,
} as const
