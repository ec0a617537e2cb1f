import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { privacies, privacyLabels } from '#contract/website.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import type { LoadedWebsite } from '#web/data/client.ts'
import { updateWebsite } from '../website-mutations.ts'
import { websiteQueries } from '../queries.ts'
import { useKeptDraft } from '#web/data/kept-drafts.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { paths } from '#web/app/paths.ts'
import { showToast } from '#web/ui/toast.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { privacyWords as words } from '../privacy-words.ts'
import { findableChange, isChanged, outcomeOf, passwordProblem, type PrivacyDraft } from './privacy-change.ts'

/** What was changed, and the website as it was when that began: only onto that one is it saved without asking. */
type Edit = { base: LoadedWebsite; draft: PrivacyDraft }

/**
 * The state of the privacy form. Until the first change it follows the website as it is loaded; from then on what was
 * typed stays, whatever happens.
 */
export function usePrivacyForm(website: LoadedWebsite) {
  const [changing, setEdit] = useState<Edit | null>()
  // Until it is touched again it is what was typed before the page was loaded anew.
  const before = useKeptDraft(`privacy ${website.id}`, changing)
  const edit = changing === undefined ? before : changing
  /** Set when somebody else changed the website meanwhile: as it is now. */
  const [theirs, setTheirs] = useState<LoadedWebsite | null>(null)
  /** What was found where the server did not say whether it saved. */
  const [lost, setLost] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()

  const base = edit?.base ?? website
  const draft = edit?.draft ?? { privacy: website.privacy, password: '' }
  const changed = isChanged(base, draft)

  async function save({ base, draft }: Edit) {
    const { privacy } = draft
    if (privacy === null) return
    const password = draft.privacy === privacies.password && draft.password !== '' ? draft.password : undefined
    try {
      await updateWebsite(website.id, { privacy, password, findable: findableChange(base, draft) }, base.etag)
    } catch (thrown) {
      const error = asApiError(thrown)
      if (error.unsure) return lookAfter(error, { base, draft })
      if (error.kind !== 'conflict') throw thrown
      const now = await queries.fetchQuery({ ...websiteQueries.detail(website.id), staleTime: 0 })
      setTheirs(now)
      setEdit({ base: now, draft })
      return
    }
    tellSaved({ base, draft })
  }

  /** Nobody knows whether it was saved: the website is read again, and that says it. */
  async function lookAfter(error: ApiError, { base, draft }: Edit) {
    const now = await queries
      .fetchQuery({ ...websiteQueries.detail(website.id), staleTime: 0, retry: false })
      .catch(() => {
        throw error
      })
    void queries.invalidateQueries({ queryKey: websiteQueries.lists() })
    const outcome = outcomeOf(base, now, draft)
    if (outcome === 'saved') return tellSaved({ base, draft })
    setEdit({ base: now, draft })
    setLost(
      outcome === 'not-saved' && now.privacy !== null
        ? words.notSaved(privacyLabels[now.privacy])
        : outcome === 'unknown'
          ? words.savedUnknown
          : words.passwordUnknown,
    )
  }

  function tellSaved({ base, draft }: Edit) {
    const domain = unicodeHost(website.domain)
    const { privacy } = draft
    const findable = findableChange(base, draft)
    const sameText = findable === undefined ? words.passwordChanged(domain) : words.findableChanged(domain, findable)
    showToast({
      text: privacy === null || privacy === base.privacy ? sameText : words.saved(domain, privacyLabels[privacy]),
      tone: 'good',
    })
    setSaved(true)
  }

  const form = useSubmit(save)

  // In an effect, so that the guard against unsaved changes knows by then that there are none. Back does not lead to the
  // form that was just finished.
  useEffect(() => {
    if (saved) void navigate(paths.website(website.id), { replace: true })
  }, [saved, navigate, website.id])

  return {
    ...form,
    base,
    draft,
    changed: changed && !saved,
    theirs,
    lost,
    change: (part: Partial<PrivacyDraft>) => {
      setEdit({ base, draft: { ...draft, ...part } })
      setLost(null)
      form.clear()
    },
    submit: () => {
      const problem = passwordProblem(base, draft)
      if (problem) return form.refuse('password', problem === 'missing' ? words.passwordMissing : words.passwordTooLong)
      setTheirs(null)
      setLost(null)
      form.submit({ base, draft })
    },
    /** Takes over what somebody else chose meanwhile. */
    yield: () => {
      setEdit(null)
      setTheirs(null)
      form.clear()
    },
  }
}
