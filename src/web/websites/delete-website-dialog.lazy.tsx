import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Website } from '#contract/website.ts'
import { serviceInfoQuery } from '#web/data/service-queries.ts'
import { deleteWebsite } from './website-mutations.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { websitesWords } from './words.ts'
import { typedDomainMatches } from './typed-domain.ts'

type DeleteWebsiteDialogProps = {
  website: Pick<Website, 'id' | 'domain' | 'reports_count'>
  onClose: () => void
  onDeleted: () => void
}

/** Deletes a website after saying what goes with it. One that has reports, or may have only after its domain has been typed. */
export function DeleteWebsiteDialog({ website, onClose, onDeleted }: DeleteWebsiteDialogProps) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const domain = unicodeHost(website.domain)
  const reports = website.reports_count
  const mustType = reports !== 0
  const isKnown = Boolean(useQuery(serviceInfoQuery()).data)
  const consequence = isKnown ? websitesWords.deleteReports : websitesWords.deleteReportsPerhaps
  const { busy, error, submit } = useSubmit(async (id: number) => {
    await deleteWebsite(id)
    showToast({ text: websitesWords.deleted(domain) })
    onDeleted()
  })

  const confirm = () => {
    if (!mustType || typedDomainMatches(typed, website.domain)) return submit(website.id)
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
            {websitesWords.deleteConfirm(isKnown ? reports : null)}
          </Button>
        </>
      }
    >
      <p>{mustType ? consequence(reports) : websitesWords.deleteNoReports}</p>
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
