import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { privacies, type Website } from '#contract/website.ts'
import { isTooLong } from '../password.ts'
import { focusFirstWrong } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { manyPrivacyWords as words, privacyWords } from '../privacy-words.ts'
import { PrivacyChoice } from '../privacy-choice.tsx'
import { changePrivacyOfMany } from './change-privacy-many.ts'
import { commonPrivacy, type ManyDraft, manyChange } from './many-privacy.ts'

/** One privacy for all the chosen websites, with what it does before it is done; a password is typed once for all. */
export function ManyPrivacyDialog({
  websites,
  onClose,
  onBegin,
}: {
  websites: Website[]
  onClose: () => void
  onBegin: () => void
}) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<ManyDraft>(() => ({ privacy: commonPrivacy(websites), password: '' }))
  const [wrong, setWrong] = useState<string>()
  const { privacy, password } = draft
  const change = manyChange(websites, draft)
  const many = change.changing.length
  const asksPassword = privacy === privacies.password
  const submit = () => {
    const sentence = !asksPassword
      ? undefined
      : password === ''
        ? privacyWords.passwordMissing
        : isTooLong(password)
          ? privacyWords.passwordTooLong
          : undefined
    flushSync(() => setWrong(sentence))
    if (sentence) return void focusFirstWrong(form.current)
    onBegin()
    void changePrivacyOfMany(change.changing, { privacy, ...(asksPassword && { password }) })
  }
  return (
    <Dialog
      open
      title={words.title(websites.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={id} variant="main" disabled={many === 0}>
            {words.submit(many)}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
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
      </form>
      <div aria-live="polite">
        <Notice tone={many > 0 && privacy !== privacies.private ? 'decent' : 'info'}>
          {many === 0 ? words.nothing : words.consequence[privacy](many, change.reports)}{' '}
          {many > 0 && change.same > 0 && words.same(change.same)}{' '}
          {change.forgotten > 0 && words.forgotten(change.forgotten)}
        </Notice>
      </div>
    </Dialog>
  )
}
