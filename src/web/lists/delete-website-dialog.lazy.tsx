import { useRef, useState } from 'react'
import type { Website } from '#contract/website.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { errorSentence } from '#web/words/errors.ts'
import { websitesWords } from '#web/words/websites.ts'
import { typedDomainMatches } from './typed-domain.ts'

type DeleteWebsiteDialogProps = {
  website: Pick<Website, 'domain' | 'reports_count'>
  busy: boolean
  error: ApiError | null
  onConfirm: () => void
  onClose: () => void
}

/** Says what goes with a website. One that has reports, or may have, is deleted only after its domain has been typed. */
export function DeleteWebsiteDialog({ website, busy, error, onConfirm, onClose }: DeleteWebsiteDialogProps) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const domain = unicodeHost(website.domain)
  const reports = website.reports_count
  const mustType = reports !== 0

  const confirm = () => {
    if (busy) return
    if (!mustType || typedDomainMatches(typed, website.domain)) return onConfirm()
    setWrong(true)
    input.current?.focus()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={websitesWords.deleteTitle(domain)}
      actions={
        <>
          <Button data-autofocus={mustType ? undefined : true} onClick={onClose}>
            {websitesWords.cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {websitesWords.deleteConfirm(reports)}
          </Button>
        </>
      }
    >
      <p>{mustType ? websitesWords.deleteReports(reports) : websitesWords.deleteNoReports}</p>
      {mustType && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <Field label={websitesWords.deleteType(domain)} error={wrong && websitesWords.deleteMismatch(domain)}>
            {(aria) => (
              <TextInput
                {...aria}
                ref={input}
                data-autofocus
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setWrong(false)
                }}
              />
            )}
          </Field>
        </form>
      )}
      {error && (
        <div role="alert">
          <Notice tone="bad">{errorSentence(error)}</Notice>
        </div>
      )}
    </Dialog>
  )
}
