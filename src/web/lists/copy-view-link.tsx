import { CopyButton } from '#web/ui/copy-button.tsx'
import { listWords } from '#web/words/lists.ts'
import { richLink } from './rich-link.ts'

/** Copies the address of a view, with what is newest in it now; where rich text goes, as a link that reads like the view's name. */
export function CopyViewLink({ path, name, newest }: { path: string; name: string; newest?: number }) {
  const url = new URL(path, location.href)
  if (newest) url.searchParams.set('newest', String(newest))
  return <CopyButton icon="link" text={url.href} html={richLink(url.href, name)} label={listWords.copyLink} doneLabel={listWords.copied} />
}
