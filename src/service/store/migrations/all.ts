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

/** The migrations in order. The schema's version is the number applied. Never change a released one: add another. */
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
]
