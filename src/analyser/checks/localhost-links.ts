import { count, defineCheck, fail, notApplicable, pass, shareOf } from '../define-check.ts'
import { hasTwoSchemes, privateReason, resolve } from '../facts/urls.ts'

export const notes = {
  file: 'A local file.',
  'this-machine': 'Localhost.',
  'private-network': 'A host on a private network.',
}

export const texts = {
  found: (links: number) =>
    `${count(links, 'link')} ${links === 1 ? 'points to a private address' : 'point to private addresses'}`,
}

export const localhostLinks = defineCheck({
  id: 'localhost-links',
  name: 'Links to private addresses',
  aliases: ['localhost', '127.0.0.1', 'staging links', 'internal network'],
  titlePass: 'No links point to private addresses',
  titleFail: 'Some links point to private addresses',
  why: 'Links to a local computer or private network only work for the author. For everyone else they’re broken, and they reveal details of your network.',
  how: 'Replace the link with the page’s public URL, or remove it.',
  action: 'Replace links that only work on a developer’s computer',
  effort: 'minutes',
  thresholds:
    'Fail: a link to file:, localhost, 127.0.0.0/8, 0.0.0.0, ::1, a private IP (RFC 1918, link-local, unique local), a hostname without a dot, or .local, .localhost, .internal, .test or .home.arpa. Not applicable: pages without links. Links to the page’s own host are ignored.',
  reference: null,
  grade: 'heuristic',
  deduction: 'The share of links, at least 50%.',
  needs: ['linkNotes'],
  run({ linkNotes: { internal, external, localhost } }) {
    // Older reports count links with two schemes among these.
    const items = localhost.items.filter(({ url }) => !URL.canParse(url) || !hasTwoSchemes(new URL(url)))
    const total = localhost.total - (localhost.items.length - items.length)
    if (total > 0) {
      const evidence = items.map(({ at, url }) => {
        const parsed = resolve(url, url)
        const reason = parsed && privateReason(parsed)
        return { at, url, ...(reason ? { note: notes[reason] } : {}) }
      })
      return fail({
        extent: shareOf(total, internal + external, 0.5),
        value: total,
        evidenceTotal: total,
        title: texts.found(total),
        evidence,
      })
    }
    return internal + external === 0 ? notApplicable('The page has no links') : pass({ value: 0 })
  },
})
