import { count, defineCheck, googleDocs, notApplicable, pass, unknown, warn } from '../define-check.ts'
import type { Resource } from '../facts/resources.ts'
import { namesReviews } from '../facts/review-widget.ts'

/** Hosts of widgets that add ratings to a page with scripts, as of November 2026. */
const ratingWidgets =
  /(?:^|\.)(?:trustpilot\.com|bazaarvoice\.com|yotpo\.com|powerreviews\.com|judge\.me|loox\.io|stamped\.io|okendo\.io|reviews\.io|reviews\.co\.uk|feefo\.com|trustedshops\.com|ekomi\.(?:com|de)|avis-verifies\.com|netreviews\.eu|shopperapproved\.com|junip\.co|kiyoh\.com|webwinkelkeur\.nl|ausgezeichnet\.org|provenexpert\.com|heureka\.cz)$/

export const texts = {
  several: (values: number) => `${values} marked-up ratings or prices aren’t visible`,
  undetermined: 'We couldn’t see whether marked-up ratings and prices are visible',
  older: 'This report compared them as written in the data only. Run the analysis again.',
  widget: (host: string) => `They may be added by ${host}.`,
  hidden: (kind: string, value: string) => `The marked-up ${kind} ${value} isn’t visible`,
}

export const jsonldVisible = defineCheck({
  id: 'jsonld-visible',
  name: 'Visible structured data',
  aliases: ['hidden markup', 'rating', 'price', 'schema', 'structured data guidelines'],
  titlePass: 'Ratings and prices are visible on the page',
  titleFail: 'Marked-up ratings or prices aren’t visible',
  why: 'Google’s guidelines require that marked-up content is visible to readers. A page that breaks them can lose its rich results.',
  how: 'Show the rating and the price on the page as they are in the structured data. Otherwise, remove them from it.',
  action: 'Show the ratings and prices that search engines are told about',
  effort: 'hours',
  thresholds:
    'Warning: an aggregate rating or the price of an offer in structured data isn’t in the HTML’s text, alt text, labels or data attributes, in any usual notation (1,29,999; 19 with raised 99; “Free” for 0; a rounded rating). Unknown: a rating widget of any host or an app filled by scripts may show it. Not applicable: the structured data has neither.',
  reference: googleDocs('Structured data guidelines', 'appearance/structured-data/sd-policies'),
  grade: 'required',
  needs: ['schemaFaults', 'resources', 'appRoot', 'entities'],
  uses: ['itemNotes', 'reviewWidget'],
  run({ schemaFaults: { claims, faults }, resources, appRoot, entities, itemNotes, reviewWidget }) {
    if (claims.items.length === 0) return notApplicable('The structured data has no rating or price')
    const hidden = claims.items.filter(({ visible }) => !visible)
    const value = hidden.length
    if (value === 0)
      return pass({
        value,
        title: `${count(claims.items.length, 'marked-up rating or price', 'marked-up ratings and prices')} found on the page`,
      })
    const evidence = hidden.map((claim) => ({
      at: claim.at,
      note: `The ${claim.property === 'price' ? 'price' : 'rating'} ${claim.value} isn’t in the HTML.`,
    }))
    const [first] = hidden
    const title =
      value === 1 && first
        ? texts.hidden(first.property === 'price' ? 'price' : 'rating', first.value)
        : texts.several(value)
    const widget = hidden.some(({ property }) => property === 'ratingValue')
      ? (widgetIn(resources.items) ?? reviewWidget?.name ?? null)
      : null
    const invalid = new Set([...entities.items.flatMap(({ odd }) => odd), ...faults.items].map((item) => item.value))
    const filler = appRoot.at === null ? widget : 'a script that fills the page'
    if (itemNotes === undefined && filler === null) return unknown(texts.undetermined, texts.older, { value, evidence })
    return filler === null
      ? warn({
          value,
          title,
          evidence,
          ...(hidden.every(({ value: one }) => invalid.has(one)) ? {} : { ownCause: true }),
        })
      : unknown(texts.undetermined, texts.widget(filler), {
          value,
          evidence,
        })
  },
})

/** Returns the host of the first rating widget that the page loads, by its host or the name of its file. */
function widgetIn(resources: readonly Resource[]): string | null {
  for (const { kind, url } of resources) {
    if ((kind !== 'script' && kind !== 'frame') || !URL.canParse(url)) continue
    const { hostname, pathname } = new URL(url)
    if (ratingWidgets.test(hostname)) return hostname
    if (namesReviews(hostname + pathname)) return hostname
  }
  return null
}
