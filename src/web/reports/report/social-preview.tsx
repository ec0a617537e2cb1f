import type { ReportFacts } from '#contract/report-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { urlParts } from '#web/ui/url-parts.ts'
import { reportFactsWords as words } from '../facts-words.ts'
import { OutLink } from './out-link.tsx'
import styles from './previews.module.css'

type Social = NonNullable<ReportFacts['social']>

/** How a shared link could look. In the image's place stands what is known of it: no page learns that its report is read. */
export function SocialPreview({ social, url }: { social: Social; url: string }) {
  return (
    <Card aria-labelledby="social" className={styles.card}>
      <h2 id="social">{words.social}</h2>
      <div className={styles.shared}>
        <div className={styles.image}>{social.image_url ? <Measured {...social} /> : words.socialNoImage}</div>
        <div className={styles.sharedText}>
          <p className={styles.domain}>{social.site_name ?? unicodeHost(urlParts(url).host)}</p>
          <p className={social.title ? styles.sharedTitle : styles.lacking}>{social.title ?? words.socialNoTitle}</p>
          {social.description && <p className={styles.sharedDescription}>{social.description}</p>}
        </div>
      </div>
      {social.image_url && (
        <p className={styles.note}>
          <OutLink address={social.image_url}>{words.socialImage}</OutLink>. {words.socialNote}
        </p>
      )}
      {social.image_unusable && (
        <p className={styles.note}>
          {words.socialUnusable} <code>{social.image_unusable}</code>
        </p>
      )}
      {social.card && <p className={styles.note}>{words.twitterCard(social.card)}</p>}
    </Card>
  )
}

function Measured({ image_width: width, image_height: height, image_type: type, image_bytes: bytes }: Social) {
  const known = [type?.toUpperCase(), bytes !== null && words.bytes(bytes)].filter(Boolean)
  return (
    <>
      <b>{width !== null && height !== null ? words.socialSize(width, height) : words.socialNotMeasured}</b>
      {known.length > 0 && <span>{known.join(' · ')}</span>}
    </>
  )
}
