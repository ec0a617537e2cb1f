import { useContext } from 'react'
import type { WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { AnyWebsiteRow } from '#contract/websites/website.ts'
import { ListActionsContext } from '#web/list/list-actions.ts'
import { type SelectionProps } from '#web/list/resource-list.tsx'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import { BulkPrivacyDialog } from '#web/privacy/bulk-privacy-dialog.tsx'
import { bulkPrivacyWords } from '#web/privacy/words.ts'
import { useCanAssign } from '#web/resources/clients.ts'
import { unknownWebsite, useCanEditAll, useCanEditAny } from '#web/resources/me.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useStore } from '#web/ui/store.ts'
import { unicodeHost } from '#web/ui/text.ts'
import { setClientWords, websitesWords as words } from './words.ts'

const SetClientDialog = lazyPart(() => import('./set-client-dialog.tsx').then((file) => file.SetClientDialog))

/**
 * The bar of the selected websites. They cannot be deleted in bulk, because deleting a website deletes its reports too.
 */
export function WebsitesSelection(props: SelectionProps<AnyWebsiteRow, WebsiteListQuery>) {
  const { showDialog } = useContext(ListActionsContext)
  const changePrivacy = (websites: AnyWebsiteRow[]) => {
    const close = () => showDialog(null)
    const begin = () => {
      close()
      props.selection.reset(false)
    }
    if (websites.length > 0) showDialog(<BulkPrivacyDialog websites={websites} onClose={close} onBegin={begin} />)
  }
  const canManage = useCanAssign()
  const setClient = (websites: AnyWebsiteRow[]) => {
    const close = () => showDialog(null)
    const begin = () => {
      close()
      props.selection.reset(false)
    }
    if (websites.length > 0) showDialog(<SetClientDialog websites={websites} onClose={close} onBegin={begin} />)
  }
  const selected = useStore(props.selection)
  const { client } = props.state.list.query
  const canEdit = useCanEditAll(
    selected.all ? [unknownWebsite(client === null ? null : Number(client))] : [...selected.rows.values()],
  )
  const isUneditable = useCanEditAny() && !canEdit
  return (
    <SelectionBar
      {...props}
      isUneditable={isUneditable}
      copy={{ label: words.copyDomains, done: words.domainsCopied, textOf: ({ domain }) => unicodeHost(domain) }}
      actions={[
        ...(canEdit
          ? [
              {
                label: () => bulkPrivacyWords.action,
                icon: 'lock',
                command: 'selectedPrivacy',
                act: changePrivacy,
              } as const,
            ]
          : []),
        ...(canManage ? [{ label: () => setClientWords.action, icon: 'globe', act: setClient } as const] : []),
      ]}
    />
  )
}
