import { sitemapsOf } from '../check-helpers/sitemaps.ts'
import { count, defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import type { Lastmods } from '../probe.ts'
import { noResponse } from '../probes/results.ts'

/** Fewer URLs can have been written in one hour. */
const enoughUrls = 20
const nearlyAll = 0.95

export const texts = {
  none: 'The sitemap has no lastmod dates',
  noDays: 'Most lastmod dates in the sitemap have no day',
  same: (same: number, urls: number) => `${same} of ${count(urls, 'URL')} in the sitemap have the same lastmod`,
}

export const sitemapLastmod = defineCheck({
  id: 'sitemap-lastmod',
  name: 'Sitemap lastmod dates',
  aliases: ['lastmod', 'last modified', 'sitemap dates', 'freshness'],
  titlePass: 'The sitemap’s lastmod dates differ',
  titleFail: 'Nearly all lastmod dates are the same',
  why: 'Google uses lastmod only if it’s consistently accurate. A date that each build stamps on every URL tells it nothing.',
  how: 'Set lastmod to the day the page’s main content last changed. If you can’t, leave it out.',
  action: 'Show search engines when each page really changed',
  effort: 'hours',
  thresholds:
    'Pass: under 95% of the dates are the same. Warning: at least 95% of 20 or more dates are in the same hour, or on the same day if they have no time (our thresholds). Unknown: we couldn’t read a sitemap. Not applicable: no sitemap, or fewer than 20 dates.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'recommended',
  needs: ['probes', 'robots', 'response'],
  changeable: true,
  withoutLocations: true,
  run(facts) {
    const { read, wanted } = sitemapsOf(facts)
    if (read.length === 0) {
      const silent = wanted.filter(({ outcome }) => outcome !== 'answered')
      return silent.length > 0 || wanted.length === 0
        ? noResponse('We couldn’t check the lastmod dates', silent)
        : notApplicable('No sitemap was found')
    }
    const dated = read.map(({ url, sitemap: { lastmods } }) => ({ url, lastmods }))
    const { total, most } = merged(dated.map(({ lastmods }) => lastmods))
    const [first] = most
    if (!first || total < enoughUrls)
      return notApplicable(total === 0 ? texts.none : `The sitemap has only ${count(total, 'lastmod date')}`, {
        value: total,
      })
    if (first.date.length < 'YYYY-MM-DD'.length) return notApplicable(texts.noDays, { value: total })
    const share = first.urls / total
    if (share < nearlyAll) return pass({ value: first.urls })
    return warn({
      value: first.urls,
      title: texts.same(first.urls, total),
      evidence: dated
        .filter(({ lastmods }) => lastmods.most.some(({ date }) => date === first.date))
        .map(({ url }) => ({ url, snippet: `<lastmod>${first.date}…</lastmod>` })),
    })
  },
})

/** Adds up the dates of several sitemaps. */
function merged(all: Lastmods[]): Lastmods {
  const urls = new Map<string, number>()
  for (const { most } of all)
    for (const lastmod of most) urls.set(lastmod.date, (urls.get(lastmod.date) ?? 0) + lastmod.urls)
  return {
    total: all.reduce((sum, { total }) => sum + total, 0),
    most: [...urls].map(([date, many]) => ({ date, urls: many })).toSorted((a, b) => b.urls - a.urls),
  }
}
