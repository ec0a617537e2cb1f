import { hashKey, type Query } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { because, withMessages } from '#contract/forms/form.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { currentClient } from '#web/data/current-client.ts'
import { ownChanges, queryClient, removeOnceUnused } from '#web/data/query-client.ts'
import { useOwnService } from '#web/data/service.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Fields } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { showDeleted } from '#web/resources/restore.tsx'
import { websiteQueries } from '#web/resources/websites.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { websitesWords as words } from './words.ts'

type DeleteWebsiteDialogProps = {
  website: Pick<AnyWebsite, 'id' | 'domain' | 'reports_count'>
  onClose: () => void
  onDeleted: () => void | Promise<void>
}

/**
 * Confirms the deletion of a website. The domain must be typed first if the website has reports, or if the server does
 * not report their number.
 */
export function DeleteWebsiteDialog({
  website: { id, domain, reports_count: reports },
  onClose,
  onDeleted,
}: DeleteWebsiteDialogProps) {
  const isOwn = useOwnService() === true
  const shared = {
    domain,
    confirmLabel: words.deleteConfirm(isOwn ? reports : null),
    async onDelete() {
      const isRestorable = await deleteWebsite(id)
      showDeleted(words.deleted(unicodeHost(domain)), 'websites', isRestorable ? [id] : [])
      await onDeleted()
    },
    onClose,
  }
  const effect = isOwn ? words.deleteReports(reports) : words.deleteReportsPerhaps(reports)
  const consequence = (
    <p>
      {reports === 0 ? words.deleteNoReports : effect} {isOwn && words.deleteUndo}
    </p>
  )
  return reports === 0 ? (
    <EmptyWebsite {...shared} consequence={consequence} />
  ) : (
    <TypedDomain {...shared} consequence={consequence} />
  )
}

type ConfirmationProps = {
  domain: string
  confirmLabel: string
  consequence: ReactNode
  onDelete: () => Promise<void>
  onClose: () => void
}

function EmptyWebsite({ domain, confirmLabel, consequence, onDelete, onClose }: ConfirmationProps) {
  const { busy, failure, submit } = useSubmit(onDelete)
  return (
    <ConfirmDialog
      open
      title={words.deleteTitle(unicodeHost(domain))}
      confirmLabel={confirmLabel}
      cancelLabel={words.cancel}
      danger
      busy={busy}
      error={failure}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      {consequence}
    </ConfirmDialog>
  )
}

function TypedDomain({ domain, confirmLabel, consequence, onDelete, onClose }: ConfirmationProps) {
  const name = unicodeHost(domain)
  const form = useContractForm({
    schema: withMessages(
      z.object({ domain: z.string().refine((typed) => typedDomainMatches(typed, domain), because('invalid_choice')) }),
      { domain: { label: words.deleteType(name), otherwise: words.deleteMismatch(name) } },
    ),
    values: {},
    submit: onDelete,
  })
  return (
    <FormDialog
      form={form}
      title={words.deleteTitle(name)}
      submitLabel={confirmLabel}
      cancelLabel={words.cancel}
      danger
      onClose={onClose}
    >
      {consequence}
      <Fields form={form} />
    </FormDialog>
  )
}

/** Accepts the domain as stored (Punycode) or as displayed (Unicode), in any case. */
export function typedDomainMatches(typed: string, domain: string) {
  const text = typed.trim().toLowerCase().normalize('NFC')
  return text === domain.toLowerCase() || text === unicodeHost(domain).toLowerCase().normalize('NFC')
}

/**
 * Deletes a website and, on most servers, its reports. Succeeds if the website was already deleted. Returns true if it
 * can be restored.
 */
export async function deleteWebsite(id: number): Promise<boolean> {
  const restorableUntil = await currentClient().remove(`/websites/${id}`)
  ownChanges.add('websites', id)
  const { queryKey } = websiteQueries.detail(id)
  removeOnceUnused(queryKey)
  // The page of the website may still be open, and must not find it missing: only lists are read at once.
  const isOther = ({ queryHash }: Query) => queryHash !== hashKey(queryKey)
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all(), refetchType: 'none', predicate: isOther })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
  return restorableUntil !== null
}
