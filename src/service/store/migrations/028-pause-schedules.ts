/** Schedules can be paused, and what an alert reports is called a change. */
export const pauseSchedules = (): string[] => [
  'alter table schedules add column paused integer not null default 0',
  'alter table alerts rename column faults to changes',
  'alter table alert_rules rename column look_job_id to recheck_job_id',
  'alter table alert_faults rename to alert_changes',
  'drop index alert_faults_page',
  'drop index alert_faults_website',
  'create index alert_changes_page on alert_changes (page_id)',
  'create index alert_changes_website on alert_changes (website_id)',
]
