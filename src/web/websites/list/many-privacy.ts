import { type Privacy, privacies, type Website } from '#contract/website.ts'

export type ManyDraft = { privacy: Privacy; password: string }

export type ManyChange = {
  /** Those that saving would change. */
  changing: Website[]
  /** The reports of these; null where the server does not say. */
  reports: number | null
  /** How many are so already. */
  same: number
  /** How many passwords open nothing any more. */
  forgotten: number
}

/** What saving one privacy for all of them would do. A password is set anew for each, also where there is one; so is a privacy that is not known. */
export function manyChange(websites: readonly Website[], { privacy }: Pick<ManyDraft, 'privacy'>): ManyChange {
  const changing = websites.filter((website) => privacy === privacies.password || website.privacy !== privacy)
  const counts = changing.map(({ reports_count }) => reports_count)
  return {
    changing,
    reports: counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    same: websites.length - changing.length,
    forgotten: changing.filter((website) => website.privacy === privacies.password).length,
  }
}

/** What they all have, else the one that opens nothing. */
export function commonPrivacy(websites: readonly Website[]): Privacy {
  const all = new Set(websites.map(({ privacy }) => privacy))
  const [only] = all
  return all.size === 1 ? (only ?? privacies.private) : privacies.private
}

type Settings = Pick<Website, 'privacy' | 'has_password' | 'findable' | 'updated_at'>

const differ = (one: unknown, other: unknown) => one !== null && other !== null && one !== other

/** Whether somebody changed who may see a website since its row was shown. That a password became another shows in the time alone. */
export function isOvertaken(shown: Settings, now: Settings & { etag: string | null }): boolean {
  if (
    differ(shown.privacy, now.privacy) ||
    differ(shown.has_password, now.has_password) ||
    differ(shown.findable, now.findable)
  )
    return true
  return now.privacy === privacies.password && now.etag !== null && differ(shown.updated_at, now.updated_at)
}
