/** Removes the `jobs` table, which nothing ever used. */
export function dropJobs(): string[] {
  return ['drop table jobs']
}
