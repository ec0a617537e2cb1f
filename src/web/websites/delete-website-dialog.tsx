import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Website } from '#contract/website.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { deleteWebsite } from './website-mutations.ts'
import { websitesWords as words } from './words.ts'

type DeleteWebsiteDialogProps = {
  website: Pick<Website, 'id' | 'domain' | 'reports_count'>
  onClose: () => void
  onDeleted: () => void
}

/**
 * Confirms the deletion of a website. The domain must be typed first if the website has reports, or if the server does
 * not report how many it has.
 */
export function DeleteWebsiteDialog({ website, onClose, onDeleted }: DeleteWebsiteDialogProps) {
  const [typed, setTyped] = useState('')
  const [isMismatch, setIsMismatch] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const domain = unicodeHost(website.domain)
  const reports = website.reports_count
  const mustType = reports !== 0
  const isKnownServer = Boolean(useQuery(serviceInfoQuery()).data)
  const consequence = isKnownServer ? words.deleteReports : words.deleteReportsPerhaps
  const { busy, error, submit } = useSubmit(async (id: number) => {
    await deleteWebsite(id)
    showToast({ text: words.deleted(domain) })
    onDeleted()
  })

  const confirm = () => {
    if (!mustType || typedDomainMatches(typed, website.domain)) return submit(website.id)
    setIsMismatch(true)
    input.current?.focus()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.deleteTitle(domain)}
      actions={
        <>
          <Button data-autofocus={mustType ? undefined : true} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {words.deleteConfirm(isKnownServer ? reports : null)}
          </Button>
        </>
      }
    >
      <p>{mustType ? consequence(reports) : words.deleteNoReports}</p>
      {mustType && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <Field label={words.deleteType(domain)} error={isMismatch && words.deleteMismatch(domain)}>
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
                  setIsMismatch(false)
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

/** Accepts the domain as stored (Punycode) or as displayed (Unicode), in any case. */
export function typedDomainMatches(typed: string, domain: string) {
  const text = typed.trim().toLowerCase().normalize('NFC')
  return text === domain.toLowerCase() || text === unicodeHost(domain).toLowerCase().normalize('NFC')
}
