import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { privacies, privacyLabels } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import type { LoadedWebsite } from '#web/data/client.ts'
import { useStoredDraft } from '#web/data/stored-drafts.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { updateWebsite } from './mutations.ts'
import { findableChange, isChanged, passwordProblem, type PrivacyDraft } from './privacy-change.ts'
import { privacyWords as words } from './words.ts'

/** A draft and the website as it was when the draft was begun. Saving over any other version is a conflict. */
type Edit = { base: LoadedWebsite; draft: PrivacyDraft }

/** The state of the privacy form. It shows the loaded website until the first change, and the draft from then on. */
export function usePrivacyForm(website: LoadedWebsite) {
  const [ownEdit, setEdit] = useState<Edit | null>()
  // Until the form is touched, it shows the draft restored after a reload.
  const restoredEdit = useStoredDraft(`privacy ${website.id}`, ownEdit)
  const edit = ownEdit === undefined ? restoredEdit : ownEdit
  /** The website as someone else changed it in the meantime. */
  const [conflict, setConflict] = useState<LoadedWebsite | null>(null)
  const [saved, setSaved] = useState(false)
  /** The generated password that was saved last. The server never shows it again. */
  const [savedPassword, setSavedPassword] = useState<string | null>(null)
  const queries = useQueryClient()
  const navigate = useNavigate()

  const base = edit?.base ?? website
  const draft = edit?.draft ?? { privacy: website.privacy, password: '' }

  async function save({ base, draft }: Edit) {
    const { privacy } = draft
    if (privacy === null) return
    const password = draft.privacy === privacies.password && draft.password !== '' ? draft.password : undefined
    try {
      await updateWebsite(website.id, { privacy, password, findable: findableChange(base, draft) }, base.etag)
    } catch (thrown) {
      if (asApiError(thrown).kind !== 'conflict') throw thrown
      const now = await queries.fetchQuery({ ...websiteQueries.detail(website.id), staleTime: 0 })
      setConflict(now)
      setEdit({ base: now, draft })
      return
    }
    finish({ base, draft })
  }

  function finish({ base, draft }: Edit) {
    const domain = unicodeHost(website.domain)
    const { privacy } = draft
    const findable = findableChange(base, draft)
    if (privacy === privacies.password && draft.password !== '' && draft.isGenerated) {
      setSavedPassword(draft.password)
      setEdit(null)
      return
    }
    const samePrivacy = findable === undefined ? words.passwordChanged(domain) : words.findableChanged(domain, findable)
    showToast({
      text: privacy === null || privacy === base.privacy ? samePrivacy : words.saved(domain, privacyLabels[privacy]),
      tone: 'good',
    })
    setSaved(true)
  }

  const form = useSubmit(save)

  // Navigates in an effect, after the guard has seen that nothing is unsaved. Replaces the entry, so that Back does not
  // return to the finished form.
  useEffect(() => {
    if (saved) void navigate(paths.website(website.id), { replace: true })
  }, [saved, navigate, website.id])

  return {
    ...form,
    base,
    draft,
    isChanged: isChanged(base, draft) && !saved,
    conflict,
    savedPassword,
    change: (part: Partial<PrivacyDraft>) => {
      setEdit({ base, draft: { ...draft, ...part } })
      form.clear()
    },
    submit: () => {
      const problem = passwordProblem(base, draft)
      if (problem) return form.refuse('password', problem === 'missing' ? words.passwordMissing : words.passwordTooLong)
      setConflict(null)
      form.submit({ base, draft })
    },
    /** Discards the draft in favour of the loaded website. */
    discard: () => {
      setEdit(null)
      setConflict(null)
      form.clear()
    },
  }
}
