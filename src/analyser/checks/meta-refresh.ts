import { count, defineCheck, type Finding, googleDocs, info, pass, warn } from '../define-check.ts'
import { headerValue } from '../facts/headers.ts'
import { isHttp, resolve, withoutFragment } from '../facts/urls.ts'

type Refresh = { seconds: number; url: string; finding: Finding }

export const metaRefresh = defineCheck({
  id: 'meta-refresh',
  name: 'Meta refresh',
  aliases: ['html redirect', 'refresh tag', 'auto redirect'],
  titlePass: 'The page does not send its readers on by itself',
  titleFail: 'The page sends its readers on by a refresh',
  why: 'A refresh moves readers after the page was loaded, and takes those along who are still reading. Search engines take it as a redirect, a weaker one than the server gives.',
  how: 'Let the server answer with a 301 or 308 redirect instead. Offer a plain link where readers should choose.',
  thresholds:
    'A refresh to another address, in a meta element or in the Refresh header, warns: Google advises a redirect by the server. A page that only loads itself again is noted.',
  reference: googleDocs('Redirects and Google Search', 'crawling-indexing/301-redirects'),
  grade: 'recommended',
  deduction: 'All for a redirect at once; 20% for one after a delay.',
  supersedes: ['in-sitemap'],
  needs: ['metadata', 'document', 'response'],
  run({ metadata, document, response: { headers, finalUrl } }) {
    const header = headerValue(headers, 'refresh')
    const refreshes = [
      ...(header === null
        ? []
        : [
            readRefresh(header, finalUrl, {
              snippet: `refresh: ${header}`.slice(0, 300),
              note: 'Header of the answer',
            }),
          ]),
      ...metadata.metas.items.flatMap(({ httpEquiv, content, at }) =>
        httpEquiv?.trim() === 'refresh' && content !== null ? [readRefresh(content, document.baseUrl, { at })] : [],
      ),
    ].filter((refresh) => refresh !== null)
    const moving = refreshes.filter(({ url }) => url !== '' && withoutFragment(url) !== withoutFragment(finalUrl))
    const evidence = (list: Refresh[]) =>
      list.map(({ seconds, url, finding }): Finding => ({
        url: url || finalUrl,
        ...finding,
        note: `After ${count(seconds, 'second')}`,
      }))
    const [first] = moving
    if (first)
      return warn({
        extent: first.seconds === 0 ? 1 : 0.2,
        value: first.url,
        title:
          first.seconds === 0
            ? 'The page sends its readers on at once'
            : `The page sends its readers on after ${count(first.seconds, 'second')}`,
        evidence: evidence(moving),
      })
    const [again] = refreshes
    return again
      ? info(`The page loads itself again after ${count(again.seconds, 'second')}`, {
          value: again.seconds,
          evidence: evidence(refreshes),
        })
      : pass({ value: null })
  },
})

/**
 * Parses a refresh as the HTML standard does (shared declarative refresh steps). Returns null if browsers ignore it.
 */
function readRefresh(content: string, base: string, finding: Finding): Refresh | null {
  const parts = /^\s{0,99}(\d{0,9})[\d.]{0,99}([^]*)$/.exec(content)
  if (!parts || !/^\s{0,99}[\d.]/.test(content)) return null
  const rest = parts[2] ?? ''
  if (rest !== '' && !/^[\s;,]/.test(rest)) return null
  const named = rest.replace(/^[\s;,]+/, '').replace(/^url\s{0,99}=\s{0,99}/i, '')
  const quote = /^["']/.exec(named)?.[0]
  const href = quote ? (named.slice(1).split(quote, 1)[0] ?? '') : named
  const url = href.trim() === '' ? null : resolve(href, base)
  return { seconds: Number(parts[1]), url: url && isHttp(url) ? url.href.slice(0, 2048) : '', finding }
}
