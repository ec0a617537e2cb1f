import type { Engine } from '../engine.ts'
import { first } from './001-first.ts'
import { duplicates } from './002-duplicates.ts'
import { views } from './003-views.ts'
import { landingPages } from './004-landing-pages.ts'
import { links } from './005-links.ts'
import { audit } from './006-audit.ts'
import { findable } from './007-findable.ts'
import { privacyLists } from './008-privacy-lists.ts'
import { dropJobs } from './009-drop-jobs.ts'
import { signInKeyExpiry } from './010-sign-in-key-expiry.ts'
import { snapshots } from './011-snapshots.ts'
import { pages } from './012-pages.ts'
import { pageFilters } from './013-page-filters.ts'
import { jobs } from './014-jobs.ts'
import { waivers } from './015-waivers.ts'
import { titles } from './016-titles.ts'
import { coveringLists } from './017-covering-lists.ts'
import { clientReports } from './019-client-reports.ts'
import { schedules } from './021-schedules.ts'
import { alerts } from './022-alerts.ts'
import { limitCounts } from './023-limit-counts.ts'
import { linkChecks } from './024-link-checks.ts'
import { blockedPages } from './025-blocked-pages.ts'
import { retention } from './026-retention.ts'
import { pageLinks } from './027-page-links.ts'
import { pauseSchedules } from './028-pause-schedules.ts'
import { plainNames } from './029-plain-names.ts'
import { siteStructure } from './030-site-structure.ts'
import { jobAge } from './031-job-age.ts'
import { unindexedPages } from './032-unindexed-pages.ts'
import { latestWithoutConstants } from './034-latest-without-constants.ts'
import { auditActions } from './035-audit-actions.ts'
import { idempotencyKeys } from './036-idempotency-keys.ts'

/**
 * The migrations in order. The schema's version is the number applied, so it differs from the numbers in the names,
 * some of which were never released. Never change a released one: add another at the end.
 */
export const migrations: readonly ((engine: Engine) => string[])[] = [
  first,
  duplicates,
  views,
  landingPages,
  links,
  audit,
  findable,
  privacyLists,
  dropJobs,
  signInKeyExpiry,
  snapshots,
  pages,
  pageFilters,
  jobs,
  waivers,
  titles,
  clientReports,
  coveringLists,
  schedules,
  alerts,
  limitCounts,
  linkChecks,
  blockedPages,
  retention,
  pauseSchedules,
  pageLinks,
  siteStructure,
  plainNames,
  jobAge,
  unindexedPages,
  latestWithoutConstants,
  auditActions,
  idempotencyKeys,
]
