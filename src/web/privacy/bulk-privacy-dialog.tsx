import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { privacies, type AnyWebsite } from '#contract/websites/website.ts'
import { focusFirstWrong } from '#web/data/use-submit.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { bulkConsequenceOf, type BulkPrivacyDraft, changePrivacy, commonPrivacy } from './bulk-privacy.ts'
import { isTooLong } from './password.ts'
import { PrivacyChoice } from './privacy-choice.tsx'
import { bulkPrivacyWords as words, privacyWords } from './words.ts'

type BulkPrivacyDialogProps = { websites: AnyWebsite[]; onClose: () => void; onBegin: () => void }

/** Sets one privacy for several websites, with one password for all of them. Shows the consequence first. */
export function BulkPrivacyDialog({ websites, onClose, onBegin }: BulkPrivacyDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<BulkPrivacyDraft>(() => ({ privacy: commonPrivacy(websites), password: '' }))
  const [wrong, setWrong] = useState<string>()
  const { privacy, password } = draft
  const { changing, reports, same, removedPasswords } = bulkConsequenceOf(websites, draft)
  const count = changing.length
  const asksPassword = privacy === privacies.password
  const submit = () => {
    const sentence = asksPassword ? passwordFault(password) : undefined
    flushSync(() => setWrong(sentence))
    if (sentence) return void focusFirstWrong(form.current)
    onBegin()
    void changePrivacy(changing, { privacy, ...(asksPassword && { password }) })
  }
  return (
    <FormDialog
      title={words.title(websites.length)}
      submitLabel={words.submit(count)}
      cancelLabel={words.cancel}
      disabled={count === 0}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <PrivacyChoice
        domain=""
        draft={draft}
        passwordSet={false}
        findable={null}
        privacyError={undefined}
        passwordError={wrong}
        onChange={(part) => {
          setDraft({ ...draft, ...part })
          setWrong(undefined)
        }}
      />
      <div aria-live="polite">
        <Notice tone={count > 0 && privacy !== privacies.private ? 'decent' : 'info'}>
          {count === 0 ? words.nothing : words.consequence[privacy](count, reports)}{' '}
          {count > 0 && same > 0 && words.same(same)} {removedPasswords > 0 && words.removedPasswords(removedPasswords)}
        </Notice>
      </div>
    </FormDialog>
  )
}

function passwordFault(password: string) {
  if (password === '') return privacyWords.passwordMissing
  return isTooLong(password) ? privacyWords.passwordTooLong : undefined
}
