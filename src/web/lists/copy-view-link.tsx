import { CopyButton } from '#web/ui/copy-button.tsx'
import { listWords } from '#web/words/lists.ts'
import { richLink } from './rich-link.ts'

/** Copies the address of a view; where rich text goes, as a link that reads like the view's name. */
export function CopyViewLink({ path, name }: { path: string; name: string }) {
  const url = new URL(path, location.href).href
  return <CopyButton icon="link" text={url} html={richLink(url, name)} label={listWords.copyLink} doneLabel={listWords.copied} />
}
