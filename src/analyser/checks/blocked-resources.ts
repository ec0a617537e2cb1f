import {
  count,
  defineCheck,
  fail,
  googleDocs,
  info,
  type LocatedEvidence,
  notApplicable,
  pass,
  shareOf,
  unknown,
  warn,
} from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import type { RobotsLine } from '../facts/robots-rules.ts'
import { withoutFragment } from '../facts/urls.ts'

type Kind = 'style' | 'script' | 'image'
type BlockedFile = { kind: Kind; url: string; at: number | null; robotsUrl: string; rule: RobotsLine | null }

const names: Record<Kind, string> = { style: 'stylesheet', script: 'script', image: 'image' }

/** Returns “1 stylesheet and 2 scripts”. */
const countKinds = (files: readonly { kind: Kind }[]) =>
  (['style', 'script', 'image'] as const)
    .map((kind) => ({ kind, total: files.filter((file) => file.kind === kind).length }))
    .filter(({ total }) => total > 0)
    .map(({ kind, total }) => count(total, names[kind]))
    .join(' and ')

export const texts = {
  none: 'The page loads no stylesheets or scripts',
  unknown: 'We couldn’t check which files robots.txt blocks',
  allowed: (files: number) => `Googlebot can load ${count(files, 'stylesheet or script', 'stylesheets and scripts')}`,
  notChecked: (files: number) => `${files} on other hosts ${files === 1 ? 'wasn’t' : 'weren’t'} checked`,
  unread: 'The robots.txt of their host wasn’t read.',
  slow: 'robots.txt couldn’t be read, or takes too long to match.',
}

export const blockedResources = defineCheck({
  id: 'blocked-resources',
  name: 'Blocked resources',
  aliases: ['blocked by robots.txt', 'disallow', 'blocked CSS', 'blocked JavaScript', 'rendering'],
  titlePass: 'Googlebot can load stylesheets and scripts',
  titleFail: 'robots.txt blocks stylesheets or scripts',
  why: 'Google renders pages with their stylesheets and scripts. Content that a blocked script adds is missing from search, and a page without its styles can look unusable on phones.',
  how: 'Remove the Disallow rule that is named, or add a longer Allow rule for the files, such as Allow: /assets/*.css$. Check the rule that decides for Googlebot, because its own group replaces the one for *.',
  action: 'Let search engines load the page’s stylesheets and scripts',
  effort: 'minutes',
  thresholds:
    'Pass: robots.txt lets Googlebot load every stylesheet and script. Warning: it blocks fewer than half of them. Fail: it blocks half of them or more (our threshold). Info: it blocks only images for Googlebot-Image. Files on other hosts count if we read their robots.txt. Ignored: inline code, print styles, scripts for old browsers. Unknown: the page’s robots.txt couldn’t be read, or all files are on other hosts, whose robots.txt we didn’t read.',
  reference: googleDocs('JavaScript SEO basics', 'crawling-indexing/javascript/javascript-seo-basics'),
  grade: 'recommended',
  deduction: 'The share of stylesheets and scripts that are blocked, at least 20%.',
  needs: ['resourceAccess', 'resources', 'robots', 'probes'],
  run({ resourceAccess: { checked, blocked, unclear, elsewhere }, resources, robots, probes }) {
    const codeElsewhere = new Map(elsewhere.items.map((file) => [file.url, file]))
    const kinds = new Map(resources.items.map(({ url, kind }) => [withoutFragment(url), kind]))
    const files: BlockedFile[] = blocked.items.map((file) => ({ ...file, robotsUrl: robots.url }))
    const known = new Set(files.map(({ url }) => url))
    let checkedElsewhere = 0
    for (const { url, at, google, redirects } of probesFor(probes, 'resource')) {
      const code = codeElsewhere.get(url)
      if (!google || google.allowed === null) continue
      if (code) checkedElsewhere += 1
      const kind = code?.kind ?? kinds.get(url)
      if (google.allowed || known.has(url) || (kind !== 'image' && kind !== 'style' && kind !== 'script')) continue
      // The page's own robots.txt decides for its code, which can redirect to a host that blocks it.
      if (!code && kind !== 'image' && redirects.length === 0) continue
      files.push({ kind, url, at, robotsUrl: google.robotsUrl, rule: google.rule })
    }
    const code = files.filter(({ kind }) => kind !== 'image')
    const decided = checked + checkedElsewhere
    const unchecked = elsewhere.total - checkedElsewhere
    const evidence = files.toSorted((a, b) => Number(a.kind === 'image') - Number(b.kind === 'image')).map(evidenceOf)
    const details = { evidence, evidenceTotal: files.length + blocked.total - blocked.items.length }
    if (code.length > 0) {
      const title = `Googlebot can’t load ${countKinds(code)}: ${linesOf(code, robots.url)}`
      const fault = code.length * 2 >= decided ? fail : warn
      return fault({ ...details, extent: shareOf(code.length, decided, 0.2), value: code.length, title })
    }
    if (files.length > 0)
      return info(`Google Images can’t show ${countKinds(files)}: ${linesOf(files, robots.url)}`, {
        ...details,
        value: files.length,
      })
    if (unclear > 0) return unknown(texts.unknown, texts.slow)
    if (decided === 0 && unchecked > 0) return unknown(texts.unknown, texts.unread)
    if (decided === 0) return notApplicable(texts.none)
    const title = texts.allowed(decided)
    return pass({ value: 0, title: unchecked > 0 ? `${title}; ${texts.notChecked(unchecked)}` : title })
  },
})

const evidenceOf = ({ kind, url, at, robotsUrl, rule }: BlockedFile): LocatedEvidence => ({
  ...(at === null ? {} : { at }),
  url,
  note: `${names[kind]}, ${robotsUrl}${rule ? ` line ${rule.line}: ${rule.text}` : ''}`,
})

const maxLines = 3

/** Returns the deciding lines of each robots.txt, such as “robots.txt lines 2 and 5”. */
function linesOf(files: readonly BlockedFile[], ownRobotsUrl: string): string {
  const byFile = Map.groupBy(files, ({ robotsUrl }) => robotsUrl)
  return Array.from(byFile, ([robotsUrl, blocked]) => {
    const name = robotsUrl === ownRobotsUrl ? 'robots.txt' : `robots.txt of ${new URL(robotsUrl).host}`
    const lines = [...new Set(blocked.flatMap(({ rule }) => (rule ? [rule.line] : [])))].toSorted((a, b) => a - b)
    if (lines.length === 0 || lines.length > maxLines) return name
    return `${name} ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(lines.length === 2 ? ' and ' : ', ')}`
  }).join('; ')
}
