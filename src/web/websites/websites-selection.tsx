import { useContext } from 'react'
import type { WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { AnyWebsiteRow } from '#contract/websites/website.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { ListActionsContext } from '#web/list/list-actions.ts'
import { type SelectionProps } from '#web/list/resource-list.tsx'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import { BulkPrivacyDialog } from '#web/privacy/bulk-privacy-dialog.tsx'
import { bulkPrivacyWords } from '#web/privacy/words.ts'
import { unicodeHost } from '#web/ui/text.ts'
import { websitesWords as words } from './words.ts'

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
  return (
    <SelectionBar
      {...props}
      copy={{ label: words.copyDomains, done: words.domainsCopied, textOf: ({ domain }) => unicodeHost(domain) }}
      actions={
        useCanWrite()
          ? [{ label: () => bulkPrivacyWords.action, icon: 'lock', command: 'selectedPrivacy', act: changePrivacy }]
          : []
      }
    />
  )
}
