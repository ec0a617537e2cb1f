import { pixelWidth } from '#analyser/facts/text-width.ts'
import { indexabilityText, indexabilityTone } from '#contract/reports/indexability.ts'
import type { ReportFacts } from '#contract/reports/report-facts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { ExternalLink, urlParts } from '#web/ui/url.tsx'
import { reportFactsWords as words } from './words.ts'
import styles from './previews.module.css'

/**
 * A preview of the search result, from the page's own title and description. Nothing is loaded from the page, so the
 * favicon is an icon.
 */
export function SearchPreview({ facts }: { facts: ReportFacts }) {
  const { preview, indexable, final_url: url } = facts
  const title = (preview?.title ?? facts.title)?.trim()
  const description = (preview?.description ?? facts.description)?.trim()
  const cutTitle = title ? cutText(title, titleRoom) : null
  const cutDescription = description ? cutText(description, descriptionRoom) : null
  const { scheme, host, path } = urlParts(url)
  const steps = preview ? preview.breadcrumb : path.split(/[?#]/, 1)[0]!.split('/').filter(Boolean)
  return (
    <Card aria-labelledby="serp" className="stack tight breaks">
      <h2 id="serp">{words.serp}</h2>
      <div className={`stack ${styles.result}`}>
        <div className={styles.site}>
          <span className={`faint ${styles.favicon}`}>
            <Icon name="globe" />
          </span>
          <p>
            <span className={`cut ${styles.siteName}`}>{preview?.site_name ?? unicodeHost(host)}</span>
            <span className="cut muted">{[scheme + host, ...steps.slice(0, 8)].join(' › ')}</span>
          </p>
        </div>
        <p className={cutTitle ? styles.title : 'muted small'}>{cutTitle?.shown ?? words.serpUntitled}</p>
        <p className={cutDescription ? styles.description : 'muted small'}>
          {cutDescription?.shown ?? words.serpNoDescription}
        </p>
      </div>
      <CutNote what={words.titleName} cut={cutTitle} room={titleRoom.room} />
      <CutNote what={words.descriptionName} cut={cutDescription} room={descriptionRoom.room} />
      <p className="faint tiny">
        {indexable?.state && indexabilityTone(indexable) !== 'good'
          ? `${indexabilityText(indexable)}.`
          : words.serpNote}
      </p>
    </Card>
  )
}

const CutNote = ({ what, cut, room }: { what: string; cut: CutText | null; room: number }) =>
  cut?.isCut ? <p className="tiny decent toned">{words.cutAt(what, cut.width, room)}</p> : null

type Social = NonNullable<ReportFacts['social']>

/**
 * A preview of a shared link. The image is described instead of loaded, so that the page's server can't identify who
 * reads the report.
 */
export function SocialPreview({ social, url }: { social: Social; url: string }) {
  return (
    <Card aria-labelledby="social" className="stack tight breaks">
      <h2 id="social">{words.social}</h2>
      <div className={styles.shared}>
        <div className={`muted tiny ${styles.image}`}>
          {social.image_url ? <ImageFacts {...social} /> : words.socialNoImage}
        </div>
        <div className={`stack dense ${styles.sharedText}`}>
          <p className="faint tiny">{social.site_name ?? unicodeHost(urlParts(url).host)}</p>
          <p className={social.title ? 'clamp strong' : 'muted small'}>{social.title ?? words.socialNoTitle}</p>
          {social.description && <p className="clamp muted small">{social.description}</p>}
        </div>
      </div>
      {social.image_url && (
        <p className="faint tiny">
          <ExternalLink url={social.image_url} newWindow={words.newWindow}>
            {words.socialImage}
          </ExternalLink>
          . {words.socialNote}
        </p>
      )}
      {social.image_unusable && (
        <p className="faint tiny">
          {words.socialUnusable} <code>{social.image_unusable}</code>
        </p>
      )}
      {social.card && <p className="faint tiny">{words.twitterCard(social.card)}</p>}
    </Card>
  )
}

function ImageFacts({ image_width: width, image_height: height, image_type: type, image_bytes: bytes }: Social) {
  const known = [type?.toUpperCase(), bytes !== null && words.bytes(bytes)].filter(Boolean)
  return (
    <>
      <b>{width !== null && height !== null ? words.socialSize(width, height) : words.socialNotMeasured}</b>
      {known.length > 0 && <span>{known.join(' · ')}</span>}
    </>
  )
}

/**
 * Width in px of a desktop search result on Google: titles in Arial 20 px, descriptions in Arial 14 px on two lines.
 */
export const titleRoom = { size: 20, room: 580 }
export const descriptionRoom = { size: 14, room: 920 }

/** Safety limit in characters: no search result shows more, so the rest isn't measured. */
const maxLength = 1000
const dots = ' ...'
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export type CutText = { shown: string; width: number; isCut: boolean }

/**
 * Cuts `text` after the last word that leaves room for the dots, or inside a single long word. `width` is that of the
 * whole text.
 */
export function cutText(text: string, { size, room }: { size: number; room: number }): CutText {
  const whole = text.replace(/\s+/g, ' ').trim()
  const start = whole.slice(0, maxLength)
  const width = pixelWidth(start, size)
  if (width <= room && start.length === whole.length) return { shown: whole, width, isCut: false }
  const left = room - pixelWidth(dots, size)
  const fits = (length: number) => pixelWidth(start.slice(0, length).trimEnd(), size) <= left
  const ends = [...segmenter.segment(start)].map(({ segment, index }) => index + segment.length)
  const end =
    lastFitting(ends, fits) ||
    lastFitting(
      [...start].map((_, index, all) => all.slice(0, index + 1).join('').length),
      fits,
    )
  return { shown: `${start.slice(0, end).replace(/(?<![\s,.;:–—|-])[\s,.;:–—|-]+$/u, '')}${dots}`, width, isCut: true }
}

/** Returns the greatest of the ascending `ends` that fits, or 0. */
function lastFitting(ends: readonly number[], fits: (end: number) => boolean): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(ends[middle - 1]!)) low = middle
    else high = middle - 1
  }
  return ends[low - 1] ?? 0
}
