import { privacies, type Website } from '#contract/website.ts'
import { Notice } from '#web/ui/notice.tsx'
import { privacyWords as words } from '#web/words/privacy.ts'
import { type Consequence, consequenceOf, type PrivacyDraft, passwordIsSet } from './privacy-change.ts'

const opening: Consequence[] = ['opens', 'opens-listed', 'opens-with-password', 'listed']

/** What saving would do, in one sentence, said as soon as the choice changes. */
export function ConsequenceNotice({ website, draft }: { website: Website; draft: PrivacyDraft }) {
  const consequence = consequenceOf(website, draft)
  const opens = consequence !== null && opening.includes(consequence)
  const forgets = passwordIsSet(website) && draft.privacy !== privacies.password
  return (
    <div aria-live="polite">
      {consequence && (
        <Notice tone={opens ? 'decent' : 'info'}>
          {words.consequence[consequence](website.reports_count)} {forgets && words.forgetsPassword}
        </Notice>
      )}
    </div>
  )
}
