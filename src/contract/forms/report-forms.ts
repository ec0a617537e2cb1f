import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import { orList } from '../lists/query-params.ts'
import { renderModes } from '../reports/rendering.ts'
import { maxBulkIds } from '../responses/envelope.ts'
import { maxUrlLength } from '../values.ts'
import { choiceOf, idField, idsField, idsMessages, optional, refusal, withMessages } from './form.ts'

/** Safety limit: longer texts are not parsed. A URL gets shorter without its fragment and its dot segments. */
const maxTypedUrl = 4 * maxUrlLength

/** The lengths of RFC 1035, section 2.3.4: words that were pasted as a URL exceed them. */
const isHostName = (host: string) => host.length <= 254 && host.split('.').every((label) => label.length <= 63)

/**
 * The URL of a page to analyse: trimmed, parsed as browsers do, without its fragment. Whether the service may contact
 * it is decided later.
 */
export const PageUrl = z
  .string({ error: 'required' })
  .meta({ format: 'uri', maxLength: maxUrlLength })
  .transform((text, { issues }) => {
    const refuse = (code: Parameters<typeof refusal>[0]) => {
      issues.push(refusal(code, text))
      return z.NEVER
    }
    const trimmed = text.trim()
    if (trimmed === '') return refuse('required')
    if (!/^https?:/i.test(trimmed)) return refuse('missing_scheme')
    if (trimmed.length > maxTypedUrl) return refuse('too_long')
    const url = URL.parse(trimmed)
    if (!url || !isHostName(url.hostname)) return refuse('invalid_url')
    url.hash = ''
    if (url.username !== '' || url.password !== '') return refuse('has_credentials')
    if (url.href.length > maxUrlLength) return refuse('too_long')
    return url
  })

/** The messages of a `PageUrl`, also for a page or a webhook that is refused by its URL. */
export const urlMessages = {
  otherwise: 'Enter a URL that starts with https:// or http://.',
  required: 'Enter a page URL, such as https://example.com/page.',
  too_long: `This URL is too long. Use ${grouped(maxUrlLength)} characters or fewer.`,
  invalid_url: 'That isn’t a valid URL. Check it for typos.',
  has_credentials:
    'Remove the username and password from the URL. Set them under Access and rendering of the website instead.',
  other_port: 'Use the standard port, 80 for http or 443 for https.',
}

/** Tells which pages are rendered. If it is absent, the setting of their website does. */
export const renderField = optional(choiceOf(renderModes))
export const renderMessage = `Use ${orList(renderModes)}, or leave it out to use the website’s setting.`

/** The client to which the website of a new domain is given. */
export const newWebsiteClient = optional(idField)
export const newWebsiteClientMessage = 'Enter the ID of a client.'

export const NewReportForm = withMessages(
  z.object({ url: PageUrl, render: renderField, client_id: newWebsiteClient }),
  {
    url: urlMessages,
    render: renderMessage,
    client_id: newWebsiteClientMessage,
  },
)

/** Reports to delete, or to restore. */
export const BulkDeleteForm = bulkForm()
export const BulkRestoreForm = bulkForm()

/** Pages to set apart as gone, or to put back. */
export const GonePagesForm = bulkForm()

function bulkForm() {
  return withMessages(z.object({ ids: idsField(maxBulkIds, { repeats: true }) }), { ids: idsMessages(maxBulkIds) })
}
