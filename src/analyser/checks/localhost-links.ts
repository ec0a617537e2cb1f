import { count, defineCheck, fail, notApplicable, pass, shareOf } from '../define-check.ts'
import { privateReason, resolve } from '../facts/urls.ts'

const notes = {
  file: 'A file on the author’s own computer.',
  'this-machine': 'This host is always the computer that asks.',
  'private-network': 'Only a private network knows this host.',
}

export const localhostLinks = defineCheck({
  id: 'localhost-links',
  name: 'Links to private addresses',
  aliases: ['localhost', '127.0.0.1', 'staging links', 'internal network'],
  titlePass: 'No link leads to an address that only its author can open',
  titleFail: 'Links lead to addresses that only their author can open',
  why: 'An address of a computer or a private network works for the author alone. For everybody else the link is broken, and it tells about the inside of your network.',
  how: 'Replace it by the public address of the page, or remove the link.',
  thresholds:
    'Any link fails that leads to file:, to localhost, 127.0.0.0/8, 0.0.0.0 or ::1, to a private address (RFC 1918, link-local, unique local), to a host name without a dot, or to one under .local, .localhost, .internal, .test or .home.arpa. Links to the page’s own host do not count.',
  reference: null,
  grade: 'heuristic',
  deduction: 'The share of links, at least 50%.',
  needs: ['linkNotes'],
  run({ linkNotes: { internal, external, localhost } }) {
    const { items, total } = localhost
    if (total > 0) {
      const evidence = items.map(({ at, url }) => {
        const parsed = resolve(url, url)
        const reason = parsed && privateReason(parsed)
        return { at, url, ...(reason ? { note: notes[reason] } : {}) }
      })
      return fail({
        extent: shareOf(total, internal + external, 0.5),
        value: total,
        title: `${count(total, 'link')} ${total === 1 ? 'leads to an address' : 'lead to addresses'} that only the author can open`,
        evidence,
      })
    }
    return internal + external === 0 ? notApplicable('There are no links on the page') : pass({ value: 0 })
  },
})
