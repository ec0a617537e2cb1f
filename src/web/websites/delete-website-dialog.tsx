import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { deleteWebsite } from './mutations.ts'
import { websitesWords as words } from './words.ts'

type DeleteWebsiteDialogProps = {
  website: Pick<AnyWebsite, 'id' | 'domain' | 'reports_count'>
  onClose: () => void
  onDeleted: () => void
}

/**
 * Confirms the deletion of a website. The domain must be typed first if the website has reports, or if the server does
 * not report how many it has.
 */
export function DeleteWebsiteDialog({ website, onClose, onDeleted }: DeleteWebsiteDialogProps) {
  const [typed, setTyped] = useState('')
  const domain = unicodeHost(website.domain)
  const reports = website.reports_count
  const describesItself = Boolean(useQuery(serviceInfoQuery()).data)
  const consequence = describesItself ? words.deleteReports : words.deleteReportsPerhaps
  const { busy, form, fieldError, failure, refuse, clear, submit } = useSubmit(async (id: number) => {
    await deleteWebsite(id)
    showToast({ text: words.deleted(domain) })
    onDeleted()
  })

  const shared = {
    title: words.deleteTitle(domain),
    cancelLabel: words.cancel,
    danger: true,
    busy,
    error: failure('domain'),
    onClose,
  }
  const label = words.deleteConfirm(describesItself ? reports : null)
  if (reports === 0)
    return (
      <ConfirmDialog {...shared} open confirmLabel={label} onConfirm={() => submit(website.id)}>
        <p>{words.deleteNoReports}</p>
      </ConfirmDialog>
    )
  return (
    <FormDialog
      {...shared}
      submitLabel={label}
      form={form}
      onChange={clear}
      onSubmit={() =>
        typedDomainMatches(typed, website.domain) ? submit(website.id) : refuse('domain', words.deleteMismatch(domain))
      }
    >
      <p>{consequence(reports)}</p>
      <Field label={words.deleteType(domain)} error={fieldError('domain')}>
        {(aria) => (
          <TextInput
            {...aria}
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Accepts the domain as stored (Punycode) or as displayed (Unicode), in any case. */
export function typedDomainMatches(typed: string, domain: string) {
  const text = typed.trim().toLowerCase().normalize('NFC')
  return text === domain.toLowerCase() || text === unicodeHost(domain).toLowerCase().normalize('NFC')
}
