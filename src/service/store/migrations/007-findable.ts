/** Whether search engines can list a public website. */
export function findable(): string[] {
  return [
    'alter table websites add column findable integer not null default 0 check (findable = 0 or (findable = 1 and privacy = 0))',
  ]
}
