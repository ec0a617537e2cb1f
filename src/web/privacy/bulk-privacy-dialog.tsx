import { changeAccess, websiteDraft } from '#contract/forms/website-form.ts'
import { type AnyWebsite, privacies, type Privacy, privacyValues } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import type { Client } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { runBatch } from '#web/list/batch.tsx'
import { websiteQueries } from '#web/resources/websites.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { putWebsite, type WebsiteChange } from './mutations.ts'
import { PrivacyChoice } from './privacy-form.tsx'
import { bulkPrivacyWords as words } from './words.ts'

type BulkPrivacyDialogProps = { websites: AnyWebsite[]; onClose: () => void; onBegin: () => void }

/** All websites get the same password, so it counts as none being set. */
const anyWebsite = websiteDraft({ privacy: null, has_password: false, findable: null })

/** Sets one privacy for several websites, with one password for all of them. Shows the consequence first. */
export function BulkPrivacyDialog({ websites, onClose, onBegin }: BulkPrivacyDialogProps) {
  const form = useContractForm({
    schema: anyWebsite,
    values: { privacy: String(commonPrivacy(websites)), password: '' },
    async submit({ privacy = chosen, password }) {
      onBegin()
      void changePrivacy(changing, { privacy, password })
    },
  })
  const chosen = privacyValues.find((value) => String(value) === form.values.privacy) ?? privacies.private
  const { changing, reports, same, removedPasswords } = bulkConsequenceOf(websites, chosen)
  const count = changing.length
  return (
    <FormDialog
      form={form}
      title={words.title(websites.length)}
      submitLabel={words.submit(count)}
      cancelLabel={words.cancel}
      disabled={count === 0}
      onClose={onClose}
    >
      <PrivacyChoice
        domain=""
        privacy={form.field('privacy')}
        password={form.field('password')}
        findable={null}
        isPasswordSet={false}
      />
      <div aria-live="polite">
        <Notice tone={count > 0 && chosen !== privacies.private ? 'decent' : 'info'}>
          {count === 0 ? words.nothing : words.consequence[chosen](count, reports)}{' '}
          {count > 0 && same > 0 && words.same(same)} {removedPasswords > 0 && words.removedPasswords(removedPasswords)}
        </Notice>
      </div>
    </FormDialog>
  )
}

type BulkConsequence = {
  /** The websites that would change. */
  changing: AnyWebsite[]
  /** The number of their reports; null if the server does not send it. */
  reports: number | null
  /** The number of websites that have this privacy already. */
  same: number
  /** The number of passwords that would stop working. */
  removedPasswords: number
}

/**
 * Returns the changes that one privacy for all websites makes. A password, and a privacy that is not known, are always
 * set.
 */
export function bulkConsequenceOf(websites: readonly AnyWebsite[], privacy: Privacy): BulkConsequence {
  const change = { privacy, ...(privacy === privacies.password && { password: 'one for all' }) }
  const all = websites.map((website) => ({ website, ...changeAccess(website, change) }))
  const changing = all.filter(({ consequence }) => consequence !== null)
  const counts = changing.map(({ website }) => website.reports_count)
  return {
    changing: changing.map(({ website }) => website),
    reports: counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    same: websites.length - changing.length,
    removedPasswords: changing.filter(({ endsPassword }) => endsPassword).length,
  }
}

/** Returns the privacy that all websites have, otherwise Private. */
export function commonPrivacy(websites: readonly AnyWebsite[]): Privacy {
  const all = new Set(websites.map(({ privacy }) => privacy))
  const [only] = all
  return all.size === 1 ? (only ?? privacies.private) : privacies.private
}

type Settings = Pick<AnyWebsite, 'privacy' | 'has_password' | 'findable' | 'updated_at'>

const differ = (a: unknown, b: unknown) => a !== null && b !== null && a !== b

/**
 * Returns true if another user changed the access to a website since its row was loaded. A new password only shows in
 * the time.
 */
export function hasChangedSince(shown: Settings, now: Settings & { etag: string | null }): boolean {
  if (
    differ(shown.privacy, now.privacy) ||
    differ(shown.has_password, now.has_password) ||
    differ(shown.findable, now.findable)
  )
    return true
  return now.privacy === privacies.password && now.etag !== null && differ(shown.updated_at, now.updated_at)
}

/** Sets the same privacy for each website. One that has changed since it was selected is reported and left as it is. */
export function changePrivacy(websites: readonly AnyWebsite[], change: WebsiteChange) {
  const seen = new Map(websites.map((website) => [website.id, website]))

  /** Rows of a list have no ETag. So each website is read, compared with its row, and changed only as it was read. */
  async function changeAsSeen(client: Client, id: number, signal: AbortSignal) {
    const now = await client.showWebsite(id, signal)
    const before = seen.get(id) ?? now
    seen.set(id, now)
    if (hasChangedSince(before, now)) throw new ApiError('conflict', words.overtaken(now.privacy))
    try {
      await putWebsite(client, id, change, now.etag)
    } catch (thrown) {
      const error = asApiError(thrown)
      if (error.status === 412) throw await conflictOf(client, id, signal)
      // A retry must not take this change for another user's.
      if (error.unsure) seen.delete(id)
      throw error
    }
  }

  /** Reads a website that changed a moment earlier. The error names its privacy, and a retry changes it. */
  async function conflictOf(client: Client, id: number, signal: AbortSignal) {
    const now = await client.showWebsite(id, signal).catch(() => null)
    if (now) seen.set(id, now)
    else seen.delete(id)
    return new ApiError('conflict', words.overtaken(now?.privacy ?? null))
  }

  return runBatch({
    items: websites,
    itemName: ({ domain }) => domain,
    async act({ id }, signal) {
      await changeAsSeen(currentClient(), id, signal)
      return { to: paths.website(id), note: words.isNow(change.privacy) }
    },
    onEnd: () => void queryClient.invalidateQueries({ queryKey: websiteQueries.all() }),
    words,
  })
}
