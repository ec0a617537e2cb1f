import { isHtml, isRedirect, isSuccess, wordsFor } from './answer-words.ts'
import type { Asking } from './ask.ts'
import type { Context } from './context.ts'
import type { Verdict } from './line.ts'

const tries: [name: string, asking: Asking][] = [
  ['without a key', { key: null }],
  ['with a key that is none', { key: 'not-a-key-of-this-server' }],
  ['without a key, Accept left open', { key: null, accept: false }],
]

/** Whoever has no key must be told so, whatever they accept. */
export async function lookAtRefusals({ ask, note }: Context) {
  for (const [name, asking] of tries) {
    const reply = await ask('GET', '/reports', asking)
    if (!reply.ok) {
      note('Refusals', name, 'wrong', `No answer: ${reply.why}.`)
      continue
    }
    const said = wordsFor(reply)
    const judged = (): [Verdict, string] => {
      if (reply.status === 401) return [isHtml(reply) ? 'otherwise' : 'as specified', `${said}.`]
      if (isRedirect(reply) || (isSuccess(reply) && isHtml(reply)))
        return ['otherwise', `${said}: taken as signed out.`]
      if (isSuccess(reply)) return ['wrong', 'The list is answered all the same: it should take a key.']
      return [reply.status === 403 ? 'otherwise' : 'wrong', `${said}, where 401 belongs.`]
    }
    note('Refusals', name, ...judged())
  }
}
