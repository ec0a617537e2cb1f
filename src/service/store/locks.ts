/**
 * Advisory locks of PostgreSQL. The numbers are arbitrary, and the same in every process and version, because processes
 * of two versions can share a database while it is upgraded.
 */
export const locks = {
  migration: 7_361_001,
  /** Claiming URLs of jobs. */
  claim: 7_361_002,
  /** First of two numbers; the second is the hash of a limit's name. Pairs never collide with single numbers. */
  limits: 7_361_002,
} as const
