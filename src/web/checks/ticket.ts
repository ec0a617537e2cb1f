import { absoluteUrl } from '#web/data/server.ts'
import { checkAnchor, type CheckView, moreThanShown } from './check-view.ts'
import type { Ticket } from './trackers.ts'
import { outcomeWords, ticketWords as words } from './words.ts'

/** More findings are on the report, which the ticket links to. */
const maxEvidence = 10

/** Returns a finding as a ticket in Markdown. Texts from the analysed page stand in code, so that they stay text. */
export function ticketOf(check: CheckView): Ticket {
  const { info, outcome, importance, points, rise, reason, evidence, pageUrl } = check
  const gain = rise ? words.rise(rise) : points > 0 ? words.points(points) : null
  const facts = [outcomeWords.outcome[outcome], importance && words.importance(importance), gain].filter(Boolean)
  const report = absoluteUrl(`${location.pathname}#${encodeURIComponent(checkAnchor(check.id))}`)
  const found = evidence.slice(0, maxEvidence)
  const more = evidence.length - found.length + moreThanShown(check)
  const parts = [
    pageUrl && `**${words.page}:** <${pageUrl.replace(/[<>\s]/g, encodeURIComponent)}>`,
    `**${info?.name ?? oneLine(check.title)}:** ${facts.join(' · ')}`,
    reason && oneLine(reason),
    info?.why && `### ${words.why}\n\n${info.why}`,
    info?.how && `### ${words.how}\n\n${info.how}`,
    found.length > 0 && `### ${words.found}\n\n${found.map(lineOf).join('\n')}`,
    more > 0 && words.more(more),
    `[${words.report}](${report})`,
  ]
  return { title: oneLine(check.title), text: `${parts.filter(Boolean).join('\n\n')}\n` }
}

function lineOf({ snippet, url, selector, line, column, note }: CheckView['evidence'][number]) {
  const what = [snippet, url, selector].flatMap((text) => (text ? [codeOf(text)] : []))[0]
  const place = line === undefined ? null : words.line(line, column)
  return `- ${[what, place, note && codeOf(note)].filter(Boolean).join(' · ')}`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Code between more backticks than it contains in a row. */
function codeOf(text: string) {
  const code = oneLine(text)
  const fence = '`'.repeat(Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
  return code.includes('`') ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}
