import type { ViewList } from '#contract/views.ts'
import { addressOf } from '#web/data/server.ts'
import { richLink, CopyButton } from '#web/ui/copy-button.tsx'
import { listWords } from '#web/list/words.ts'
import { ShareButton } from './share-button.tsx'

/**
 * Copies the address of a view, with what is newest in it now; where rich text goes, as a link that reads like the view's name.
 * Beside it stand the other ways of passing it on.
 */
export function ViewLink({
  list,
  path,
  name,
  newest,
}: {
  list: ViewList
  path: string
  name: string
  newest?: number
}) {
  const address = new URL(addressOf(path))
  if (newest) address.searchParams.set('newest', String(newest))
  const url = address.href
  return (
    <>
      <CopyButton
        icon="link"
        text={url}
        html={richLink(url, name)}
        label={listWords.copyLink}
        doneLabel={listWords.copied}
      />
      <ShareButton kind="view" {...{ list, url, name }} />
    </>
  )
}
