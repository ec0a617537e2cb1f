import type { ReportFacts } from '#contract/report-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { urlParts } from '#web/ui/url-parts.ts'
import { reportFactsWords as words } from '../facts-words.ts'
import { type CutText, cutText, descriptionRoom, titleRoom } from './cut-text.ts'
import styles from './previews.module.css'

/** How a search result could look, from the page's own title and description. The favicon is a sign for one: nothing of the page is loaded. */
export function SearchPreview({ facts }: { facts: ReportFacts }) {
  const { preview, final_url: url } = facts
  const title = (preview?.title ?? facts.title)?.trim()
  const description = (preview?.description ?? facts.description)?.trim()
  const cutTitle = title ? cutText(title, titleRoom) : null
  const cutDescription = description ? cutText(description, descriptionRoom) : null
  const { scheme, host, path } = urlParts(url)
  const steps = preview ? preview.breadcrumb : path.split(/[?#]/, 1)[0]!.split('/').filter(Boolean)
  return (
    <Card aria-labelledby="serp" className={styles.card}>
      <h2 id="serp">{words.serp}</h2>
      <div className={styles.result}>
        <div className={styles.site}>
          <span className={styles.favicon}>
            <Icon name="globe" />
          </span>
          <p>
            <span className={styles.siteName}>{preview?.site_name ?? unicodeHost(host)}</span>
            <span className={styles.trail}>{[scheme + host, ...steps.slice(0, 8)].join(' › ')}</span>
          </p>
        </div>
        <p className={cutTitle ? styles.title : styles.lacking}>{cutTitle?.shown ?? words.serpNoTitle}</p>
        <p className={cutDescription ? styles.description : styles.lacking}>
          {cutDescription?.shown ?? words.serpNoDescription}
        </p>
      </div>
      <CutNote what={words.titleName} cut={cutTitle} room={titleRoom.room} />
      <CutNote what={words.descriptionName} cut={cutDescription} room={descriptionRoom.room} />
      <p className={styles.note}>{words.serpNote}</p>
    </Card>
  )
}

const CutNote = ({ what, cut, room }: { what: string; cut: CutText | null; room: number }) =>
  cut?.isCut ? <p className={styles.cut}>{words.cutAt(what, cut.width, room)}</p> : null
